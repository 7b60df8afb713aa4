package dev.partita.lint;

import java.util.List;
import java.util.Optional;

/** Every rule, by name. */
public final class Rules {

    /** Sorted; one line a rule. */
    public static final List<Rule> ALL = List.of(
            new AllowMissing(),
            new AnyoneMayChange(),
            new BlobBesideHotAttributes(),
            new CallerNumbersItems(),
            new CollectionReadWhole(),
            new CollidingKeys(),
            new CostlyScan(),
            new CountReadsEverything(),
            new CountThenWrite(),
            new CounterMissesExpiry(),
            new DateRangeLosesLastDay(),
            new EmptyKeyPart(),
            new EmptyPrefix(),
            new FanOutByHand(),
            new FetchOverHundred(),
            new FilterAfterLimit(),
            new GetItemWouldDo(),
            new GrowingList(),
            new GuardOnStaleCount(),
            new HiddenAttributeReturned(),
            new HotCounter(),
            new HotPartition(),
            new IndexCopiesWideItems(),
            new IndexKeyFlips(),
            new IndexOrderUndefined(),
            new InvertedOrderReadBackwards(),
            new ItemCanPassItsLimit(),
            new KeyInProjection(),
            new KeyNotUnique(),
            new KeyOfWrongType(),
            new KeyTooLong(),
            new KeyTypeMismatch(),
            new LargeItemOftenWritten(),
            new LimitNobodyChecks(),
            new LocalIndexIsForever(),
            new LongAttributeNames(),
            new LowCardinalityPartition(),
            new MixedCasePrefixes(),
            new MutableKeyPart(),
            new NamesDifferInCase(),
            new NotAKeyOfTheIndex(),
            new NullInIndexKey(),
            new NumberUnsortableAsText(),
            new OpenRange(),
            new OwnerListNotByOwner(),
            new OwnerMissing(),
            new PartitionKeyMissing(),
            new PartitionKeyNotExact(),
            new PartsRunTogether(),
            new PasswordAsText(),
            new PersonalDataInKey(),
            new PersonalDataInPublicAnswer(),
            new PersonalDataNeverErased(),
            new PinnedKeyFindsNothing(),
            new PrefixInsidePart(),
            new PrefixMatchesOtherEntity(),
            new PrefixOfWholeTime(),
            new ProjectionUnstated(),
            new QuotaForgetsEarly(),
            new QuotaItemsPileUp(),
            new SecretCopiedIntoIndex(),
            new SecretInKey(),
            new SecretNotHidden(),
            new SelfGrantedRights(),
            new SingleValuePartition(),
            new SortKeysSkipped(),
            new StrongReadCached(),
            new StrongReadOnGsi(),
            new SubstringByFilter(),
            new TimeBucketPartition(),
            new TimeOfVariableWidth(),
            new TimeStampedKeyCollides(),
            new UnboundedCollectionWithLocalIndex(),
            new UnboundedList(),
            new UnnormalisedKeyPart(),
            new UnpaddedNumberInKey(),
            new WritableCounter());

    public static Optional<Rule> find(String id) {
        return ALL.stream().filter(rule -> rule.id().equals(id)).findFirst();
    }

    private Rules() {}
}
