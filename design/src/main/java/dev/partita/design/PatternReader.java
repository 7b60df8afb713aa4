package dev.partita.design;

import dev.partita.design.internal.text.ReaderRule;
import dev.partita.design.internal.text.Spelling;
import dev.partita.design.model.Attribute;
import dev.partita.design.model.Edit;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Help;
import dev.partita.design.model.Node;
import dev.partita.design.model.Pattern;
import dev.partita.design.model.Place;
import dev.partita.design.model.Template;
import dev.partita.design.model.Where;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Access patterns. Their names are resolved later, when all there is to name has been read. */
final class PatternReader {

    private final PartialDesign draft;
    private final Map<String, Entity> entities;

    /** @param entities all there are, read before */
    PatternReader(PartialDesign draft, Map<String, Entity> entities) {
        this.draft = draft;
        this.entities = entities;
    }

    Map<String, Pattern> all(Node.Mapping patterns) {
        Map<String, Pattern> all = new LinkedHashMap<>();
        for (Map.Entry<String, Node> entry : patterns.entries().entrySet()) {
            String name = entry.getKey();
            Node node = entry.getValue();
            draft.checkName(name, name, patterns.placeOfKey(name), "a pattern");
            Pattern pattern = one(name, node);
            if (pattern != null) {
                all.put(name, pattern);
            }
        }
        return all;
    }

    private Pattern one(String name, Node node) {
        ConstructReader f = ConstructReader.open(node, Vocabulary.PATTERN.noun(), name, draft.problems);
        Pattern.Verb verb = f.isMap() ? verb(f) : null;
        if (verb == null) {
            return null;
        }
        List<String> entities = f.names(verb.word());
        f.require(
                verb.word(),
                verb == Pattern.Verb.GATHER || verb == Pattern.Verb.TRANSACT ? "name the patterns" : "name the entity");
        draft.readIgnores(f);
        if (f.has("then") && f.has("return")) {
            f.error(
                    ReaderRule.UNKNOWN_WORD,
                    f.map().placeOfKey("return"),
                    "`return` says nothing beside `then`: what that pattern returns is the answer",
                    Help.edit(new Edit.Drop()).saying("and write `return` in `" + f.text("then") + "`"));
        }
        Pattern.Common common = new Pattern.Common(
                name,
                f.text("about"),
                f.names("id"),
                entities,
                f.names("allow"),
                f.names("through"),
                ExpectReader.read(f, Vocabulary.PATTERN_EXPECT, draft.problems),
                RouteReader.read(f, verb),
                f.map());
        return of(verb, common, f);
    }

    /** The entity to fetch: named itself, or by the attribute that refers to it. */
    private String fetched(Pattern.Common common, ConstructReader f) {
        String word = f.text("fetch");
        Entity from = common.entities().isEmpty()
                ? null
                : entities.get(common.entities().get(0));
        Attribute named = from == null || entities.containsKey(word)
                ? null
                : from.attributes().get(word);
        return named == null || named.references() == null ? word : named.references();
    }

    /** The words that the verb knows; others have been refused and are not read. */
    private Pattern of(Pattern.Verb verb, Pattern.Common common, ConstructReader f) {
        return switch (verb) {
            case GET ->
                new Pattern.Get(
                        common,
                        choice(f, verb),
                        Pattern.Order.of(f.text("order")),
                        returned(f),
                        fetched(common, f),
                        f.text("then"));
            case READ ->
                new Pattern.Read(
                        common, choice(f, verb), Pattern.Order.of(f.text("order")), f.positive("page"), returned(f));
            case LIST ->
                new Pattern.Listing(
                        common,
                        choice(f, verb),
                        Pattern.Order.of(f.text("order")),
                        f.positive("page"),
                        f.positive("max"),
                        each(f),
                        returned(f),
                        fetched(common, f),
                        f.text("then"));
            case COUNT -> new Pattern.Count(common, choice(f, verb), each(f), strong(f), f.seconds("cache"));
            case SEARCH ->
                new Pattern.Search(
                        common,
                        f.text("on"),
                        where(f, "where"),
                        f.positive("page"),
                        f.positive("max"),
                        f.names("return"),
                        f.seconds("cache"));
            case SCAN ->
                new Pattern.Scan(
                        common,
                        where(f, "where"),
                        new PinnedReader(draft, f).read(),
                        f.positive("page"),
                        f.positive("max"),
                        returned(f),
                        fetched(common, f));
            case GATHER -> new Pattern.Gather(common, f.seconds("cache"));
            case CREATE -> new Pattern.Create(common, f.values("set"), f.text("with"), demands(f));
            case PUT -> new Pattern.Put(common, f.values("set"), f.text("detect"), demands(f));
            case UPDATE ->
                new Pattern.Update(
                        common,
                        by(f, verb),
                        f.names("change"),
                        f.values("set"),
                        add(f),
                        f.names("append"),
                        f.names("remove"),
                        f.text("detect"),
                        f.isTrue("or-create"),
                        demands(f));
            case DELETE -> new Pattern.Delete(common, by(f, verb), where(f, "when"), f.isTrue("hard"), guard(f));
            case RESTORE -> new Pattern.Restore(common, by(f, verb), where(f, "when"), guard(f));
            case TRANSACT -> new Pattern.Transact(common, f.names("same"));
        };
    }

