package dev.partita.plan.internal.compile;

import dev.partita.design.Design;
import dev.partita.design.model.Attribute;
import dev.partita.design.model.Edit;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.design.model.Pattern;
import dev.partita.design.model.Pattern.Verb;
import dev.partita.design.model.Template;
import dev.partita.design.model.Type;
import dev.partita.design.model.Where;
import dev.partita.plan.internal.key.Arguments;
import dev.partita.plan.internal.key.KeyTerm;
import dev.partita.plan.internal.write.UpdateWrite;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Two things that a caller gives to one pattern under one name: then one value would stand for both. */
final class ArgumentNames {

    /**
     * Something that a caller gives.
     *
     * @param word of the pattern that asks for it
     * @param what it is, as the file says it
     * @param type null where it is text of its own
     * @param isFree whether the author chose the name: a condition may compare with a value that is given anyway
     */
    private record Wanted(String word, String what, Type type, boolean isFree) {

        boolean canBe(Wanted other) {
            return what.equals(other.what)
                    || (isFree || other.isFree) && (type == null || other.type == null || type.isLike(other.type));
        }
    }

    private static final Set<Verb> PAGED = EnumSet.of(Verb.LIST, Verb.SCAN, Verb.READ, Verb.SEARCH);
    private static final Set<String> OF_PAGES = Set.of("cursor", "limit");

    private final Pattern pattern;
    private final Entity entity;
    private final Map<String, Wanted> known = new LinkedHashMap<>();
    private final List<Finding> findings = new ArrayList<>();

    private ArgumentNames(Pattern pattern, Entity entity) {
        this.pattern = pattern;
        this.entity = entity;
    }

    static void check(Design design, List<Finding> findings) {
        for (Pattern pattern : design.patterns().values()) {
            Entity entity = pattern.entities().isEmpty()
                    ? null
                    : design.entities().get(pattern.entities().get(0));
            if (entity != null && pattern.verb() != Verb.GATHER && pattern.verb() != Verb.TRANSACT) {
                findings.addAll(new ArgumentNames(pattern, entity).all());
            }
        }
    }

    private List<Finding> all() {
        for (Template.Variable variable : pattern.by()) {
            boolean isEach = pattern.isEach(variable.attribute());
            if (!isEach) {
                add("by", Arguments.name(variable), KeyTerm.shown(variable), type(variable), false);
            } else if (pattern.each().isGiven() && type(variable) != null) {
                String what = "the values of " + variable.attribute();
                add("each", Arguments.plural(variable), what, new Type.ListOf(type(variable)), false);
            }
        }
        if (pattern.range() != null) {
            String name = Arguments.name(pattern.range());
            add("range", name + "From", "a bound of the range", type(pattern.range()), false);
            add("range", name + "To", "a bound of the range", type(pattern.range()), false);
        }
        for (String name : pattern.change()) {
            String argument = UpdateWrite.argument(pattern, name);
            Attribute attribute = entity.attributes().get(name);
            add(
                    "change",
                    argument,
                    argument.equals(name) ? name : "the new " + name,
                    attribute == null ? null : attribute.type(),
                    false);
        }
        condition("where", pattern.where());
        condition("when", pattern.when());
        return findings;
    }

    private void condition(String word, Where where) {
        Arguments.ofCondition(entity, where)
                .forEach(argument ->
                        add(word, argument.name(), ":" + argument.name() + " of the condition", argument.type(), true));
    }

    private Type type(Template.Variable variable) {
        Attribute attribute = entity.attributes().get(variable.attribute());
        Template.Format.Kind bucket = variable.period();
        return bucket == Template.Format.Kind.DATE
                ? Type.Simple.DATE
                : bucket != null ? Type.Simple.STRING : attribute == null ? null : attribute.type();
    }

    private void add(String word, String name, String what, Type type, boolean isFree) {
        Wanted wanted = new Wanted(word, what, type, isFree);
        if (PAGED.contains(pattern.verb()) && OF_PAGES.contains(name)) {
            report(name, what, "what every list takes to go on page by page", wanted);
            return;
        }
        Wanted other = known.putIfAbsent(name, wanted);
        if (other != null && !other.canBe(wanted)) {
            report(name, other.what, what, wanted);
        }
    }

    private void report(String name, String one, String another, Wanted wanted) {
        findings.add(CompilerRule.ARGUMENT_NAMED_TWICE.found(
                pattern.name(),
                pattern.node().placeOf(wanted.word),
                "the argument " + name + " would be both " + one + " and " + another + ", and a caller gives it once",
                help(wanted)));
    }

    private Help help(Wanted wanted) {
        if (wanted.isFree) {
            return Help.words("call the argument of the condition otherwise");
        }
        List<String> others = pattern.by().stream()
                .map(KeyTerm::shown)
                .filter(shown -> !shown.equals(wanted.what))
                .toList();
        return wanted.word.equals("by") && !others.isEmpty()
                ? Help.edit(Edit.ofPattern(pattern, "by", others.size() == 1 ? others.get(0) : Edit.list(others)))
                        .or("call one of the attributes otherwise")
                : Help.words("call one of the attributes otherwise");
    }
}
