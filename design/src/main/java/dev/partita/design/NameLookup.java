package dev.partita.design;

import dev.partita.design.internal.text.ReaderRule;
import dev.partita.design.internal.text.ReadingProblems;
import dev.partita.design.internal.text.Spelling;
import dev.partita.design.internal.text.Wording;
import dev.partita.design.model.Attribute;
import dev.partita.design.model.Edit;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Help;
import dev.partita.design.model.Node;
import dev.partita.design.model.Pattern;
import dev.partita.design.model.Place;
import dev.partita.design.model.Template;
import dev.partita.design.model.Type;
import dev.partita.design.model.Where;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Looks up what a name means, and tells of those that mean nothing. */
final class NameLookup {

    final Design design;
    private final ReadingProblems problems;

    NameLookup(Design design, ReadingProblems problems) {
        this.design = design;
        this.problems = problems;
    }

    /** The entity, or null with a finding. A null name was told of already. */
    Entity entity(String name, String subject, Place place) {
        Entity entity = name == null ? null : design.entities().get(name);
        if (entity == null && name != null) {
            unknown("there is no entity `" + name + "`", name, design.entities().keySet(), subject, place);
        }
        return entity;
    }

    Pattern pattern(String name, String subject, Place place) {
        Pattern pattern = name == null ? null : design.patterns().get(name);
        // One that could not be read is still there.
        boolean written =
                design.node().get("patterns") instanceof Node.Mapping all && all.get(String.valueOf(name)) != null;
        if (pattern == null && name != null && !written) {
            unknown(
                    "there is no pattern `" + name + "`",
                    name,
                    design.patterns().keySet(),
                    subject,
                    place);
        }
        return pattern;
    }

    /** The attribute of the first of {@code scope} that has it, or null with a finding. An empty scope was told of already. */
    Attribute attribute(List<Entity> scope, String name, String subject, Place place) {
        if (scope.isEmpty() || name == null) {
            return null;
        }
        for (Entity entity : scope) {
            Attribute attribute = entity.attributes().get(name);
            if (attribute != null) {
                return attribute;
            }
        }
        Set<String> known = new LinkedHashSet<>();
        scope.forEach(e -> known.addAll(e.attributes().keySet()));
        String stored = storedName(scope, name);
        String message = "`" + name + "` is not an attribute of " + joined(scope);
        if (stored != null) {
            problems.error(
                    ReaderRule.UNKNOWN_NAME,
                    subject,
                    place,
                    message,
                    Help.edit(new Edit.Rewrite(stored))
                            .saying("instead of `" + name + "`, the name it is stored under"));
        } else {
            unknown(message, name, known, subject, place);
        }
        return null;
    }

    void attributes(List<Entity> scope, List<String> names, String subject, Node owner, String word) {
        names.forEach(name -> attribute(scope, name, subject, placeOf(owner, word, name)));
    }

    void template(List<Entity> scope, Template template, String subject) {
        template.variables().forEach(v -> attribute(scope, v.attribute(), subject, name(v)));
    }

    void unknown(String message, String name, Collection<String> known, String subject, Place place) {
        String advice =
                Spelling.nearest(name, known) == null && known.size() > 15 ? null : Spelling.advice(name, known);
        problems.error(ReaderRule.UNKNOWN_NAME, subject, place, message, advice);
    }

    void error(ReaderRule rule, String subject, Place place, String message, String advice) {
        problems.error(rule, subject, place, message, advice);
    }

    void error(ReaderRule rule, String subject, Place place, String message, Help help) {
        problems.error(rule, subject, place, message, help);
    }

    void where(List<Entity> scope, Where where, String subject) {
        if (where instanceof Where.And and) {
            where(scope, and.left(), subject);
            where(scope, and.right(), subject);
        } else if (where instanceof Where.Or or) {
            where(scope, or.left(), subject);
            where(scope, or.right(), subject);
        } else if (where instanceof Where.Not not) {
            where(scope, not.inner(), subject);
        } else if (where instanceof Where.Compare compare) {
            operand(scope, compare.left(), subject);
            value(scope, compare.right(), subject);
        } else if (where instanceof Where.Between between) {
            operand(scope, between.value(), subject);
            value(scope, between.low(), subject);
            value(scope, between.high(), subject);
        } else if (where instanceof Where.In in) {
            operand(scope, in.value(), subject);
            in.options().forEach(option -> value(scope, option, subject));
        } else if (where instanceof Where.Call call) {
            operand(scope, call.value(), subject);
            value(scope, call.argument(), subject);
        } else if (where instanceof Where.Exists exists) {
            operand(scope, exists.path(), subject);
        } else if (where instanceof Where.IsTrue isTrue) {
            operand(scope, isTrue.path(), subject);
        }
    }

