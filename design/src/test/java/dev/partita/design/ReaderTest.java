package dev.partita.design;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.design.model.Attribute;
import dev.partita.design.model.Attribute.NormaliseStep;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Pattern;
import dev.partita.design.model.Place;
import dev.partita.design.model.Quota;
import dev.partita.design.model.Table;
import dev.partita.design.model.Template;
import dev.partita.design.model.Type;
import dev.partita.design.model.Where;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What the reader makes of a file in which every construct occurs. */
public class ReaderTest {

    private final Design design = everything();

    @Test
    void everyConstructIsRead() throws IOException {
        assertThat(Reader.read("everything.yaml", resource("everything.yaml")).findings())
                .isEmpty();
    }

    @Test
    void tablesHaveKeysIndexesAndSettings() {
        Table main = design.tables().get("main");
        assertThat(main.keyNames()).containsExactly("pk", "sk");
        assertThat(main.physicalName(Map.of("PARTITA_ENV", "test"))).isEqualTo("algoitny-main-test");
        assertThat(main.recoveryDays()).isEqualTo(35);
        assertThat(main.backups()).isEqualTo(new Table.Backups(7, 90));
        assertThat(main.billing()).isEqualTo(new Table.Billing(false, 5L, 3L, 10L, 5L));
        assertThat(main.deletionProtection()).isTrue();
        Table.Index byStars = main.indexes().get("byStars");
        assertThat(byStars.keyNames()).containsExactly("starRating", "st", "ca", "sk");
        assertThat(byStars.sort().get(0).type()).isEqualTo("N");
        assertThat(byStars.projected()).containsExactly("title", "nm");
        Table.Index local = main.indexes().get("local1");
        assertThat(local.keyNames()).containsExactly("pk", "is_product");
        assertThat(local.projection()).isEqualTo(Table.Projection.UNSTATED);
        Table counters = design.tables().get("counters");
        assertThat(counters.sort()).isNull();
        assertThat(counters.partition().type()).isEqualTo("N");
        assertThat(counters.billing().onDemand()).isTrue();
    }

    @Test
    void templatesHaveLiteralsAndFormattedAttributes() {
        Template template = user().indexKeys().get(1).keys().get("gsi2sk");
        assertThat(template.text()).isEqualTo("{createdAt:newest-first}#{userId}");
        assertThat(template.parts()).hasSize(3);
        Template.Variable first = (Template.Variable) template.parts().get(0);
        assertThat(first.attribute()).isEqualTo("createdAt");
        assertThat(first.formats()).containsExactly(new Template.Format(Template.Format.Kind.NEWEST_FIRST, 0));
        assertThat(at(first.place())).isEqualTo("createdAt:newest-first");
        assertThat(at(template.parts().get(1).place())).isEqualTo("#");
        Template sharded = user().indexKeys().get(2).keys().get("gsi2pk");
        assertThat(sharded.variables().findFirst().orElseThrow().formats())
                .containsExactly(new Template.Format(Template.Format.Kind.SHARD, 16));
        Template padded = user().indexKeys().get(2).keys().get("gsi2sk");
        assertThat(padded.isLone()).isTrue();
        assertThat(padded.variables().findFirst().orElseThrow().formats())
                .containsExactly(new Template.Format(Template.Format.Kind.PAD, 5));
    }

    @Test
    void anIndexOfStoredAttributesNeedsNoLine() {
        assertThat(user().indexKeys().stream().map(Entity.IndexKeys::index))
                .containsExactly("GSI1", "GSI2", "GSI2", "byStars", "local1");
        Entity.IndexKeys implied = user().indexKeys().get(3);
        assertThat(implied.implied()).isTrue();
        assertThat(implied.keys().toString()).isEqualTo("{starRating={starRating}, st={status}, ca={createdAt}}");
        assertThat(design.entities().get("Plan").indexKeys()).isEmpty();
    }

    @Test
    void uniqueAttributesGetALock() {
        assertThat(user().uniques().stream().map(u -> u.name() + " " + u.lock()))
                .containsExactly(
                        "emailLock {pk=EMAIL#{email}, sk=UNIQUE}",
                        "both {pk=USER_STARS_TITLE#{stars}#{title}, sk=UNIQUE}",
                        "googleId {pk=USER_GOOGLEID#{googleId}, sk=UNIQUE}");
    }

