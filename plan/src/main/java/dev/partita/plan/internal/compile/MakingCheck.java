package dev.partita.plan.internal.compile;

import dev.partita.design.model.Attribute;
import dev.partita.design.model.Edit;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.design.model.Pattern;
import dev.partita.design.model.Template;
import dev.partita.plan.internal.key.Codec;
import dev.partita.plan.internal.write.WriteModel;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Whether an update that makes what is not there always can: whatever a call gives, there is a whole item. */
final class MakingCheck {

    private final WriteModel model;
    private final Pattern pattern;
    private final Entity entity;
    private final Codec codec;
    private final List<Finding> findings;
    private final Set<String> asked = new LinkedHashSet<>();

    MakingCheck(WriteModel model, Pattern pattern, Codec codec, List<Finding> findings) {
        this.model = model;
        this.pattern = pattern;
        this.entity = codec.entity();
        this.codec = codec;
        this.findings = findings;
        pattern.by().stream().map(Template.Variable::attribute).forEach(asked::add);
    }

    void all() {
        boolean isWholeKey = asked.equals(Set.copyOf(codec.keyAttributes()));
        if (!isWholeKey) {
            error(
                    "by",
                    "by " + String.join(", ", asked) + " alone no new " + entity.name() + " has its whole key",
                    withoutMaking().or("ask `by: " + Edit.list(codec.keyAttributes()) + "`"));
            return;
        }
        for (String name : asked) {
            if (entity.attributes().get(name).isComputed()) {
                error(
                        "by",
                        name + " of a new " + entity.name()
                                + " is filled in by the design, so none is made with the one that a caller gives",
                        withoutMaking());
                return;
            }
        }
        entity.attributes().values().forEach(this::given);
        pattern.through().forEach(this::reached);
        entity.through().forEach(this::reached);
    }

    /** What every item has, every call has to say, or the design. */
    private void given(Attribute attribute) {
        String name = attribute.name();
        boolean isNeeded = attribute.required() || name.equals(entity.owner());
        boolean isSaid = asked.contains(name)
                || attribute.isComputed()
                || attribute.generate() != null
                || name.equals(entity.version())
                || attribute.defaultValue() != null
                || pattern.set().get(name) != null
                || pattern.add().containsKey(name)
                || pattern.change().contains(name) && pattern.require().contains(name);
        if (!isNeeded || isSaid) {
            return;
        }
        String what = name.equals(entity.owner()) && !attribute.required() ? " says whose it is" : " is required";
        error(
                "or-create",
                name + what + ", and a call of " + pattern.name() + " may leave it out",
                pattern.change().contains(name)
                        ? Help.edit(Edit.ofPattern(pattern, "require", Edit.list(more(pattern.require(), name))))
                        : withoutMaking().or("add " + name + " to `change:` and `require:`"));
    }

    private static List<String> more(List<String> names, String name) {
        Set<String> all = new LinkedHashSet<>(names);
        all.add(name);
        return List.copyOf(all);
    }

    /** The parents that a caller has to reach are those that the key names: of a new item nothing else says which. */
    private void reached(String gate) {
        Pattern parentPattern = model.design().patterns().get(gate);
        Entity parent = parentPattern == null || parentPattern.entities().isEmpty()
                ? null
                : model.design().entities().get(parentPattern.entities().get(0));
        Map<String, String> names =
                parent == null || model.codec(parent.name()) == null ? null : model.parentKey(entity, parent);
        if (names != null && !asked.containsAll(names.values())) {
            error(
                    "or-create",
                    "who may call " + pattern.name() + " is told by the " + parent.name()
                            + ", and `by` does not say which",
                    withoutMaking());
        }
    }

    private Help withoutMaking() {
        return Help.edit(Edit.remove("patterns", pattern.name(), "or-create"));
    }

    private void error(String word, String message, Help help) {
        findings.add(CompilerRule.ITEM_CANNOT_BE_MADE.found(
                pattern.name(), pattern.node().placeOf(word), message, help));
    }
}
