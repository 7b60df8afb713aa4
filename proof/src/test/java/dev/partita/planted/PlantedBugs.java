package dev.partita.planted;

import dev.partita.planted.PlantedBug.Edit;
import java.util.ArrayList;
import java.util.List;

/** Faults of the kinds that databases have had, each with the test that is there to notice it. */
final class PlantedBugs {

    /** What the checker of R1 and R2 says after a crash; which of it comes first is up to the moment of the crash. */
    private static final String CHECKED =
            "(.* holds .*|.* has an item twice: .*|half of a trans.*|.* came back from the dead: .*"
                    + "|the counter is .*, acknowledged were .*|stream: .*)";

    /** Single items in no order of operations, or a condition that held of another item than the one before. */
    private static final String NOT_LINEARIZABLE =
            ".*( is not linearizable: |a condition held, and the item before was ).*";

    static final List<PlantedBug> ALL = List.of(
            bug(
                    "a write is not synced",
                    "engine/store/JournalSegment.java",
                    "R2",
                    ".*acknowledged writes would be lost.*|" + CHECKED,
                    "        if (durable) {\n            channel.force(false);",
                    "        if (!durable) {\n            channel.force(false);"),
            bug(
                    "acknowledged before the commit",
                    "engine/engine/Writer.java",
                    "R7",
                    NOT_LINEARIZABLE,
                    "            RuntimeException failure = null;\n            try {\n                group.commit();",
                    "            RuntimeException failure = null;\n            if (!alone) {\n                end(null);\n            }\n            try {\n                group.commit();"),
            bug(
                    "an index entry outside of its batch",
                    "engine/engine/Group.java",
                    "R1",
                    "index .* holds .*|.* has an item twice: .*",
                    "            putRow(key, value);\n        } else {\n            put(key, value);\n        }",
                    "            putRow(key, value);\n        } else {\n            afterCommit(() -> {\n                StoreBatch late = new StoreBatch();\n"
                            + "                late.put(key, value);\n                store.apply(late);\n            });\n        }"),
            bug(
                    "a stale read from a cache",
                    "engine/engine/read/GetItem.java",
                    "R7",
                    NOT_LINEARIZABLE,
                    "        byte[] stored = database.reader().get(table.rowKey(key));",
                    "        byte[] rowKey = table.rowKey(key);\n"
                            + "        byte[] fresh = database.reader().get(rowKey);\n"
                            + "        byte[] cached = CACHE.put(dev.partita.item.Bytes.of(rowKey), fresh == null ? new byte[0] : fresh);\n"
                            + "        boolean stale = cached != null && cached.length > 0 && System.nanoTime() % 8 == 0;\n"
                            + "        byte[] stored = stale ? cached : fresh;",
                    "    public record Result(Item item,",
                    "    private static final java.util.Map<dev.partita.item.Bytes, byte[]> CACHE =\n"
                            + "            new java.util.concurrent.ConcurrentHashMap<>();\n\n"
                            + "    public record Result(Item item,"),
            bug(
                    "a condition looked at before the write's turn",
                    "engine/engine/PutItem.java",
                    "R7",
                    NOT_LINEARIZABLE,
                    "        return database.write(group -> {\n",
                    "        byte[] early = database.reader().get(knownRowKey);\n"
                            + "        Item seen = early == null ? Item.NONE : Item.ofBytes(early);\n"
                            + "        return database.write(group -> {\n",
                    "            if (!condition.holds(before)) {",
                    "            if (!condition.holds(seen)) {"),
            bug(
                    "a transaction's token is not stored",
                    "engine/engine/TransactionTokens.java",
                    "engine: dev.partita.engine.TransactionTokensTest",
                    "transactionsAreForgottenAfterTenMinutes.*AssertionFailedError: expected: <2> but was: <0>",
                    "        group.putRow(Rows.token(namespace, token), row.bytes());\n",
                    ""),
            bug(
                    "an iterator's status is not asked for",
                    "engine/store/RocksWalker.java",
                    "engine: dev.partita.store.RotTest#aWalkThatMeetsRotFailsInsteadOfEnding",
                    ".*AssertionError: Expecting code to raise a throwable.*",
                    "                iterator.status();\n",
                    ""),
            bug(
                    "a page begins one item late",
                    "engine/engine/read/PageWalk.java",
                    "engine: dev.partita.engine.EngineModelTest",
                    ".*AssertionFailedError: expected: .* but was: .*",
                    "                return new Result(items, count, scanned, keyOf(entry), bytes, fetchedUnits);",
                    "                Item last = cursor.next() ? Item.ofBytes(cursor.value()) : entry;\n"
                            + "                return new Result(items, count, scanned, keyOf(last), bytes, fetchedUnits);"),
            bug(
                    "a page ends one item late",
                    "engine/engine/read/PageWalk.java",
                    "engine: dev.partita.engine.EngineModelTest",
                    ".*AssertionError: Expecting actual: . to be less than or equal to: .*",
                    "            if (scanned == limit ||",
                    "            if (limit > 0 && scanned > limit ||"),
            bug(
                    "the journal is replayed but for its last record",
                    "engine/store/JournalSegment.java",
                    "R1",
                    CHECKED,
                    "sequence < Math.min(next, to);",
                    "sequence < Math.min(next, to) - 1;"),
            bug(
                    "damage in the journal is taken for its end",
                    "engine/store/Journal.java",
                    "proof: dev.partita.fuzz.CorpusTest",
                    ".*journal/.* of 9 batches, and no refusal.*",
                    "        if (!whole && (last.durable() ||",
                    "        if (!whole && (!last.durable() ||",
                    "= shortOfWhatWasReached(last, stored, lost.isEmpty());",
                    "= Optional.empty();"),
            bug(
                    "what an engine starts with is read when files were changed",
                    "engine/store/RocksStore.java",
                    "R4",
                    ".*refused \\(.*, but .* (was changed|and are .*)\\..*",
                    "        requirements.accept(rows);\n        return openJournal(stored);",
                    "        return openJournal(stored);"),
            bug(
                    "any name of a host is let in",
                    "http/http/AllowedHosts.java",
                    "http: dev.partita.http.HostileClientsTest#aBorrowedNameIsMisdirected",
                    ".*evil.example.* expected: 421 but was: 200",
                    "                || hosts.contains(name)\n",
                    "                || !name.isEmpty()\n"),
            bug(
                    "the signature of a token is not looked at",
                    "service/access/Tokens.java",
                    "service: dev.partita.access.TokensTest#aTokenThatWasTamperedWithIsNeverBelieved",
                    ".*AssertionFailedError.*seed.*",
                    "        if (!isSigned) {",
                    "        if (!isSigned && System.nanoTime() == 0) {"),
            bug(
                    "a write does not ask whose the item is",
                    "service/access/Access.java",
                    "service: dev.partita.access.OwnersTest#writesOfAnothersItemAreRefusedAsIfItWereNotThere",
                    ".*AssertionError: Expecting code to raise a throwable.*",
                    "        boolean isFree = decision.claims().isEmpty()\n",
                    "        boolean isFree = true || decision.claims().isEmpty()\n"),
            bug(
                    "expired items are shown",
                    "plan/plan/internal/key/Codec.java",
                    "runtime: dev.partita.runtime.SafetyTest#expiredItemsAreNeverReturned",
                    ".*AssertionError: Expecting empty but was: .*Session.*",
                    "        return table.expiry() != null\n                && item.get",
                    "        return table.expiry() == null\n                && item.get"),
            bug(
                    "what was renewed expires all the same",
                    "engine/engine/Expiry.java",
                    "engine: dev.partita.engine.TimeToLiveTest#anItemThatIsRenewedWhileTheSweepHasItStays",
                    ".*AssertionFailedError: expected: <1> but was: <0>",
                    "            if (second != NEVER && second < dueSecond(group.engine())",
                    "            if (item.isPresent() || second < dueSecond(group.engine())"),
            bug(
                    "a batch is applied in two parts",
                    "engine/engine/Group.java",
                    "R8",
                    "(the accounts' sum is |an account below zero|[A-Z0-9_]+: T?).*",
                    "            store.apply(batch);\n",
                    "            StoreBatch[] parts = {new StoreBatch(), new StoreBatch()};\n"
                            + "            int[] rows = {0};\n"
                            + "            batch.forEach(new StoreBatch.Visitor() {\n"
                            + "                private StoreBatch part() {\n"
                            + "                    return parts[rows[0]++ * 2 / batch.count()];\n"
                            + "                }\n\n"
                            + "                @Override\n"
                            + "                public void put(byte[] key, byte[] value) {\n"
                            + "                    part().put(key, value);\n"
                            + "                }\n\n"
                            + "                @Override\n"
                            + "                public void delete(byte[] key) {\n"
                            + "                    part().delete(key);\n"
                            + "                }\n\n"
                            + "                @Override\n"
                            + "                public void deleteRange(byte[] from, byte[] to) {\n"
                            + "                    part().deleteRange(from, to);\n"
                            + "                }\n"
                            + "            });\n"
                            + "            store.apply(parts[0]);\n"
                            + "            store.apply(parts[1]);\n"),
            bug(
                    "deletes leave no stream record",
                    "engine/engine/Streams.java",
                    "R1",
                    "stream: .*",
                    "        if (stream != null && stream.enabled()) {\n            long now",
                    "        if (stream != null && stream.enabled() && change.after().isPresent()) {\n            long now"),
            bug(
                    "the committer is not woken",
                    "engine/engine/Writer.java",
                    "engine: dev.partita.engine.WriterTest#writesSeeTheGroupThatIsBeingCommitted",
                    ".*TimeoutException: .* timed out after .*",
                    "            } else if (committerHasWork) {\n",
                    "            } else if (committerHasWork && committer == null) {\n"),
            bug(
                    "answers that wait to be read are not counted",
                    "http/http/WaitingAnswers.java",
                    "http: dev.partita.http.HostileClientsTest#anAnswerThatWaitsToBeReadTakesMemoryFromRequests",
                    ".*AssertionFailedError.*Expecting value to be true but was false.*",
                    "        budget.takeAnyway(bytes);\n",
                    ""),
            bug(
                    "a cached answer outlives a write",
                    "runtime/cache/DesignCache.java",
                    "runtime: dev.partita.cache.CacheTest#aWriteForgetsTheAnswersItCouldChangeAndNoOthers",
                    ".*AssertionError: Expecting map: .*name.*Ann.*",
                    "                scopes.addAll(dependencies().touched(table, item));\n",
                    ""));

    private PlantedBugs() {}

    /** {@code path} is the module, then the file; {@code texts} are what stood there and what stands there now, by turns. */
    private static PlantedBug bug(String name, String path, String caughtBy, String kind, String... texts) {
        int slash = path.indexOf('/');
        List<Edit> edits = new ArrayList<>();
        for (int i = 0; i < texts.length; i += 2) {
            edits.add(new Edit(texts[i], texts[i + 1]));
        }
        return new PlantedBug(name, path.substring(0, slash), path.substring(slash + 1), edits, caughtBy, kind);
    }
}
