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
            new CollectionReadWhole(),
            new CostlyScan(),
            new CountReadsEverything(),
            new CountThenWrite(),
            new CounterMissesExpiry(),
            new EmptyPrefix(),
            new FetchOverHundred(),
            new GrowingList(),
            new GuardOnStaleCount(),
            new HiddenAttributeReturned(),
            new HotCounter(),
            new HotPartition(),
            new IndexCopiesWideItems(),
            new IndexKeyFlips(),
            new ItemCanPassItsLimit(),
            new KeyInProjection(),
            new LargeItemOftenWritten(),
            new LimitNobodyChecks(),
            new LocalIndexIsForever(),
            new LongAttributeNames(),
            new LowCardinalityPartition(),
            new OwnerListNotByOwner(),
            new OwnerMissing(),
            new PartitionKeyNotExact(),
            new PasswordAsText(),
            new PersonalDataInKey(),
            new PersonalDataInPublicAnswer(),
            new PersonalDataNeverErased(),
            new ProjectionUnstated(),
            new QuotaForgetsEarly(),
            new QuotaItemsPileUp(),
            new SecretCopiedIntoIndex(),
            new SecretInKey(),
            new SecretNotHidden(),
            new SelfGrantedRights(),
            new SingleValuePartition(),
            new StrongReadCached(),
            new StrongReadOnGsi(),
            new SubstringByFilter(),
            new TimeBucketPartition(),
            new UnboundedCollectionWithLocalIndex(),
            new UnboundedList(),
            new WritableCounter());

    public static Optional<Rule> find(String id) {
        return ALL.stream().filter(rule -> rule.id().equals(id)).findFirst();
    }

    private Rules() {}
}
