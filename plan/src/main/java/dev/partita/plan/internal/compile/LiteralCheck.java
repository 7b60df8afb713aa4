package dev.partita.plan.internal.compile;

import dev.partita.design.Design;
import dev.partita.design.internal.text.MomentText;
import dev.partita.design.internal.text.Spelling;
import dev.partita.design.internal.text.Wording;
import dev.partita.design.model.Attribute;
import dev.partita.design.model.Edit;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.design.model.Moment;
import dev.partita.design.model.Node;
import dev.partita.design.model.Pattern;
import dev.partita.design.model.Place;
import dev.partita.design.model.Quota;
import dev.partita.design.model.Type;
import dev.partita.plan.Violation;
import dev.partita.plan.internal.key.Comparands;
import dev.partita.plan.internal.value.Coercion;
import dev.partita.plan.internal.value.Storing;
import dev.partita.plan.internal.write.Constants;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;

/**
 * Judges every value that a design states, by the rules of the attribute it is for: as a write judges what a caller gives,
 * so that no write is refused for a value that its caller never gave.
 */
final class LiteralCheck {

    /** An attribute and what is added to it: {@code votes + 1}. */
    private static final java.util.regex.Pattern SUM = java.util.regex.Pattern.compile("(\\w+)\\s*([+-])\\s*(\\d+)");

    /** Where sums and other attributes stand in place of a value. */
    private static final java.util.regex.Pattern WORDS = java.util.regex.Pattern.compile("[^A-Za-z0-9_]+");

    private final Design design;
    private final List<Finding> findings;

    private LiteralCheck(Design design, List<Finding> findings) {
        this.design = design;
        this.findings = findings;
    }

    static void check(Design design, List<Finding> findings) {
        LiteralCheck check = new LiteralCheck(design, findings);
        design.types().forEach((name, type) -> check.members(name, type));
        design.entities().values().forEach(check::entity);
        design.patterns().values().forEach(check::pattern);
        design.quotas().values().forEach(check::quota);
        design.roles().values().forEach(check::permission);
        new ConditionCheck(design, findings).all();
    }

    private void entity(Entity entity) {
        for (Attribute attribute : entity.attributes().values()) {
            attribute(entity.name() + "." + attribute.name(), attribute);
            moment(entity, attribute);
            if (attribute.sequence() != null) {
                sequence(entity.name() + "." + attribute.name(), attribute);
            }
        }
    }

    private void attribute(String subject, Attribute attribute) {
        if (attribute.defaultValue() != null) {
            Node node = attribute.node().get("default");
            List<Violation> violations = judge(attribute, attribute.defaultValue());
            violations.forEach(violation -> report(
                    subject,
                    node,
                    violation,
                    MomentText.of(violation.value()) != null && attribute.type().isTime()
                            ? violation.value().equals("now")
                                    ? "`set: on-create` in place of the default is the moment of the create"
                                    : "say it in the patterns that create: `set: { " + attribute.name() + ": "
                                            + violation.value() + " }`"
                            : advice(attribute, violation, false)));
        }
        boolean isInline = attribute.node() != null && attribute.node().get("record") != null;
        if (isInline) {
            members(subject, attribute.type());
        }
    }

    /** What {@code set: on-create} stores is a time where the type is one, and else who calls. */
    private void moment(Entity entity, Attribute attribute) {
        if (attribute.set() == null || attribute.type().isTime() || isCaller(entity, attribute)) {
            return;
        }
        String message = attribute.name() + ": `set` stores the moment, or who calls, and neither is "
                + Wording.one(attribute.type().word());
        Help help = attribute.type() == Type.Simple.INTEGER
                ? numbered(entity, attribute)
                : Help.words("write `type: timestamp` for the moment, `type: string` for who calls");
        findings.add(CompilerRule.LITERAL_DOES_NOT_FIT.found(
                entity.name() + "." + attribute.name(), attribute.node().placeOf("set"), message, help));
    }