    @Test
    void attributesHaveTypesAndOptions() {
        Map<String, Attribute> a = user().attributes();
        assertThat(a.get("email").stored()).isEqualTo("em");
        assertThat(a.get("email").normalise()).containsExactly(NormaliseStep.TRIM, NormaliseStep.LOWER);
        assertThat(a.get("userId").generate()).isEqualTo("usr_{ulid}");
        assertThat(a.get("number").sequence().entity()).isEqualTo("Problem");
        assertThat(a.get("number").sequence().max()).isEqualTo(99999);
        assertThat(a.get("stars").min()).isEqualTo(BigDecimal.ONE);
        assertThat(a.get("stars").max()).isEqualTo(BigDecimal.valueOf(5));
        assertThat(a.get("price").max()).isNull();
        assertThat(a.get("price").isStored()).isFalse();
        assertThat(a.get("title").maxLength()).isEqualTo(200);
        assertThat(a.get("title").sizeBytes()).isEqualTo(60);
        assertThat(a.get("starRating").derive().isLone()).isTrue();
        assertThat(a.get("label").derive().parts()).hasSize(3);
        assertThat(a.get("error").absentIsNull()).isTrue();
        assertThat(a.get("isPublic").defaultValue()).isEqualTo(false);
        assertThat(a.get("passwordHash").cost()).isEqualTo(12);
        assertThat(a.get("results").type().word()).isEqualTo("list of TestResult");
        assertThat(a.get("results").type()).isEqualTo(design.types().get("Results"));
        assertThat(a.get("free").type()).isEqualTo(new Type.MapOf(Type.Simple.ANY));
        assertThat(a.get("address").type()).isInstanceOf(Type.Record.class);
        assertThat(((Type.Enumeration) a.get("status").type()).open()).isTrue();
    }

    @Test
    void quantitiesAreInSecondsBytesAndShares() {
        assertThat(user().expiry().seconds()).isEqualTo(90 * 86400L);
        assertThat(user().expect().sizeBytes()).isEqualTo(3 * 1024);
        assertThat(user().expect().forever()).isTrue();
        Entity.Expect expect = design.patterns().get("createUser").expect();
        assertThat(expect.hitRate()).isEqualTo(0.9);
        assertThat(expect.peak()).isEqualTo(5.5);
        assertThat(design.patterns().get("stats").cacheSeconds()).isEqualTo(3600);
        assertThat(design.alarms().get("Cold").below()).isEqualByComparingTo("0.85");
        assertThat(design.alarms().get("Big").above()).isEqualByComparingTo("307200");
    }

    @Test
    void patternsKeepWhatTheyAsk() {
        Map<String, Pattern> p = design.patterns();
        assertThat(p.get("userByEmail").ids()).containsExactly("002-A2");
        assertThat(p.get("userByEmail").allow()).containsExactly("anyone");
        assertThat(p.get("usesToday").by().get(1).has(Template.Format.Kind.DATE))
                .isTrue();
        assertThat(p.get("planUse").each().fromPattern()).isEqualTo("plans");
        assertThat(p.get("planUse").each().isGiven()).isFalse();
        assertThat(p.get("ofPlans").each().isGiven()).isTrue();
        assertThat(p.get("ofPlans").each().attribute()).isEqualTo("plan");
        assertThat(p.get("problem").strong()).isTrue();
        assertThat(p.get("addAmount").add()).containsEntry("checkCount", null);
        assertThat(p.get("addCount").add()).containsEntry("checkCount", BigDecimal.ONE);
        assertThat(p.get("addCheck2").requires()).containsEntry("User", null);
        assertThat(p.get("pinned").pinned().forward()).isFalse();
        assertThat(p.get("pinned").pinned().key().get("gsi1sk").operator())
                .isEqualTo(Pattern.KeyTest.Operator.BEGINS_WITH);
        assertThat(p.get("between").pinned().key().get("sk").templates()).hasSize(2);
        assertThat(p.get("history").pinned()).isNull();
    }