    private Pattern.Choice choice(ConstructReader f, Pattern.Verb verb) {
        return new Pattern.Choice(by(f, verb), where(f, "where"), range(f), walk(f), new PinnedReader(draft, f).read());
    }

    private static Pattern.Returned returned(ConstructReader f) {
        return new Pattern.Returned(f.names("return"), strong(f), f.seconds("cache"));
    }

    private Pattern.Demands demands(ConstructReader f) {
        return new Pattern.Demands(f.names("require"), where(f, "when"), requires(f), guard(f));
    }

    private Pattern.Verb verb(ConstructReader f) {
        List<Pattern.Verb> verbs = new ArrayList<>();
        for (String word : f.map().entries().keySet()) {
            if (Vocabulary.verb(word) != null) {
                verbs.add(Vocabulary.verb(word));
            }
        }
        // In their own order, whatever the file's is.
        verbs.sort(null);
        if (verbs.isEmpty()) {
            f.error(
                    ReaderRule.MISSING,
                    f.map().place(),
                    "the pattern says neither what it reads nor what it writes",
                    misspelt(f));
            return null;
        }
        Pattern.Verb verb = verbs.get(0);
        if (verbs.size() > 1) {
            f.error(
                    ReaderRule.TWO_VERBS,
                    f.map().placeOfKey(verbs.get(1).word()),
                    "a pattern does one thing, and this one has `" + verb.word() + "` and `"
                            + verbs.get(1).word() + "`",
                    "make two patterns of it");
        }
        if (verbs.size() > 1 || !f.hasOnly(Vocabulary.words(verb))) {
            unknownWords(f, verbs);
        }
        if (verb == Pattern.Verb.SEARCH) {
            f.require("on", "name the attribute whose words are sought");
        }
        besideStated(f, verb);
        return verb;
    }

    private static void unknownWords(ConstructReader f, List<Pattern.Verb> verbs) {
        Pattern.Verb verb = verbs.get(0);
        Set<String> known = new LinkedHashSet<>(Vocabulary.words(verb));
        for (Pattern.Verb one : verbs) {
            known.add(one.word());
        }
        for (Map.Entry<String, Place> key : f.map().keys().entrySet()) {
            if (!known.contains(key.getKey()) && Vocabulary.allOptions().contains(key.getKey())) {
                f.error(
                        ReaderRule.UNKNOWN_WORD,
                        key.getValue(),
                        "`" + key.getKey() + "` does not go with `" + verb.word() + "`",
                        Help.edit(new Edit.Drop())
                                .saying("since it goes with " + quoted(Vocabulary.verbsOf(key.getKey()))));
                known.add(key.getKey());
            }
        }
        f.allowOnly(known);
    }

    /** A request that is stated is sent as it is, so most of what tells the compiler what to look for says nothing there. */
    private static void besideStated(ConstructReader f, Pattern.Verb verb) {
        List<String> stated = new ArrayList<>();
        for (String word : Vocabulary.STATED) {
            if (f.map().get(word) != null && Vocabulary.options(verb).contains(word)) {
                stated.add(word);
            }
        }
        if (stated.isEmpty()) {
            return;
        }
        for (Map.Entry<String, Place> key : f.map().keys().entrySet()) {
            if (Vocabulary.options(verb).contains(key.getKey())
                    && !Vocabulary.besideStated(verb).contains(key.getKey())) {
                f.error(
                        ReaderRule.UNKNOWN_WORD,
                        key.getValue(),
                        "`" + key.getKey() + "` says nothing beside `" + stated.get(0)
                                + "`, which states the request itself",
                        Help.edit(new Edit.Drop()).or("leave out " + quoted(stated)));
            }
        }
        if (f.has("limit") && f.has("page")) {
            f.error(
                    ReaderRule.UNKNOWN_WORD,
                    f.map().placeOfKey("page"),
                    "`page` says nothing beside `limit`",
                    Help.edit(new Edit.Drop()));
        }
    }

    private static String quoted(List<String> words) {
        return words.stream().map(word -> "`" + word + "`").collect(java.util.stream.Collectors.joining(", "));
    }

    private static String misspelt(ConstructReader f) {
        for (String key : f.map().entries().keySet()) {
            String verb = Spelling.nearest(key, Vocabulary.VERBS);
            if (verb != null && !Vocabulary.PATTERN.list().contains(key)) {
                return "did you mean `" + verb + "` for `" + key + "`?";
            }
        }
        return "begin with a verb: " + String.join(", ", Vocabulary.VERBS);
    }

    private List<Template.Variable> variables(ConstructReader f, String word) {
        TemplateReader reader = new TemplateReader(draft.problems, f.subject());
        List<Template.Variable> variables = new ArrayList<>();
        for (Node.Text text : f.texts(word)) {
            Template.Variable variable = reader.variable(text);
            if (variable != null) {
                variables.add(variable);
            }
        }
        return variables;
    }