    /** A number is the moment, or who calls where it is plain whose id it is. */
    private Help numbered(Entity entity, Attribute attribute) {
        Edit moment = Edit.ofAttribute(entity, attribute.name(), "type", "epoch-seconds");
        String people = design.entities().values().stream()
                .filter(other -> other.owner() != null
                        && other.keyAttributes().equals(Set.of(other.owner()))
                        && other.attributes().get(other.owner()).type() == Type.Simple.INTEGER)
                .map(Entity::name)
                .findFirst()
                .orElse(null);
        return people == null
                ? Help.edit(moment).saying("for the moment").or("say by `references:` whose id it is, for who calls")
                : Help.edit(Edit.ofAttribute(entity, attribute.name(), "references", people))
                        .saying("for who calls")
                        .or(moment)
                        .saying("for the moment");
    }

    /** Whether it can be who calls: a text, or a number where it is plain that somebody's id is one. */
    private static boolean isCaller(Entity entity, Attribute attribute) {
        boolean isId = attribute.references() != null || attribute.name().equals(entity.owner());
        return Constants.isCaller(attribute.type()) && (attribute.type() != Type.Simple.INTEGER || isId);
    }

    /** Those of a record have defaults of their own. A named type is judged where it stands. */
    private void members(String subject, Type type) {
        type.members().values().forEach(member -> attribute(subject + "." + member.name(), member));
    }

    private void sequence(String subject, Attribute attribute) {
        Attribute.Sequence sequence = attribute.sequence();
        if (sequence.max() != null
                && attribute.max() != null
                && attribute.max().compareTo(BigDecimal.valueOf(sequence.max())) < 0) {
            findings.add(CompilerRule.LITERAL_DOES_NOT_FIT.found(
                    subject,
                    sequence.node().placeOf("max"),
                    attribute.name() + ": " + sequence.max() + " must be at most "
                            + attribute.max().toPlainString(),
                    "write `max: " + attribute.max().toPlainString() + "`, or a wider range"));
        }
    }

    private void pattern(Pattern pattern) {
        Entity entity = pattern.entities().isEmpty()
                ? null
                : design.entities().get(pattern.entities().get(0));
        if (entity == null || pattern.node() == null) {
            return;
        }
        pattern.set().forEach((name, value) -> {
            Attribute attribute = entity.attributes().get(name);
            Node set = pattern.node().get("set");
            if (attribute != null && set != null) {
                set(pattern, entity, attribute, value, set);
            }
        });
        pattern.add().forEach((name, amount) -> {
            Attribute attribute = entity.attributes().get(name);
            boolean isNumber = attribute != null
                    && (attribute.type() == Type.Simple.INTEGER || attribute.type() == Type.Simple.DECIMAL);
            if (isNumber && amount != null) {
                amount(pattern, attribute, amount);
            }
        });
    }

    private void set(Pattern pattern, Entity entity, Attribute attribute, Object value, Node set) {
        String name = attribute.name();
        Moment moment = MomentText.of(value);
        if (moment != null && attribute.type().isTime() || value == null && !attribute.required()) {
            return;
        }
        if ("me".equals(value) && isCaller(entity, attribute)) {
            return;
        }
        List<Violation> violations = value == null
                ? List.of(new Violation("", name, null, "required", "is required and cannot be removed"))
                : judge(attribute, value);
        for (Violation violation : violations) {
            Help sum = sum(pattern, attribute, violation);
            report(
                    pattern.name(),
                    set.get(name),
                    violation,
                    sum == null ? Help.words(setAdvice(pattern, entity, attribute, violation)) : sum);
        }
        boolean isMoment =
                moment != null && !attribute.type().isTime() && !isListed(attribute.type(), String.valueOf(value));
        if (violations.isEmpty() && isMoment) {
            findings.add(CompilerRule.LITERAL_DOES_NOT_FIT.found(
                    pattern.name(),
                    set.placeOf(name),
                    name + ": `" + value + "` is a moment, and " + name + " is "
                            + Wording.one(attribute.type().word()),
                    "give " + name + " a type for times: `type: timestamp`"));
        }
    }

    /** {@code votes: votes + 1} is what {@code add} is for; null for anything else. */
    private static Help sum(Pattern pattern, Attribute attribute, Violation violation) {
        Matcher sum = violation.value() instanceof String text ? SUM.matcher(text) : null;
        if (sum == null
                || !sum.matches()
                || !sum.group(1).equals(attribute.name())
                || pattern.verb() != Pattern.Verb.UPDATE
                || pattern.node().get("add") instanceof Node.Sequence) {
            return null;
        }
        String amount = (sum.group(2).equals("-") ? "-" : "") + sum.group(3);
        return Help.edit(
                Edit.remove("patterns", pattern.name(), "set", attribute.name()),
                Edit.put(amount, "patterns", pattern.name(), "add", attribute.name()));
    }

