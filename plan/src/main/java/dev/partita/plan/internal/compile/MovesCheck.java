package dev.partita.plan.internal.compile;

import dev.partita.design.Design;
import dev.partita.design.internal.text.Spelling;
import dev.partita.design.internal.text.Wording;
import dev.partita.design.model.Attribute;
import dev.partita.design.model.Edit;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.design.model.Node;
import dev.partita.design.model.Pattern;
import dev.partita.design.model.Pattern.Verb;
import dev.partita.design.model.Place;
import java.util.List;
import java.util.Map;

/** Whether the states of an item hang together, and whether each pattern that sets one can be met by an item. */
final class MovesCheck {

    private final Design design;
    private final List<Finding> findings;

    private MovesCheck(Design design, List<Finding> findings) {
        this.design = design;
        this.findings = findings;
    }

    static void check(Design design, List<Finding> findings) {
        MovesCheck check = new MovesCheck(design, findings);
        design.entities().values().forEach(entity -> entity.attributes().values().stream()
                .filter(attribute ->
                        !attribute.moves().isEmpty() && attribute.type().isClosed())
                .forEach(attribute -> check.attribute(entity, attribute)));
    }

    private void attribute(Entity entity, Attribute attribute) {
        String subject = entity.name() + "." + attribute.name();
        Node moves = attribute.node().get("moves");
        List<String> states = attribute.type().options();
        boolean isKnown = true;
        for (Map.Entry<String, List<String>> move : attribute.moves().entrySet()) {
            isKnown &= known(subject, moves.placeOfKey(move.getKey()), move.getKey(), states);
            for (String next : move.getValue()) {
                isKnown &= known(subject, place(moves.get(move.getKey()), next), next, states);
            }
        }
        Object first = attribute.defaultValue();
        if (first == null) {
            error(
                    subject,
                    attribute.node().placeOfKey("moves"),
                    "nothing says in which state a new " + entity.name() + " begins",
                    Help.edit(Edit.ofAttribute(entity, attribute.name(), "default", states.get(0)))
                            .saying("if it begins as that"));
            return;
        }
        states.stream()
                .filter(state ->
                        !state.equals(first) && attribute.movesTo(state).isEmpty())
                .limit(isKnown ? 1 : 0)
                .forEach(state -> error(
                        subject,
                        attribute.node().placeOfKey("moves"),
                        "nothing moves to " + state + ", and no " + entity.name() + " begins as that",
                        Help.words("say in `moves:` from where it comes, or leave it out of the states")));
        design.patterns().values().stream()
                .filter(pattern -> pattern.verb() != null
                        && pattern.verb() != Verb.TRANSACT
                        && pattern.verb().writes()
                        && pattern.entities().contains(entity.name()))
                .forEach(pattern -> pattern(entity, attribute, pattern));
    }

    private boolean known(String subject, Place place, String state, List<String> states) {
        if (states.contains(state)) {
            return true;
        }
        error(subject, place, "`" + state + "` is none of the states", Help.words(Spelling.advice(state, states)));
        return false;
    }

    private static Place place(Node next, String name) {
        List<Node> all = next instanceof Node.Sequence list ? list.items() : List.of(next);
        return all.stream()
                .filter(node -> node instanceof Node.Text text && text.value().equals(name))
                .findFirst()
                .orElse(next)
                .place();
    }

    private void pattern(Entity entity, Attribute attribute, Pattern pattern) {
        String name = attribute.name();
        if (pattern.verb() == Verb.PUT) {
            error(
                    pattern.name(),
                    pattern.node().placeOf("put"),
                    "a put replaces " + Wording.one(entity.name()) + " in whatever " + name + " it is, and " + name
                            + " moves step by step",
                    Help.words("write a create: and an update: for it"));
            return;
        }
        if (pattern.remove().contains(name)) {
            error(
                    pattern.name(),
                    pattern.node().placeOf("remove"),
                    name + " cannot be taken away, since it moves step by step",
                    Help.words("set the state that it moves to"));
        }
        Object state = pattern.set().get(name);
        boolean isState =
                state instanceof String text && attribute.type().options().contains(text);
        if (!isState) {
            return;
        }
        Place place = pattern.node().get("set").placeOf(name);
        Help without = Help.edit(
                pattern.set().size() == 1
                        ? Edit.remove("patterns", pattern.name(), "set")
                        : Edit.remove("patterns", pattern.name(), "set", name));
        if (pattern.verb() == Verb.CREATE && !state.equals(attribute.defaultValue())) {
            error(pattern.name(), place, "a new " + entity.name() + " begins as " + attribute.defaultValue(), without);
        } else if (pattern.verb() == Verb.UPDATE && attribute.movesTo(state).isEmpty()) {
            error(pattern.name(), place, "nothing moves to " + state, without);
        } else if (pattern.orCreate() && !state.equals(attribute.defaultValue())) {
            error(
                    pattern.name(),
                    place,
                    "a new " + entity.name() + " begins as " + attribute.defaultValue() + ", and `or-create` makes one",
                    Help.edit(Edit.remove("patterns", pattern.name(), "or-create")));
        }
    }

    private void error(String subject, Place place, String message, Help help) {
        findings.add(CompilerRule.NO_SUCH_MOVE.found(subject, place, message, help));
    }
}
