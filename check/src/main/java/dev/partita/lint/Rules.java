package dev.partita.lint;

import dev.partita.lint.internal.access.AccountIdChosen;
import dev.partita.lint.internal.access.AllowMissing;
import dev.partita.lint.internal.access.AnyoneMayChange;
import dev.partita.lint.internal.access.ChildMoreOpenThanParent;
import dev.partita.lint.internal.access.ConditionTellsStrangers;
import dev.partita.lint.internal.access.EachTellsStrangers;
import dev.partita.lint.internal.access.GroupMisspelt;
import dev.partita.lint.internal.access.GroupNotKnown;
import dev.partita.lint.internal.access.HiddenAttributeReturned;
import dev.partita.lint.internal.access.HiddenValueCopied;
import dev.partita.lint.internal.access.HiddenValueGuessed;
import dev.partita.lint.internal.access.IdUsedAgain;
import dev.partita.lint.internal.access.LoginOutlivesAccount;
import dev.partita.lint.internal.access.MeOfNobody;
import dev.partita.lint.internal.access.NobodyCanSignUp;
import dev.partita.lint.internal.access.OwnerChosenInTransaction;
import dev.partita.lint.internal.access.OwnerListNotByOwner;
import dev.partita.lint.internal.access.OwnerMissing;
import dev.partita.lint.internal.access.OwnerNotReturned;
import dev.partita.lint.internal.access.PasswordAsText;
import dev.partita.lint.internal.access.PersonalDataInKey;
import dev.partita.lint.internal.access.PersonalDataInPublicAnswer;
import dev.partita.lint.internal.access.PersonalDataNeverErased;
import dev.partita.lint.internal.access.ReferenceUnchecked;
import dev.partita.lint.internal.access.RightsCachedForLong;
import dev.partita.lint.internal.access.RoleNeedsOtherAccount;
import dev.partita.lint.internal.access.RoleUnused;
import dev.partita.lint.internal.access.RouteArgumentUnknown;
import dev.partita.lint.internal.access.RoutesClash;
import dev.partita.lint.internal.access.SecretInClear;
import dev.partita.lint.internal.access.SecretInKey;
import dev.partita.lint.internal.access.SecretNotHidden;
import dev.partita.lint.internal.access.SelfGrantedRights;
import dev.partita.lint.internal.access.StrangersMayScan;
import dev.partita.lint.internal.access.TenantChosenByCaller;
import dev.partita.lint.internal.access.ThroughNotServed;
import dev.partita.lint.internal.access.TogetherBesideOwner;
import dev.partita.lint.internal.access.TogetherWithNothing;
import dev.partita.lint.internal.entity.CallerNumbersItems;
import dev.partita.lint.internal.entity.CascadeTearsCopies;
import dev.partita.lint.internal.entity.CascadeWithoutIndex;
import dev.partita.lint.internal.entity.ChildOutlivesParent;
import dev.partita.lint.internal.entity.ContendedParent;
import dev.partita.lint.internal.entity.CopyGoesStale;
import dev.partita.lint.internal.entity.CopyOutlivesOrigin;
import dev.partita.lint.internal.entity.CreationTimeGiven;
import dev.partita.lint.internal.entity.DanglingReference;
import dev.partita.lint.internal.entity.DuplicateStoredName;
import dev.partita.lint.internal.entity.EntityNeverRead;
import dev.partita.lint.internal.entity.EntityNeverWritten;
import dev.partita.lint.internal.entity.ExpiresTooSoon;
import dev.partita.lint.internal.entity.ExpiryByHand;
import dev.partita.lint.internal.entity.ExpiryCanBeMissing;
import dev.partita.lint.internal.entity.ExpiryNotEpochSeconds;
import dev.partita.lint.internal.entity.ExpiryWithoutAttribute;
import dev.partita.lint.internal.entity.FanOutByHand;
import dev.partita.lint.internal.entity.FanOutOverHundred;
import dev.partita.lint.internal.entity.GrowingList;
import dev.partita.lint.internal.entity.GrowsForEver;
import dev.partita.lint.internal.entity.HashByHand;
import dev.partita.lint.internal.entity.ItemCanPassItsLimit;
import dev.partita.lint.internal.entity.KeptWithoutExpiry;
import dev.partita.lint.internal.entity.LimitNobodyChecks;
import dev.partita.lint.internal.entity.LockByHand;
import dev.partita.lint.internal.entity.LongAttributeNames;
import dev.partita.lint.internal.entity.MisleadingStoredName;
import dev.partita.lint.internal.entity.MixedNamingStyles;
import dev.partita.lint.internal.entity.NameStoredTwoWays;
import dev.partita.lint.internal.entity.OneWayRelation;
import dev.partita.lint.internal.entity.ReservedWordStored;
import dev.partita.lint.internal.entity.SampleDoesNotFit;
import dev.partita.lint.internal.entity.StoredNameMeansTwoThings;
import dev.partita.lint.internal.entity.StoredNameTakesKey;
import dev.partita.lint.internal.entity.TypeMissing;
import dev.partita.lint.internal.entity.TypeUsedTwice;
import dev.partita.lint.internal.entity.UnboundedCollectionWithLocalIndex;
import dev.partita.lint.internal.facts.PinnedRule;
import dev.partita.lint.internal.key.CollidingKeys;
import dev.partita.lint.internal.key.ConcatenatedIndexKey;
import dev.partita.lint.internal.key.EmptyKeyPart;
import dev.partita.lint.internal.key.IndexHoldsUnwanted;
import dev.partita.lint.internal.key.IndexKeyFlips;
import dev.partita.lint.internal.key.IndexKeyTwoTemplates;
import dev.partita.lint.internal.key.IndexOrderUndefined;
import dev.partita.lint.internal.key.KeyNotUnique;
import dev.partita.lint.internal.key.KeyOfWrongType;
import dev.partita.lint.internal.key.KeyTooLong;
import dev.partita.lint.internal.key.KeyTypeMismatch;
import dev.partita.lint.internal.key.LongValueInPath;
import dev.partita.lint.internal.key.LowCardinalityPartition;
import dev.partita.lint.internal.key.MissingIndexKey;
import dev.partita.lint.internal.key.MixedCasePrefixes;
import dev.partita.lint.internal.key.MixedSeparators;
import dev.partita.lint.internal.key.MutableKeyPart;
import dev.partita.lint.internal.key.NullInIndexKey;
import dev.partita.lint.internal.key.NumberUnsortableAsText;
import dev.partita.lint.internal.key.PaddingNarrowerThanRange;
import dev.partita.lint.internal.key.PartsMayDiffer;
import dev.partita.lint.internal.key.PartsMeetSideBySide;
import dev.partita.lint.internal.key.PartsRunTogether;
import dev.partita.lint.internal.key.PrefixInsidePart;
import dev.partita.lint.internal.key.PrefixMisspelt;
import dev.partita.lint.internal.key.PutOfGeneratedKey;
import dev.partita.lint.internal.key.SequenceOutgrowsPadding;
import dev.partita.lint.internal.key.SingleValuePartition;
import dev.partita.lint.internal.key.SortKeyRepeatsPartition;
import dev.partita.lint.internal.key.TimeBucketPartition;
import dev.partita.lint.internal.key.TimeOfVariableWidth;
import dev.partita.lint.internal.key.TimeStampedKeyCollides;
import dev.partita.lint.internal.key.UnnormalisedKeyPart;
import dev.partita.lint.internal.key.UnpaddedNumberInKey;
import dev.partita.lint.internal.key.VersionsOfOneDayCollide;
import dev.partita.lint.internal.pinned.DateRangeLosesLastDay;
import dev.partita.lint.internal.pinned.DeletedItemsReturned;
import dev.partita.lint.internal.pinned.EmptyPrefix;
import dev.partita.lint.internal.pinned.ExpiredItemsReturned;
import dev.partita.lint.internal.pinned.FilterAfterLimit;
import dev.partita.lint.internal.pinned.FilterOnKey;
import dev.partita.lint.internal.pinned.InvertedOrderReadBackwards;
import dev.partita.lint.internal.pinned.NotAKeyOfTheIndex;
import dev.partita.lint.internal.pinned.OnlyFirstPage;
import dev.partita.lint.internal.pinned.OpenRange;
import dev.partita.lint.internal.pinned.PartitionKeyMissing;
import dev.partita.lint.internal.pinned.PartitionKeyNotExact;
import dev.partita.lint.internal.pinned.PinnedKeyFindsNothing;
import dev.partita.lint.internal.pinned.PinnedOrderDiffers;
import dev.partita.lint.internal.pinned.PrefixMatchesOtherEntity;
import dev.partita.lint.internal.pinned.PrefixOfWholeTime;
import dev.partita.lint.internal.pinned.ShardAskedAlone;
import dev.partita.lint.internal.pinned.SortKeysSkipped;
import dev.partita.lint.internal.read.BlobBesideHotAttributes;
import dev.partita.lint.internal.read.CacheAlwaysMisses;
import dev.partita.lint.internal.read.CacheMissesForeignWrites;
import dev.partita.lint.internal.read.CacheOutlivesItem;
import dev.partita.lint.internal.read.CachedWhileTimePasses;
import dev.partita.lint.internal.read.CollectionReadWhole;
import dev.partita.lint.internal.read.ConditionLeftOut;
import dev.partita.lint.internal.read.ConditionNeverHolds;
import dev.partita.lint.internal.read.CostlyScan;
import dev.partita.lint.internal.read.CountReadsEverything;
import dev.partita.lint.internal.read.DeletedItemsFillPages;
import dev.partita.lint.internal.read.FetchOverHundred;
import dev.partita.lint.internal.read.FilterDiscardsMost;
import dev.partita.lint.internal.read.GetItemWouldDo;
import dev.partita.lint.internal.read.HitRateWithoutCache;
import dev.partita.lint.internal.read.LiteralNamesAttribute;
import dev.partita.lint.internal.read.LocalIndexFetches;
import dev.partita.lint.internal.read.OneReadPerItem;
import dev.partita.lint.internal.read.OrderByIdCallersGive;
import dev.partita.lint.internal.read.PageOverMax;
import dev.partita.lint.internal.read.PageOverMegabyte;
import dev.partita.lint.internal.read.ReadYourWriteThroughIndex;
import dev.partita.lint.internal.read.ScanWithoutReason;
import dev.partita.lint.internal.read.StrongReadCached;
import dev.partita.lint.internal.read.StrongReadOften;
import dev.partita.lint.internal.read.StrongReadOnGsi;
import dev.partita.lint.internal.read.SubstringByFilter;
import dev.partita.lint.internal.read.TiesInAnyOrder;
import dev.partita.lint.internal.read.UnprojectedAttribute;
import dev.partita.lint.internal.table.AlarmFiresEveryDay;
import dev.partita.lint.internal.table.BackupGap;
import dev.partita.lint.internal.table.ConstantSortKey;
import dev.partita.lint.internal.table.DeletionUnprotected;
import dev.partita.lint.internal.table.DuplicateIndex;
import dev.partita.lint.internal.table.EncryptionCosts;
import dev.partita.lint.internal.table.ExpiryUnused;
import dev.partita.lint.internal.table.HotPartition;
import dev.partita.lint.internal.table.IllegalName;
import dev.partita.lint.internal.table.IndexBillingRefused;
import dev.partita.lint.internal.table.IndexCopiesWideItems;
import dev.partita.lint.internal.table.IndexKeysInvalid;
import dev.partita.lint.internal.table.IndexThrottlesTable;
import dev.partita.lint.internal.table.KeyInProjection;
import dev.partita.lint.internal.table.LaunchPeakOverWarm;
import dev.partita.lint.internal.table.LocalIndexIsForever;
import dev.partita.lint.internal.table.NamesDifferInCase;
import dev.partita.lint.internal.table.NewestFirstUnneeded;
import dev.partita.lint.internal.table.PeakBelowAverage;
import dev.partita.lint.internal.table.ProjectionUnstated;
import dev.partita.lint.internal.table.ProvisionedIdle;
import dev.partita.lint.internal.table.ProvisionedTooSmall;
import dev.partita.lint.internal.table.RecoveryOff;
import dev.partita.lint.internal.table.SecretCopiedIntoIndex;
import dev.partita.lint.internal.table.StreamLacksImages;
import dev.partita.lint.internal.table.StreamOffButNeeded;
import dev.partita.lint.internal.table.TableClassMismatch;
import dev.partita.lint.internal.table.TableNamedTwice;
import dev.partita.lint.internal.table.TooManyIndexes;
import dev.partita.lint.internal.table.TypeAttributeMissing;
import dev.partita.lint.internal.table.UnusedIndex;
import dev.partita.lint.internal.table.VariableWithoutDefault;
import dev.partita.lint.internal.table.VolumesDisagree;
import dev.partita.lint.internal.write.ChildrenOverHundred;
import dev.partita.lint.internal.write.ConditionOnOwnNumber;
import dev.partita.lint.internal.write.CountThenWrite;
import dev.partita.lint.internal.write.CounterMissesExpiry;
import dev.partita.lint.internal.write.CounterOverwritten;
import dev.partita.lint.internal.write.DeletedItemKeepsLock;
import dev.partita.lint.internal.write.HotCounter;
import dev.partita.lint.internal.write.LargeItemOftenWritten;
import dev.partita.lint.internal.write.LeaseWithoutCondition;
import dev.partita.lint.internal.write.ListReplacedWithoutVersion;
import dev.partita.lint.internal.write.QuotaCountsOtherwise;
import dev.partita.lint.internal.write.QuotaForgetsEarly;
import dev.partita.lint.internal.write.QuotaItemsPileUp;
import dev.partita.lint.internal.write.QuotaOfNobody;
import dev.partita.lint.internal.write.QuotaOfSeveralKinds;
import dev.partita.lint.internal.write.ReadOnlyNeverWritten;
import dev.partita.lint.internal.write.RepeatedUpdateCountsTwice;
import dev.partita.lint.internal.write.RequiredNeverGiven;
import dev.partita.lint.internal.write.StateChosenAtCreate;
import dev.partita.lint.internal.write.StateNeverChanges;
import dev.partita.lint.internal.write.StateSetFromAny;
import dev.partita.lint.internal.write.TransactionTouchesItemTwice;
import dev.partita.lint.internal.write.UniquenessExpectedOfIndex;
import dev.partita.lint.internal.write.WritableCounter;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.CompilerRule;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Every rule, by name. */
public final class Rules {