    private String setAdvice(Pattern pattern, Entity entity, Attribute attribute, Violation violation) {
        if (violation.value() instanceof String text && violation.rule().equals("type")) {
            String give = pattern.verb() == Pattern.Verb.UPDATE
                    ? "let callers give it: `change: [" + attribute.name() + "]`"
                    : "leave it out of set, so that callers give it";
            String other = named(entity, text);
            if (entity.attributes().containsKey(text)) {
                return "`set` takes values, `now` and `me`, not other attributes; `derive: " + text + "` at "
                        + attribute.name() + " copies it with every write";
            }
            if (attribute.type().isTime() && MomentText.isMeant(text)) {
                return MomentText.HOW;
            }
            if (MomentText.of(text) != null) {
                return "a moment is for an attribute that is a time: `type: timestamp`";
            }
            if (other != null || text.contains("now")) {
                return "`set` takes values, `now` and `me`, and does no sums but `now + 10 minutes`; " + give;
            }
        }
        return advice(attribute, violation, false);
    }

    /** An attribute, or the moment, that a text speaks of; null when it speaks of none. */
    private static String named(Entity entity, String text) {
        for (String word : WORDS.split(text)) {
            if (entity.attributes().containsKey(word)) {
                return word;
            }
        }
        return null;
    }

    private void amount(Pattern pattern, Attribute attribute, Object amount) {
        Node add = pattern.node().get("add");
        List<Violation> violations = new ArrayList<>();
        Object number = new Coercion("", design.zone(), violations).typed(attribute.type(), attribute.name(), amount);
        if (number == null) {
            violations.forEach(violation ->
                    report(pattern.name(), add.get(attribute.name()), violation, advice(attribute, violation, false)));
            return;
        }
        if (attribute.min() != null
                && attribute.max() != null
                && attribute
                                .max()
                                .subtract(attribute.min())
                                .compareTo(Storing.decimal(number).abs())
                        < 0) {
            findings.add(CompilerRule.LITERAL_DOES_NOT_FIT.found(
                    pattern.name(),
                    add.placeOf(attribute.name()),
                    attribute.name() + ": " + amount + " is more than lies between "
                            + attribute.min().toPlainString() + " and "
                            + attribute.max().toPlainString(),
                    "add less, or write a wider range at " + attribute.name()));
        }
    }

    private void quota(Quota quota) {
        Entity counted = design.entities().get(quota.counts());
        Attribute by = counted == null || quota.by() == null
                ? null
                : counted.attributes().get(quota.by());
        if (by == null || !(quota.node().get("limit") instanceof Node.Mapping limits)) {
            return;
        }
        for (String value : quota.limits().keySet()) {
            judge(by, value)
                    .forEach(violation -> findings.add(CompilerRule.LITERAL_DOES_NOT_FIT.found(
                            quota.name(), limits.placeOfKey(value), message(violation), advice(by, violation, false))));
        }
    }

    /** {@code Group.permissions contains sites.write}. */
    private void permission(Design.Role role) {
        String[] words =
                role.permission() == null ? new String[0] : role.permission().split(" ", -1);
        String[] names = words.length == 3 ? words[0].split("\\.", -1) : new String[0];
        Entity entity = names.length == 2 ? design.entities().get(names[0]) : null;
        Attribute attribute = entity == null ? null : entity.attributes().get(names[1]);
        if (attribute == null || !(role.node().get("permission") instanceof Node.Text text)) {
            return;
        }
        Type element = Comparands.element(attribute.type());
        if (element == null && attribute.type() != Type.Simple.ANY) {
            findings.add(CompilerRule.COMPARISON_NEVER_HOLDS.found(
                    role.name(),
                    text.part(0, words[0].length()),
                    words[0] + " is " + Wording.one(attribute.type().word()) + ", no list or set of permissions",
                    "write `type: list of string` at " + words[0]));
        } else if (element != null) {
            List<Violation> violations = new ArrayList<>();
            new Coercion("", design.zone(), violations).typed(element, attribute.name(), words[2]);
            violations.forEach(violation -> findings.add(CompilerRule.LITERAL_DOES_NOT_FIT.found(
                    role.name(),
                    text.part(text.value().length() - words[2].length(), words[2].length()),
                    message(violation),
                    advice(element, attribute, violation, false))));
        }
    }

