package dev.partita.lint;

import java.util.List;
import java.util.Optional;

/** Every rule, by name. */
public final class Rules {

    /** Sorted; one line a rule. */
    public static final List<Rule> ALL = List.of(
            new CollidingKeys(),
            new DateRangeLosesLastDay(),
            new EmptyKeyPart(),
            new EmptyPrefix(),
            new FilterAfterLimit(),
            new GetItemWouldDo(),
            new IndexOrderUndefined(),
            new InvertedOrderReadBackwards(),
            new KeyInProjection(),
            new KeyNotUnique(),
            new KeyOfWrongType(),
            new KeyTooLong(),
            new KeyTypeMismatch(),
            new MixedCasePrefixes(),
            new MutableKeyPart(),
            new NamesDifferInCase(),
            new NotAKeyOfTheIndex(),
            new NullInIndexKey(),
            new NumberUnsortableAsText(),
            new OpenRange(),
            new PartitionKeyMissing(),
            new PartitionKeyNotExact(),
            new PartsRunTogether(),
            new PinnedKeyFindsNothing(),
            new PrefixInsidePart(),
            new PrefixMatchesOtherEntity(),
            new PrefixOfWholeTime(),
            new ProjectionUnstated(),
            new SortKeysSkipped(),
            new StrongReadOnGsi(),
            new TimeOfVariableWidth(),
            new TimeStampedKeyCollides(),
            new UnnormalisedKeyPart(),
            new UnpaddedNumberInKey());

    public static Optional<Rule> find(String id) {
        return ALL.stream().filter(rule -> rule.id().equals(id)).findFirst();
    }

    private Rules() {}
}