    /** Those that look for themselves; one line a rule. */
    private static final List<Rule> CHECKS = List.of(
            new AccountIdChosen(),
            new AlarmFiresEveryDay(),
            new AllowMissing(),
            new AnyoneMayChange(),
            new BackupGap(),
            new BlobBesideHotAttributes(),
            new CacheAlwaysMisses(),
            new CacheMissesForeignWrites(),
            new CacheOutlivesItem(),
            new CachedWhileTimePasses(),
            new CallerNumbersItems(),
            new CascadeTearsCopies(),
            new CascadeWithoutIndex(),
            new ChildMoreOpenThanParent(),
            new ChildOutlivesParent(),
            new ChildrenOverHundred(),
            new CollectionReadWhole(),
            new CollidingKeys(),
            new ConcatenatedIndexKey(),
            new ConditionLeftOut(),
            new ConditionNeverHolds(),
            new ConditionOnOwnNumber(),
            new ConditionTellsStrangers(),
            new ConstantSortKey(),
            new ContendedParent(),
            new CopyGoesStale(),
            new CopyOutlivesOrigin(),
            new CostlyScan(),
            new CountReadsEverything(),
            new CountThenWrite(),
            new CounterMissesExpiry(),
            new CounterOverwritten(),
            new CreationTimeGiven(),
            new DanglingReference(),
            new DeletedItemKeepsLock(),
            new DeletedItemsFillPages(),
            new DeletionUnprotected(),
            new DuplicateIndex(),
            new DuplicateStoredName(),
            new EachTellsStrangers(),
            new EmptyKeyPart(),
            new EncryptionCosts(),
            new EntityNeverRead(),
            new EntityNeverWritten(),
            new ExpiresTooSoon(),
            new ExpiryByHand(),
            new ExpiryCanBeMissing(),
            new ExpiryNotEpochSeconds(),
            new ExpiryUnused(),
            new ExpiryWithoutAttribute(),
            new FanOutByHand(),
            new FanOutOverHundred(),
            new FetchOverHundred(),
            new FilterDiscardsMost(),
            new GroupMisspelt(),
            new GroupNotKnown(),
            new GrowingList(),
            new GrowsForEver(),
            new HashByHand(),
            new HiddenAttributeReturned(),
            new HiddenValueCopied(),
            new HiddenValueGuessed(),
            new HitRateWithoutCache(),
            new HotCounter(),
            new HotPartition(),
            new IdUsedAgain(),
            new IllegalName(),
            new IndexBillingRefused(),
            new IndexCopiesWideItems(),
            new IndexHoldsUnwanted(),
            new IndexKeyFlips(),
            new IndexKeyTwoTemplates(),
            new IndexKeysInvalid(),
            new IndexOrderUndefined(),
            new IndexThrottlesTable(),
            new ItemCanPassItsLimit(),
            new KeptWithoutExpiry(),
            new KeyInProjection(),
            new KeyNotUnique(),
            new KeyOfWrongType(),
            new KeyTooLong(),
            new KeyTypeMismatch(),
            new LargeItemOftenWritten(),
            new LaunchPeakOverWarm(),
            new LeaseWithoutCondition(),
            new LimitNobodyChecks(),
            new ListReplacedWithoutVersion(),
            new LiteralNamesAttribute(),
            new LocalIndexFetches(),
            new LocalIndexIsForever(),
            new LockByHand(),
            new LoginOutlivesAccount(),
            new LongAttributeNames(),
            new LongValueInPath(),
            new LowCardinalityPartition(),
            new MeOfNobody(),
            new MisleadingStoredName(),
            new MissingIndexKey(),
            new MixedCasePrefixes(),
            new MixedNamingStyles(),
            new MixedSeparators(),
            new MutableKeyPart(),
            new NameStoredTwoWays(),
            new NamesDifferInCase(),
            new NewestFirstUnneeded(),
            new NobodyCanSignUp(),
            new NullInIndexKey(),
            new NumberUnsortableAsText(),
            new OneReadPerItem(),
            new OneWayRelation(),
            new OrderByIdCallersGive(),
            new OwnerChosenInTransaction(),
            new OwnerListNotByOwner(),
            new OwnerMissing(),
            new OwnerNotReturned(),
            new PaddingNarrowerThanRange(),
            new PageOverMax(),
            new PageOverMegabyte(),
            new PartsMayDiffer(),
            new PartsMeetSideBySide(),
            new PartsRunTogether(),
            new PasswordAsText(),
            new PeakBelowAverage(),
            new PersonalDataInKey(),
            new PersonalDataInPublicAnswer(),
            new PersonalDataNeverErased(),
            new PrefixMisspelt(),
            new ProjectionUnstated(),
            new ProvisionedIdle(),
            new ProvisionedTooSmall(),
            new PutOfGeneratedKey(),
            new QuotaCountsOtherwise(),
            new QuotaForgetsEarly(),
            new QuotaItemsPileUp(),
            new QuotaOfNobody(),
            new QuotaOfSeveralKinds(),
            new ReadOnlyNeverWritten(),
            new ReadYourWriteThroughIndex(),
            new RecoveryOff(),
            new ReferenceUnchecked(),
            new RepeatedUpdateCountsTwice(),
            new RequiredNeverGiven(),
            new ReservedWordStored(),
            new RightsCachedForLong(),
            new RoleNeedsOtherAccount(),
            new RoleUnused(),
            new RouteArgumentUnknown(),
            new RoutesClash(),
            new SampleDoesNotFit(),
            new ScanWithoutReason(),
            new SecretCopiedIntoIndex(),
            new SecretInClear(),
            new SecretInKey(),
            new SecretNotHidden(),
            new SelfGrantedRights(),
            new SequenceOutgrowsPadding(),
            new SingleValuePartition(),
            new SortKeyRepeatsPartition(),
            new StateChosenAtCreate(),
            new StateNeverChanges(),
            new StateSetFromAny(),
            new StoredNameMeansTwoThings(),
            new StoredNameTakesKey(),
            new StrangersMayScan(),
            new StreamLacksImages(),
            new StreamOffButNeeded(),
            new StrongReadCached(),
            new StrongReadOften(),
            new SubstringByFilter(),
            new TableClassMismatch(),
            new TableNamedTwice(),
            new TenantChosenByCaller(),
            new ThroughNotServed(),
            new TiesInAnyOrder(),
            new TimeBucketPartition(),
            new TimeOfVariableWidth(),
            new TimeStampedKeyCollides(),
            new TogetherBesideOwner(),
            new TogetherWithNothing(),
            new TooManyIndexes(),
            new TransactionTouchesItemTwice(),
            new TypeAttributeMissing(),
            new TypeMissing(),
            new TypeUsedTwice(),
            new UnboundedCollectionWithLocalIndex(),
            new UniquenessExpectedOfIndex(),
            new UnnormalisedKeyPart(),
            new UnpaddedNumberInKey(),
            new UnprojectedAttribute(),
            new UnusedIndex(),
            new VariableWithoutDefault(),
            new VersionsOfOneDayCollide(),
            new VolumesDisagree(),
            new WritableCounter());

