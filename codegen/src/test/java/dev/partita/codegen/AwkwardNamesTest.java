package dev.partita.codegen;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.Seed;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Designs whose names are Java's, Partita's, or nearly each other's: whatever they are called, their code compiles. */
class AwkwardNamesTest {

    private static final int DESIGNS = Integer.getInteger("designs", 2);

    private static final List<String> ENTITIES =
            words("Object Map List Page Write Optional Database Design Entity Attribute"
                    + " Type As Loaded Plain Result user User user_ Instant Record Override Integer Set Stream Range Awkward"
                    + " AwkwardDesign AwkwardEvent AwkwardAsync Builder Values Cursor Bytes Endpoint Written Saved Transaction"
                    + " Answers CompletableFuture Collection Objects Place Node Pattern Template Table Source Quota System Math"
                    + " Enum Class Iterable PageRequest CallOptions Change Changes Long Boolean NeedsId CreateUser UserChanged"
                    + " Function BigDecimal LocalDate LinkedHashMap Arrays Collections ZoneId ZoneOffset Exception Void"
                    + " CheckReturnValue UnreadableValue DynamoDbClient");

    private static final List<String> MEMBERS =
            words("class default enum record var yield sealed permits item value Value"
                    + " values of database result page run set names map list expect when with build builder written arguments"
                    + " plan options toString hashCode equals wait notify getClass clone finalize created_at createdAt CreatedAt"
                    + " URL url uRL inner inner1 i this super int long String Object before after entity before_ goto_ _x"
                    + " async client endpoint cursor limit first next key id2 x X executor event changes outcome expected begin"
                    + " batch on as given values2 validated runAsync pattern finish done created cause data Builder");

    private static final List<String> TYPES =
            words("string integer decimal boolean flag binary timestamp epoch-seconds date" + " uuid any map");

    private final Seed seed = Seed.draw();
    private final Random random = seed.random();
    private final List<String> lists = new ArrayList<>();
    private final List<String> updates = new ArrayList<>();

    @Test
    void whateverThingsAreCalledTheCodeCompiles() {
        for (int i = 0; i < DESIGNS; i++) {
            String design = design();
            Map<String, String> files =
                    Generator.generate(Designs.of("awkward.yaml", design), new Generator.Options(null));
            assertThat(Javac.compile(files).messages())
                    .as("seed %s\n%s", seed, design)
                    .isEmpty();
        }
    }

    private String design() {
        lists.clear();
        updates.clear();
        StringBuilder text = new StringBuilder("design: awkward\ntypes:\n");
        List<String> types = new ArrayList<>(TYPES);
        for (String name : some(ENTITIES, 4)) {
            types.add(name);
            text.append("  ")
                    .append(name)
                    .append(random.nextBoolean() ? enumeration() : record())
                    .append('\n');
        }
        text.append("tables:\n  main: { key: { partition: pk, sort: sk }, stream: both }\nentities:\n");
        Map<String, Set<String>> entities = new LinkedHashMap<>();
        for (String name : some(ENTITIES, 8)) {
            entities.put(name, new LinkedHashSet<>(some(MEMBERS, 12)));
        }
        entities.forEach((name, members) -> {
            text.append("  ")
                    .append(name)
                    .append(":\n    key: { pk: \"")
                    .append(name)
                    .append("#{id}\", sk: META }\n");
            text.append("    attributes:\n      id: string\n");
            members.forEach(member -> text.append("      ")
                    .append(member)
                    .append(": ")
                    .append(type(types))
                    .append('\n'));
        });
        text.append("patterns:\n");
        Set<String> taken = new LinkedHashSet<>();
        entities.forEach((name, members) -> patterns(name, List.copyOf(members), taken, text));
        pattern(taken, text, "{ gather: [" + String.join(", ", lists) + "] }");
        pattern(taken, text, "{ transact: [" + String.join(", ", updates) + "] }");
        return text.toString();
    }

    private void patterns(String entity, List<String> members, Set<String> taken, StringBuilder text) {
        pattern(taken, text, "{ get: " + entity + ", by: id }");
        pattern(taken, text, "{ get: " + entity + ", by: id, return: [id, " + members.get(0) + "] }");
        lists.add(pattern(taken, text, "{ list: " + entity + ", by: id }"));
        pattern(taken, text, "{ count: " + entity + ", by: id }");
        pattern(taken, text, "{ create: " + entity + " }");
        pattern(taken, text, "{ put: " + entity + " }");
        String changes = String.join(", ", members);
        updates.add(pattern(taken, text, "{ update: " + entity + ", by: id, change: [" + changes + "] }"));
        pattern(taken, text, "{ delete: " + entity + ", by: id }");
    }

    private String pattern(Set<String> taken, StringBuilder text, String body) {
        List<String> all = new ArrayList<>(MEMBERS);
        all.addAll(ENTITIES);
        String name = all.get(random.nextInt(all.size()));
        while (name.startsWith("_") || !taken.add(name)) {
            name = all.get(random.nextInt(all.size())) + (random.nextBoolean() ? "" : "2");
        }
        text.append("  ").append(name).append(": ").append(body).append('\n');
        return name;
    }

    private String type(List<String> types) {
        String word = types.get(random.nextInt(types.size()));
        boolean isScalar = TYPES.contains(word) && !word.equals("map");
        String type =
                switch (random.nextInt(6)) {
                    case 0 -> "list of " + word;
                    case 1 ->
                        isScalar && !word.equals("any") && !word.startsWith("b") && !word.equals("flag")
                                ? "set of " + word
                                : word;
                    case 2 -> "map of " + word;
                    default -> word;
                };
        return "{ type: " + type + (random.nextInt(3) == 0 ? ", required: true" : "") + " }";
    }

    private String enumeration() {
        return ": { enum: [value, of, VALUE, \"C++\", class, \"\"], open: " + random.nextBoolean() + " }";
    }

    private String record() {
        StringBuilder members = new StringBuilder(": { record: {");
        for (String name : some(MEMBERS, 4)) {
            members.append(' ').append(name).append(": ").append(type(TYPES)).append(',');
        }
        return members.append(" id: string } }").toString();
    }

    private Set<String> some(List<String> words, int count) {
        Set<String> some = new LinkedHashSet<>();
        while (some.size() < count) {
            String word = words.get(random.nextInt(words.size()));
            if (!word.startsWith("_")) {
                some.add(word);
            }
        }
        return some;
    }

    private static List<String> words(String text) {
        return List.of(text.split(" "));
    }
}
