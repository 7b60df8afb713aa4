package dev.partita.plan.internal.write;

import dev.partita.design.model.Attribute;
import dev.partita.design.model.Pattern;
import dev.partita.plan.Answer;
import dev.partita.plan.Written;
import dev.partita.plan.internal.key.Codec;
import dev.partita.plan.internal.value.Conditions;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Changes an item, or makes it where it is not there. It tries the change first, which is one request; only when there is no such
 * item does it make one, by the rules of a create. When somebody else makes it at the same moment, it is changed after all.
 */
public final class UpdateOrCreateWrite implements WriteOperation {

    private final Pattern pattern;
    private final Codec codec;
    private final UpdateWrite update;
    private final CreateWrite create;

    public UpdateOrCreateWrite(WriteModel model, Pattern pattern, Locator locator) {
        this.pattern = pattern;
        this.codec = model.codec(pattern.entities().get(0));
        this.update = new UpdateWrite(model, pattern, locator);
        this.create = new CreateWrite(model, asCreate(pattern));
    }

    private static Pattern asCreate(Pattern pattern) {
        Pattern.Update update = (Pattern.Update) pattern;
        return new Pattern.Create(update.common(), update.set(), null, update.demands());
    }

    @Override
    public void describe(WriteOutline outline) {
        update.describe(outline, true);
    }

    @Override
    public boolean compares() {
        return true;
    }

    /** One that has to be as the caller says has to be there. */
    @Override
    public Prepared prepare(Map<String, Object> arguments, WriteRun run) {
        boolean isExpected = run.isReplacing() || run.isComparing() || Versions.given(codec, arguments) != null;
        return isExpected ? update.prepare(arguments, run) : new Either(arguments, run);
    }

    /** Whichever it turns out to be, perhaps anew in each try. */
    private final class Either implements Prepared {
        private final Map<String, Object> arguments;
        private final WriteRun run;
        private final Prepared changing;
        /** What the rules of a new item refuse may be right for the one that is there, so none is made up before it has to be. */
        private Prepared making;

        private boolean isMaking;
        private boolean isDecided;

        Either(Map<String, Object> arguments, WriteRun run) {
            this.arguments = arguments;
            this.run = run;
            this.changing = update.prepare(arguments, () -> turn(true), run);
        }

        private RuntimeException turn(boolean toMaking) {
            isMaking = toMaking;
            return new Guard.Stale();
        }

        private Prepared now() {
            if (isMaking && making == null) {
                making = create.prepare(given(arguments), started(arguments), () -> turn(false), run);
            }
            return isMaking ? making : changing;
        }

        @Override
        public String subject() {
            return changing.subject();
        }

        @Override
        public boolean isLate() {
            return Sequences.numbered(codec.entity()) != null;
        }

        @Override
        public void draft(WriteDraft draft) {
            if (draft.isNumbering() && !isDecided) {
                // Who takes a number of it has to know whether it is new, before anything is sent.
                isMaking = new Guards(codec, run.now()).isGone(run.read(codec, update.key(arguments, run)));
                isDecided = true;
            }
            now().draft(draft);
        }

        @Override
        public Written result(Answer answer) {
            return now().result(answer);
        }

        @Override
        public Written unchanged(Guard.Unchanged found) {
            return changing.unchanged(found);
        }
    }

    /** What the caller gives of a new item: its key, what may be changed, and what {@code requires} compares. */
    private Map<String, Object> given(Map<String, Object> arguments) {
        Map<String, Object> given = new LinkedHashMap<>();
        pattern.by().forEach(by -> give(given, by.attribute(), arguments));
        pattern.change().forEach(name -> give(given, name, arguments));
        pattern.requires().values().forEach(where -> Conditions.arguments(where)
                .forEach(name -> give(given, name, arguments)));
        return given;
    }

    private static void give(Map<String, Object> given, String name, Map<String, Object> arguments) {
        if (arguments.get(name) != null) {
            given.put(name, arguments.get(name));
        }
    }

    /** What is added to begins with its default, or with nothing. */
    private Map<String, Object> started(Map<String, Object> arguments) {
        Map<String, Object> started = new LinkedHashMap<>();
        pattern.add().forEach((name, much) -> {
            Attribute attribute = codec.entity().attributes().get(name);
            BigDecimal first =
                    attribute.defaultValue() == null ? BigDecimal.ZERO : update.number(name, attribute.defaultValue());
            started.put(name, first.add(update.number(name, much == null ? arguments.get(name) : much)));
        });
        pattern.append().forEach(name -> {
            Attribute attribute = codec.entity().attributes().get(name);
            List<Object> all = usual(attribute);
            for (Object element : given(name, arguments)) {
                if (!attribute.distinct() || !all.contains(element)) {
                    all.add(element);
                }
            }
            if (arguments.get(name) != null) {
                started.put(name, all);
            }
        });
        pattern.remove().forEach(name -> {
            List<Object> left = usual(codec.entity().attributes().get(name));
            if (left.removeAll(given(name, arguments))) {
                started.put(name, left);
            }
        });
        return started;
    }

    private List<Object> usual(Attribute attribute) {
        return attribute.defaultValue() == null || !attribute.type().isListOrSet()
                ? new ArrayList<>()
                : new ArrayList<>(update.elements(attribute.name(), attribute.defaultValue()));
    }

    private Collection<?> given(String name, Map<String, Object> arguments) {
        return arguments.get(name) == null ? List.of() : update.elements(name, arguments.get(name));
    }
}
