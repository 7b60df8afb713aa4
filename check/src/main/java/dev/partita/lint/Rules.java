package dev.partita.lint;

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