    private List<Violation> judge(Attribute attribute, Object value) {
        List<Violation> violations = new ArrayList<>();
        new Coercion("", design.zone(), violations).value(attribute, attribute.name(), value);
        return violations;
    }

    private void report(String subject, Node node, Violation violation, String advice) {
        report(subject, node, violation, Help.words(advice));
    }

    private void report(String subject, Node node, Violation violation, Help help) {
        findings.add(CompilerRule.LITERAL_DOES_NOT_FIT.found(
                subject, place(node, violation.attribute()), message(violation), help));
    }

    static String message(Violation violation) {
        String shown = violation.value() == null ? "" : "`" + text(violation.value()) + "` ";
        return violation.attribute() + ": " + shown + violation.message();
    }

    private static String text(Object value) {
        return value instanceof BigDecimal number ? number.toPlainString() : String.valueOf(value);
    }

    private static String advice(Attribute attribute, Violation violation, boolean isQuoted) {
        return advice(typeAt(attribute.type(), violation.attribute()), attribute, violation, isQuoted);
    }

    /**
     * What to write instead.
     *
     * @param isQuoted whether text stands in single quotes there, as in conditions
     */
    static String advice(Type type, Attribute attribute, Violation violation, boolean isQuoted) {
        String text = violation.value() == null ? "" : text(violation.value());
        String quote = isQuoted ? "'" : "\"";
        if (type instanceof Type.Enumeration options && violation.rule().equals("enum")) {
            return options.values().contains(text)
                    ? "in quotes it is text: " + quote + text + quote
                    : Spelling.advice(text, options.values());
        }
        if (violation.rule().equals("type") && type instanceof Type.Simple simple) {
            if (simple == Type.Simple.STRING && !text.isEmpty()) {
                return "in quotes it is text: " + quote + text + quote;
            }
            String example = example(simple);
            return example == null
                    ? null
                    : Wording.one(simple.word()) + " is written "
                            + (isQuoted && simple.tag().equals("S") ? "'" + example + "'" : example);
        }
        if (violation.rule().equals("type") && type.isListOrSet()) {
            return "write a list: [" + text + "]";
        }
        return attribute == null
                ? "correct the value"
                : "correct the value, or the `" + violation.rule() + "` of " + attribute.name();
    }

    private static String example(Type.Simple type) {
        return switch (type) {
            case INTEGER -> "12";
            case DECIMAL -> "1.5";
            case BOOLEAN, FLAG -> "true or false";
            case TIMESTAMP, TIMESTAMP_MILLIS, ISO_TIME -> "2024-06-29T12:00:00Z";
            case EPOCH_SECONDS -> "1719662400";
            case EPOCH_MILLIS -> "1719662400000";
            case DATE -> "2024-06-29";
            case UUID -> "123e4567-e89b-42d3-a456-426614174000";
            case ULID -> "01ARZ3NDEKTSV4RRFFQ69G5FAV";
            case BINARY -> "in base64: SGVsbG8=";
            case STRING, PASSWORD, ANY -> null;
        };
    }

    /** The type of what a violation's path leads to. */
    private static Type typeAt(Type type, String path) {
        Type at = type;
        for (String step : steps(path)) {
            if (at.members().containsKey(step)) {
                at = at.members().get(step).type();
            } else if (at.element() != null) {
                at = at.element();
            }
        }
        return at;
    }

    /** Where what a violation's path leads to stands, or the innermost that is there. */
    static Place place(Node node, String path) {
        Node at = node;
        for (String step : steps(path)) {
            Node next = at instanceof Node.Sequence list ? list.items().get(Integer.parseInt(step)) : at.get(step);
            if (next == null) {
                return at.placeOfKey(step);
            }
            at = next;
        }
        return at.place();
    }

    /** What follows the attribute's own name: members by name, elements by number. */
    private static List<String> steps(String path) {
        List<String> steps = new ArrayList<>(List.of(path.split("[.\\[]")));
        steps.replaceAll(step -> step.endsWith("]") ? step.substring(0, step.length() - 1) : step);
        return steps.subList(1, steps.size());
    }

    private static boolean isListed(Type type, String value) {
        return type instanceof Type.Enumeration options && options.values().contains(value);
    }
}
