package dev.partita.design.internal.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.design.model.Edit;
import dev.partita.design.model.Help;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Changes are made where they belong, and nothing else is touched. */
class PastedTest {

    private static final String DESIGN = """
            design: shop
            tables:
              main: { key: { partition: pk, sort: sk } } # one
            entities:
              User:
                key: { pk: "USER#{userId}", sk: META }
                # about it
                attributes:
                  userId: string
                  name: { type: string }

            patterns:
              user: { get: User, by: userId,
                      cache: 5 minutes }
              users:
                scan: User
                about: "All, # of them."
            """;

    @Test
    void aWordOfAFlowMapIsAdded() {
        assertThat(put("expiry: ttl", "tables", "main"))
                .contains("main: { key: { partition: pk, sort: sk }, expiry: ttl } # one\n");
    }

    @Test
    void theTypeOfAnAttributeIsReplacedWhereItStandsAlone() {
        assertThat(put("type: integer", "entities", "User", "attributes", "userId"))
                .contains("      userId: integer\n");
    }

    @Test
    void aWordOfABlockIsAddedBehindItsLastLine() {
        assertThat(put("owner: userId", "entities", "User"))
                .contains("      name: { type: string }\n    owner: userId\n\npatterns:");
    }

    @Test
    void aValueIsReplaced() {
        assertThat(put("cache: 1 hour", "patterns", "user")).contains("          cache: 1 hour }\n");
        assertThat(put("about: Once a year.", "patterns", "users")).endsWith("    about: Once a year.\n");
        assertThat(put("key: { partition: id }", "tables", "main")).contains("main: { key: { partition: id } } # one");
        assertThat(put("sk: \"A#B\"", "entities", "User", "key")).contains("{ pk: \"USER#{userId}\", sk: \"A#B\" }");
        assertThat(put("attributes: { userId: ulid }", "entities", "User"))
                .contains("    attributes: { userId: ulid }\n\npatterns:");
    }

    @Test
    void anAttributeThatIsOnlyATypeBecomesAMap() {
        assertThat(put("length: 1..", "entities", "User", "attributes", "userId"))
                .contains("      userId: { type: string, length: 1.. }\n");
    }

    @Test
    void aWordBelowAWordThatIsNotThereMakesBoth() {
        assertThat(put("per-day: 100", "patterns", "users", "expect")).endsWith("    expect: { per-day: 100 }\n");
        assertThat(put("uses: { counts: User }", "quotas")).endsWith("quotas:\n  uses: { counts: User }\n");
    }

    @Test
    void aWordIsRemoved() {
        assertThat(remove("patterns", "user", "cache")).contains("user: { get: User, by: userId }\n");
        assertThat(remove("patterns", "user", "by")).contains("user: { get: User, cache: 5 minutes }\n");
        assertThat(remove("patterns", "users")).endsWith("cache: 5 minutes }\n");
        assertThat(remove("entities", "User", "attributes")).contains("sk: META }\n    # about it\n\npatterns");
        assertThat(remove("entities", "User", "attributes", "name")).contains("userId: string\n\npatterns");
    }

    @Test
    void whatIsEmptyGoesWithItsLastWord() {
        assertThat(remove("entities", "User", "attributes", "name", "type")).contains("userId: string\n\npatterns");
    }

    @Test
    void oneWordStandsForAnother() {
        Edit edit = new Edit.Put(List.of("patterns", "users", "list"), "User", "scan");
        assertThat(pasted(edit)).contains("  users:\n    list: User\n    about");
    }

    @Test
    void aTextWithBracesIsReplacedAsAWhole() {
        String design = DESIGN + "    route: GET /users/{userId}/all   # here\n";
        Help.Way way = Help.edit(Edit.put("GET /users", "patterns", "users", "route"))
                .ways()
                .get(0);
        assertThat(Pasted.into(design, null, way)).endsWith("    route: GET /users   # here\n");
    }

    @Test
    void changesInDifferentPlacesAreMadeTogether() {
        Help.Way way = Help.edit(
                        Edit.put("ttl", "tables", "main", "expiry"),
                        Edit.put("ulid", "entities", "User", "attributes", "userId", "type"),
                        Edit.put("1 hour", "patterns", "user", "cache"))
                .ways()
                .get(0);
        assertThat(Pasted.into(DESIGN, null, way))
                .contains("sort: sk }, expiry: ttl } # one", "      userId: ulid\n", "cache: 1 hour }");
    }

    @Test
    void changesAtOnePlaceAreMadeOneAfterTheOther() {
        Help.Way way = Help.edit(
                        Edit.put("integer", "entities", "User", "attributes", "version"),
                        Edit.put("version", "entities", "User", "version"),
                        Edit.put("{ counts: User }", "quotas", "uses"),
                        Edit.put("{ counts: User }", "quotas", "more"))
                .ways()
                .get(0);
        assertThat(Pasted.into(DESIGN, null, way))
                .contains("      version: integer\n    version: version\n\npatterns:")
                .endsWith("quotas:\n  uses: { counts: User }\n  more: { counts: User }\n");
    }

    private static String put(String line, String... above) {
        List<String> path = new java.util.ArrayList<>(List.of(above));
        path.add(line.substring(0, line.indexOf(':')));
        return pasted(new Edit.Put(path, line.substring(line.indexOf(':') + 2), null));
    }

    private static String remove(String... path) {
        return pasted(Edit.remove(path));
    }

    private static String pasted(Edit edit) {
        return Pasted.into(DESIGN, null, Help.edit(edit).ways().get(0));
    }
}
