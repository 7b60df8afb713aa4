package dev.partita.design;

import dev.partita.design.internal.text.Quantities;
import dev.partita.design.internal.text.ReaderRule;
import dev.partita.design.internal.text.SourceLines;
import dev.partita.design.internal.text.Yaml;
import dev.partita.design.internal.text.YamlValues;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Node;
import dev.partita.design.model.Pattern;
import dev.partita.design.model.Place;
import dev.partita.design.model.Quota;
import dev.partita.design.model.Severity;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;

/**
 * Reads a design file: any text gives a {@link Reading}, with all its errors at once. It judges shape and names only; whether the
 * design is a good one is for the linter.
 */
public final class Reader {

    /** Text without quotes behind a colon, and what YAML takes for a comment behind it. */
    private static final String COMMENTED =
            ":\\s+([^\\s\"'{}\\[\\],#|>&*!%@`]+)\\s+(#\\{[A-Za-z_][A-Za-z0-9_:.()-]*}[^\\s,}\\]]*)";

    private static final int LONGEST_LINE = 10_000;

    private final Source source;
    private final PartialDesign draft = new PartialDesign();

    public static Reading read(Source source) {
        return new Reader(source).read();
    }

    /** Reads the bytes of a file, which may not even be text. */
    public static Reading read(String name, byte[] bytes) {
        CharsetDecoder decoder = StandardCharsets.UTF_8
                .newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT);
        ByteBuffer in = ByteBuffer.wrap(bytes);
        try {
            return read(new Source(name, decoder.decode(in).toString()));
        } catch (CharacterCodingException e) {
            String before = new String(bytes, 0, in.position(), StandardCharsets.UTF_8);
            Finding finding = new Finding(
                    ReaderRule.NOT_UTF_8.id(),
                    Severity.ERROR,
                    "design",
                    new SourceLines(before + " ").placeAt(before.length()),
                    String.format("the byte 0x%02X here is not UTF-8 text", bytes[in.position()]),
                    "save the file as UTF-8");
            return new Reading(null, null, List.of(finding));
        }
    }

    /**
     * The design of a tree that was read from a file without an error, perhaps by an earlier version. Words this version does not
     * know are errors; whether names mean something is not asked again.
     */
    static Reading read(Source source, Node root) {
        return new Reader(source).read(root);
    }

    private Reader(Source source) {
        this.source = source;
    }

    private Reading read() {
        commentsInTemplates();
        Node root = Yaml.read(source.text(), draft.problems);
        Reading reading = root == null ? new Reading(source, null, draft.problems.findings()) : read(root);
        if (reading.design() == null) {
            return reading;
        }
        new NameCheck(reading.design(), draft.problems).run();
        return new Reading(source, reading.design(), draft.problems.findings());
    }

    private Reading read(Node root) {
        if (!(root instanceof Node.Mapping)) {
            draft.problems.error(
                    ReaderRule.WRONG_KIND,
                    "design",
                    root.place(),
                    "a design file is a map of words, not " + root.kind(),
                    "begin with `design: name`");
            return new Reading(source, null, draft.problems.findings());
        }
        Design design = design(ConstructReader.of(root, Vocabulary.DESIGN, "design", draft.problems));
        return new Reading(source, design, draft.problems.findings());
    }

    /** {@code pk: USER #{id}} is the text USER and a comment: YAML has no complaint, and the author another intention. */
    private void commentsInTemplates() {
        List<String> lines = source.lines();
        java.util.regex.Pattern commented = java.util.regex.Pattern.compile(COMMENTED);
        for (int i = 0; i < lines.size() && lines.get(i).length() < LONGEST_LINE; i++) {
            Matcher matcher = lines.get(i).contains("#{") ? commented.matcher(lines.get(i)) : null;
            if (matcher != null && matcher.find()) {
                draft.problems.error(
                        ReaderRule.BAD_TEMPLATE,
                        "design",
                        new Place(i + 1, matcher.start(2) + 1, matcher.end(2) - matcher.start(2)),
                        "this is a comment, since a blank stands before the #: the text ends before it",
                        "put it in quotes: \"" + matcher.group(1) + "#"
                                + matcher.group(2).substring(1) + "\"");
            }
        }
    }

    private Design design(ConstructReader f) {
        String name = name(f);
        if (f.textNode("separator") != null && !f.text("separator").isEmpty()) {
            draft.separator = f.text("separator");
        }
        Node.Mapping typeNodes = section(f, "types");
        TypeReader types = new TypeReader(draft, typeNodes.entries());
        types.readAll(typeNodes);
        f.require("tables", "a design has at least one table");
        new TableReader(draft).readAll(section(f, "tables"));
        Map<String, Entity> entities = CopyExpiry.spread(
                new Normalisation(new EntityReader(draft, types).all(section(f, "entities")), draft.problems).spread());
        Map<String, Quota> quotas = new QuotaReader(draft).all(section(f, "quotas"));
        Map<String, Pattern> patterns = new PatternReader(draft, entities).all(section(f, "patterns"));
        PeopleReader people = new PeopleReader(draft);
        Design.Identity identity = f.has("identity") ? people.identity(f.node("identity")) : null;
        Map<String, Design.Role> roles = people.roles(section(f, "roles"));
        Map<String, Design.Alarm> alarms = alarms(section(f, "alarms"));
        Map<String, List<Design.Sample>> samples = samples(section(f, "samples"));
        ignores(f);
        return new Design(
                name,
                f.text("about"),
                source,
                f.map(),
                draft.separator,
                zone(f),
                draft.types,
                draft.tables,
                entities,
                quotas,
                patterns,
                identity,
                roles,
                f.names("allow"),
                alarms,
                samples,
                draft.ignores);
    }

    private Node.Mapping section(ConstructReader f, String word) {
        f.entries(word);
        return f.node(word) instanceof Node.Mapping map
                ? map
                : new Node.Mapping(Map.of(), Map.of(), f.map().place());
    }

    private static String name(ConstructReader f) {
        if (!f.require("design", "name the design: `design: orders`")) {
            return "design";
        }
        Node.Text text = f.textNode("design");
        if (text != null && !isDesignName(text.value())) {
            f.error(
                    ReaderRule.BAD_NAME,
                    text.place(),
                    "`" + text.value() + "` cannot be the name of a design",
                    "lower-case letters, digits and hyphens, a letter first");
        }
        return text == null ? "design" : text.value();
    }

    private static boolean isDesignName(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if ((c < 'a' || c > 'z') && (i == 0 || c != '-' && (c < '0' || c > '9'))) {
                return false;
            }
        }
        return !text.isEmpty() && text.length() <= 100;
    }

    private static ZoneId zone(ConstructReader f) {
        Node.Text text = f.textNode("time-zone");
        ZoneId zone = null;
        try {
            zone = text == null ? null : ZoneId.of(text.value());
        } catch (DateTimeException e) {
            // Told below.
        }
        f.told(text, "a time zone, such as `UTC` or `Europe/Berlin`", zone);
        return zone == null ? ZoneId.of("UTC") : zone;
    }

    private Map<String, Design.Alarm> alarms(Node.Mapping alarms) {
        Map<String, Design.Alarm> all = new LinkedHashMap<>();
        for (Map.Entry<String, Node> entry : alarms.entries().entrySet()) {
            String name = entry.getKey();
            Node node = entry.getValue();
            draft.checkName(name.replace('-', '_'), name, alarms.placeOfKey(name), "an alarm");
            ConstructReader f = ConstructReader.of(node, Vocabulary.ALARM, name, draft.problems);
            if (!f.has("metric")) {
                f.require("metric", "one of: " + String.join(", ", Vocabulary.METRICS));
            }
            if (!f.has("below")) {
                f.require("above", "say the threshold: `above: 10`");
            }
            all.put(
                    name,
                    new Design.Alarm(
                            name,
                            f.text("about"),
                            f.choice("metric", Design.Metric.values()),
                            threshold(f, "above"),
                            threshold(f, "below"),
                            f.seconds("per"),
                            f.map()));
        }
        return all;
    }

    private static BigDecimal threshold(ConstructReader f, String word) {
        Node.Text text = f.textNode(word);
        return f.told(
                text,
                "a number, such as 10, `5 %`, `50 ms` or `300 KB`",
                text == null ? null : Quantities.threshold(text.value()));
    }

    private Map<String, List<Design.Sample>> samples(Node.Mapping samples) {
        Map<String, List<Design.Sample>> all = new LinkedHashMap<>();
        for (Map.Entry<String, Node> entry : samples.entries().entrySet()) {
            String entity = entry.getKey();
            Node node = entry.getValue();
            List<Design.Sample> list = new ArrayList<>();
            List<Node> items = node instanceof Node.Sequence sequence ? sequence.items() : List.of(node);
            for (Node item : items) {
                ConstructReader f = ConstructReader.open(item, "a sample", entity, draft.problems);
                Map<String, Object> values = new LinkedHashMap<>();
                for (Map.Entry<String, Node> value : f.map().entries().entrySet()) {
                    values.put(value.getKey(), YamlValues.of(value.getValue()));
                }
                list.add(new Design.Sample(entity, values, f.map()));
            }
            all.put(entity, List.copyOf(list));
        }
        return all;
    }

    private void ignores(ConstructReader f) {
        Node node = f.node("ignore");
        if (node instanceof Node.Mapping) {
            int before = draft.ignores.size();
            draft.readIgnores(f);
            draft.ignores
                    .subList(before, draft.ignores.size())
                    .replaceAll(i -> new Design.Ignore(i.rule(), null, i.reason(), i.node()));
            return;
        }
        if (node == null) {
            return;
        }
        if (!(node instanceof Node.Sequence list)) {
            f.wrongKind("ignore", node, "a list");
            return;
        }
        for (Node item : list.items()) {
            ConstructReader i = ConstructReader.of(item, Vocabulary.IGNORE, "design", draft.problems);
            boolean complete = i.require("rule", "name the rule: `rule: low-cardinality-partition`")
                    & i.require("reason", "say why it is right here");
            if (complete) {
                draft.ignores.add(new Design.Ignore(i.text("rule"), i.text("at"), i.text("reason"), i.map()));
            }
        }
    }
}