    /** What something is compared with: an unknown name there is most likely text that lacks its quotes. */
    private void value(List<Entity> scope, Where.Operand operand, String subject) {
        if (operand instanceof Where.Operand.Path path && path.names().size() == 1 && !scope.isEmpty()) {
            String name = path.attribute();
            boolean known = scope.stream().anyMatch(e -> e.attributes().containsKey(name));
            Set<String> all = new LinkedHashSet<>();
            scope.forEach(e -> all.addAll(e.attributes().keySet()));
            if (!known && Spelling.nearest(name, all) == null) {
                error(
                        ReaderRule.UNKNOWN_NAME,
                        subject,
                        path.place(),
                        "`" + name + "` is not an attribute of " + joined(scope),
                        Help.edit(new Edit.Rewrite("'" + name + "'")).saying("since text goes in single quotes"));
                return;
            }
        }
        operand(scope, operand, subject);
    }

    private void operand(List<Entity> scope, Where.Operand operand, String subject) {
        if (operand instanceof Where.Operand.SizeOf size) {
            operand(scope, size.path(), subject);
        } else if (operand instanceof Where.Operand.Path path) {
            String first = path.attribute();
            Attribute attribute = attribute(scope, first, subject, first(path));
            if (attribute != null) {
                members(attribute, path, subject);
            }
        }
    }

    private void members(Attribute attribute, Where.Operand.Path path, String subject) {
        Type at = attribute.type();
        int offset = path.attribute().length() + 1;
        for (String name : path.names().subList(1, path.names().size())) {
            Place place = path.names().size() > 1 ? within(path.place(), offset, name.length()) : path.place();
            if (at instanceof Type.Record record) {
                Attribute member = record.attributes().get(name);
                if (member == null) {
                    unknown(
                            "there is no `" + name + "` in "
                                    + (record.name() == null
                                            ? "`" + attribute.name() + "`"
                                            : Wording.one(record.name())),
                            name,
                            record.attributes().keySet(),
                            subject,
                            place);
                    return;
                }
                at = member.type();
            } else if (at instanceof Type.MapOf map) {
                at = map.element();
            } else if (at != Type.Simple.ANY) {
                problems.error(
                        ReaderRule.UNKNOWN_NAME,
                        subject,
                        place,
                        "`" + attribute.name() + "` is " + at.word() + ", and that has no members",
                        attribute.references() == null
                                ? "leave out what stands behind the dot"
                                : "a condition sees one item only, not the " + attribute.references()
                                        + " it refers to");
                return;
            }
            offset += name.length() + 1;
        }
    }

    /** Where {@code name} stands in the text or list under {@code word}; where the word stands when it cannot be found. */
    static Place placeOf(Node owner, String word, String name) {
        Node value = owner.get(word);
        List<Node> items = new ArrayList<>();
        if (value instanceof Node.Sequence list) {
            items.addAll(list.items());
        } else if (value instanceof Node.Text) {
            items.add(value);
        } else if (value instanceof Node.Mapping map) {
            return map.placeOfKey(name);
        }
        for (Node item : items) {
            if (item instanceof Node.Text text && text.value().equals(name)) {
                return text.place();
            }
        }
        return owner.placeOfKey(word);
    }

    /** Only the name of {@code name:format}. */
    static Place name(Template.Variable variable) {
        Place place = variable.place();
        int length = variable.attribute().length();
        // A text with escapes has one place for all its parts.
        boolean exact = variable.formats().isEmpty() ? place.length() == length : place.length() > length;
        return exact ? place.within(0, length) : place;
    }

    private static Place first(Where.Operand.Path path) {
        return within(path.place(), 0, path.attribute().length());
    }

    private static Place within(Place place, int offset, int length) {
        return offset + length <= place.length() ? place.within(offset, length) : place;
    }

    private static String storedName(List<Entity> scope, String name) {
        for (Entity entity : scope) {
            Attribute attribute = entity.storedAs(name);
            if (attribute != null) {
                return attribute.name();
            }
        }
        return null;
    }

    private static String joined(List<Entity> scope) {
        return String.join(" or ", scope.stream().map(Entity::name).distinct().toList());
    }
}