    @Test
    void conditionsBindAsInSql() {
        Where where = design.patterns().get("oldUsers").where();
        Where.And outer = (Where.And) where;
        Where.And inner = (Where.And) outer.left();
        Where.Or or = (Where.Or) inner.right();
        // What is denied is missing: the two are read as one.
        assertThat(((Where.Exists) or.right()).missing()).isTrue();
        assertThat(at(or.right().place())).isEqualTo("NOT exists(error)");
        Where.Compare last = (Where.Compare) outer.right();
        assertThat(((Where.Operand.Path) last.left()).names()).containsExactly("address", "city");
        assertThat(((Where.Operand.Text) last.right()).value()).isEqualTo("x'y");
        assertThat(at(last.place())).isEqualTo("address.city <> 'x''y'");
        assertThat(at(or.place())).isEqualTo("createdAt < now OR NOT exists(error)");
    }

    @Test
    void quotasSayWhereTheyCountAndUpToWhat() {
        Quota daily = design.quotas().get("dailyUse");
        assertThat(daily.limits().get("execution").path()).containsExactly("userId", "plan", "maxExecutions");
        assertThat(daily.limits().get("hint").number()).isEqualTo(5);
        assertThat(daily.unlimited()).isEqualTo(-1);
        assertThat(daily.item()).hasSize(2);
        assertThat(design.quotas().get("checks").counterAttribute()).isEqualTo("checkCount");
    }

    @Test
    void samplesKeepTheirValues() {
        Map<String, Object> values = design.samples().get("User").get(0).values();
        assertThat(values)
                .containsEntry("userId", "1")
                .containsEntry("stars", BigDecimal.valueOf(5))
                .containsEntry("isPublic", true)
                .containsEntry("hints", List.of("a", "b"))
                .containsEntry("address", Map.of("city", "X"))
                .containsEntry("error", null);
    }

    @Test
    void whatIsIgnoredIsKnownWhereverItStands() {
        assertThat(design.ignores().stream().map(i -> i.rule() + " at " + i.at()))
                .containsExactlyInAnyOrder(
                        "low-cardinality-partition at main.GSI2",
                        "no-protection at main",
                        "mutable-key at User.status",
                        "personal-data-in-key at User",
                        "prefix-on-partition at asWritten",
                        "low-cardinality-partition at User.GSI2",
                        "unused-index at main.GSI1",
                        "whole-file at null");
    }

    @Test
    void aConstructStandsWhereItsNameStands() {
        assertThat(at(user().node().place())).isEqualTo("User");
        assertThat(at(user().attributes().get("email").node().place())).isEqualTo("email");
        assertThat(at(user().attributes().get("deletedReason").node().place())).isEqualTo("deletedReason");
        assertThat(at(design.patterns().get("pinned").node().place())).isEqualTo("pinned");
        assertThat(at(user().key().get("pk").place())).isEqualTo("\"USER#{userId}\"");
    }

    @Test
    void theLargestDesignIsReadInMilliseconds() throws IOException {
        Path file = Path.of("..", "systems", "designs", "algoitny.yaml");
        Source source = new Source("algoitny.yaml", Files.readString(file));
        long best = Long.MAX_VALUE;
        for (int i = 0; i < 60; i++) {
            long start = System.nanoTime();
            assertThat(Reader.read(source).design()).isNotNull();
            best = Math.min(best, System.nanoTime() - start);
        }
        System.out.printf(
                "algoitny.yaml, %d lines: read in %.1f ms%n", source.lines().size(), best / 1e6);
    }

    private Entity user() {
        return design.entities().get("User");
    }

    private String at(Place place) {
        String line = design.source().lines().get(place.line() - 1);
        return line.substring(place.column() - 1, place.column() - 1 + place.length());
    }

    private static Design everything() {
        try {
            return Reader.read("everything.yaml", resource("everything.yaml")).design();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    public static byte[] resource(String name) throws IOException {
        try (var in = ReaderTest.class.getResourceAsStream(name)) {
            return in.readAllBytes();
        }
    }
}