    /** Those that look at pinned requests alone: what stands in a design as it is sent. */
    private static final List<Rule> CHECKS_OF_PINNED = List.of(
            new DateRangeLosesLastDay(),
            new DeletedItemsReturned(),
            new EmptyPrefix(),
            new ExpiredItemsReturned(),
            new FilterAfterLimit(),
            new FilterOnKey(),
            new GetItemWouldDo(),
            new InvertedOrderReadBackwards(),
            new NotAKeyOfTheIndex(),
            new OnlyFirstPage(),
            new OpenRange(),
            new PartitionKeyMissing(),
            new PartitionKeyNotExact(),
            new PinnedKeyFindsNothing(),
            new PinnedOrderDiffers(),
            new PrefixInsidePart(),
            new PrefixMatchesOtherEntity(),
            new PrefixOfWholeTime(),
            new ShardAskedAlone(),
            new SortKeysSkipped(),
            new StrongReadOnGsi());

    /** By what {@code ignore:} calls it, sorted. */
    static final Map<String, Rule> BY_ID = byId();

    /** All of them, sorted by id. */
    public static final List<Rule> ALL = List.copyOf(BY_ID.values());

    /** Rules there once were, each with the one that finds what they found. Designs may still name them in {@code ignore:}. */
    private static final Map<String, String> MERGED =
            Map.of("guard-on-stale-count", "count-then-write", "nothing-to-append-to", "nothing-to-add-to");