    /** What of an attribute a caller may give: a span of time, or a text in any case. A write finds its item by whole values. */
    private List<Template.Variable> by(ConstructReader f, Pattern.Verb verb) {
        List<Template.Variable> all = new ArrayList<>();
        for (Template.Variable variable : variables(f, "by")) {
            boolean isWhole = variable.formats().isEmpty();
            if (isWhole || !verb.writes() && variable.formats().size() == 1 && isAskedFor(variable, true)) {
                all.add(variable);
            } else {
                f.error(
                        ReaderRule.WRONG_VALUE,
                        variable.place(),
                        verb.writes()
                                ? "a `" + verb.word() + "` finds its item by whole values"
                                : "`by` takes an attribute as it is, its date, month, year or hour, or any spelling of it",
                        Help.edit(new Edit.Rewrite(variable.attribute())));
            }
        }
        return all;
    }

    private Template.Variable range(ConstructReader f) {
        Node.Text text = f.textNode("range");
        Template.Variable variable =
                text == null ? null : new TemplateReader(draft.problems, f.subject()).variable(text);
        if (variable == null
                || variable.formats().isEmpty()
                || variable.formats().size() == 1 && isAskedFor(variable, false)) {
            return variable;
        }
        f.error(
                ReaderRule.WRONG_VALUE,
                variable.place(),
                "`range` takes an attribute as it is, or its date, month, year or hour",
                Help.edit(new Edit.Rewrite(variable.attribute())));
        return null;
    }

    private static boolean isAskedFor(Template.Variable variable, boolean isSpelling) {
        return switch (variable.formats().get(0).kind()) {
            case DATE, MONTH, YEAR, HOUR -> true;
            case LOWER, UPPER -> isSpelling;
            case PAD, NEWEST_FIRST, HASH, SHARD, SHORTEN, RAW -> false;
        };
    }

    private Where where(ConstructReader f, String word) {
        return WhereReader.read(f.node(word), f.subject(), draft.problems);
    }

    private static Boolean strong(ConstructReader f) {
        String word = f.choice("consistency", Vocabulary.CONSISTENCY);
        return word == null ? null : word.equals("strong");
    }

    private static Long walk(ConstructReader f) {
        Long seconds = f.seconds("walk");
        if (seconds != null && seconds == 0) {
            f.error(
                    ReaderRule.WRONG_VALUE,
                    f.map().placeOf("walk"),
                    "a walk of no time sees nothing",
                    "write `walk: 30 days`");
            return null;
        }
        return seconds;
    }

    private static Pattern.Each each(ConstructReader f) {
        Node node = f.node("each");
        if (node instanceof Node.Text text) {
            return new Pattern.Each(text.value(), null, null, false, text);
        }
        if (node instanceof Node.Mapping map
                && map.entries().size() == 1
                && map.entries().values().iterator().next() instanceof Node.Text from) {
            String attribute = map.entries().keySet().iterator().next();
            if (from.value().equals(Pattern.Each.GIVEN)) {
                return new Pattern.Each(attribute, null, null, true, from);
            }
            String[] names = from.value().split("\\.", -1);
            if (names.length == 2) {
                return new Pattern.Each(attribute, names[0], names[1], false, from);
            }
        }
        if (node != null) {
            f.error(
                    ReaderRule.WRONG_VALUE,
                    node.place(),
                    "`each` names an attribute, or where its values come from",
                    "write `each: stars`, `each: { plan: plans.name }`, or `each: { plan: given }` for what callers give");
        }
        return null;
    }

    /** {@code add: { count: 1 }}, or {@code add: [amount]} where the caller says how much. */
    private static Map<String, Object> add(ConstructReader f) {
        Node node = f.node("add");
        if (node == null || node instanceof Node.Mapping) {
            return f.values("add");
        }
        Map<String, Object> add = new LinkedHashMap<>();
        for (String name : f.names("add")) {
            add.put(name, null);
        }
        return add;
    }

    private Map<String, Where> requires(ConstructReader f) {
        Map<String, Where> requires = new LinkedHashMap<>();
        if (f.node("requires") instanceof Node.Mapping) {
            for (Map.Entry<String, Node> entry : f.entries("requires").entrySet()) {
                String entity = entry.getKey();
                Node condition = entry.getValue();
                boolean exists = condition instanceof Node.Text text
                        && text.value().strip().equals("exists");
                requires.put(entity, exists ? null : WhereReader.read(condition, f.subject(), draft.problems));
            }
        } else {
            for (String entity : f.names("requires")) {
                requires.put(entity, null);
            }
        }
        return requires;
    }

    private Pattern.Guard guard(ConstructReader f) {
        if (!f.has("guard")) {
            return null;
        }
        ConstructReader g = ConstructReader.of(f.node("guard"), Vocabulary.GUARD, f.subject(), draft.problems);
        g.require("count", "name a pattern that counts");
        g.require("below", "say the limit");
        return new Pattern.Guard(g.text("count"), g.text("below"), g.map());
    }
}