    /** Rules there once were whose findings nobody makes any more, each with the reason. */
    private static final Map<String, String> DROPPED = Map.of(
            "alarm-misses-its-cause", "it guessed by an alarm's name what the alarm is about",
            "key-named-after-field", "it guessed by a key's name what the key was made for");

    /** Whether only a pinned request can break it; what Partita plans by itself is right in this respect. */
    static boolean isOfPinned(Rule rule) {
        return rule instanceof PinnedRule
                && Arrays.stream(CompilerRule.values())
                        .noneMatch(found -> found.id().equals(rule.id()));
    }

    public static Optional<Rule> find(String id) {
        return Optional.ofNullable(BY_ID.get(id));
    }

    /** The rule that took over what {@code id} found, if there is no such rule any more. */
    public static Optional<Rule> successor(String id) {
        return Optional.ofNullable(MERGED.get(id)).flatMap(Rules::find);
    }

    /** Why there is no rule {@code id} any more, if there once was and no other one finds what it found. */
    public static Optional<String> whyDropped(String id) {
        return Optional.ofNullable(DROPPED.get(id));
    }

    private static Map<String, Rule> byId() {
        Map<String, Rule> rules = new TreeMap<>();
        for (CompilerRule rule : CompilerRule.values()) {
            rules.put(rule.id(), new FoundByCompiler(rule));
        }
        // Some are found by both: a check looks where the compiler does not.
        CHECKS.forEach(rule -> rules.put(rule.id(), rule));
        CHECKS_OF_PINNED.forEach(rule -> rules.put(rule.id(), rule));
        return Collections.unmodifiableMap(rules);
    }

    private Rules() {}
}
