package dev.partita.copy;

import dev.partita.deploy.ParallelScan;
import dev.partita.document.Json;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/** How far the copy of one table has come. What a page adds is added at once, so that a save never sees half of it. */
final class CopyProgress {

    private final String sourceId;
    private final String targetId;
    private final Instant startedAt;
    private final List<Position> positions;
    private final Digest digest;
    private long copied;
    private long skipped;
    private double readUnits;
    private double writeUnits;

    /**
     * @param sourceId tells this table from a later one of the same name
     * @param startedAt when it was begun; what had expired then counts as expired to the end
     */
    CopyProgress(String sourceId, String targetId, Instant startedAt, int segments) {
        this(
                sourceId,
                targetId,
                startedAt,
                new ArrayList<>(Collections.nCopies(segments, Position.START)),
                new Digest());
    }

    private CopyProgress(String sourceId, String targetId, Instant startedAt, List<Position> positions, Digest digest) {
        this.sourceId = sourceId;
        this.targetId = targetId;
        this.startedAt = startedAt;
        this.positions = positions;
        this.digest = digest;
    }

    String sourceId() {
        return sourceId;
    }

    String targetId() {
        return targetId;
    }

    Instant startedAt() {
        return startedAt;
    }

    int segments() {
        return positions.size();
    }

    /** What was copied, as it was then. */
    Digest digest() {
        return digest;
    }

    synchronized void advance(
            int segment, Position position, List<Digest.Hashed> items, long left, double read, double written) {
        positions.set(segment, position);
        digest.add(items);
        copied += items.size();
        skipped += left;
        readUnits += read;
        writeUnits += written;
    }

    /** A page is dealt with. */
    synchronized void arrive(int segment, Position position) {
        positions.set(segment, position);
    }

    synchronized long copied() {
        return copied;
    }

    synchronized long skipped() {
        return skipped;
    }

    synchronized double readUnits() {
        return readUnits;
    }

    synchronized double writeUnits() {
        return writeUnits;
    }

    /** The segments that are left, each with where it stands. */
    synchronized List<ParallelScan.Start> left() {
        List<ParallelScan.Start> left = new ArrayList<>();
        for (int i = 0; i < positions.size(); i++) {
            if (!positions.get(i).isDone()) {
                left.add(new ParallelScan.Start(i, positions.get(i).after()));
            }
        }
        return left;
    }

    synchronized Object tree() {
        return Json.map(
                "source", sourceId,
                "target", targetId,
                "startedAt", startedAt.toString(),
                "copied", BigDecimal.valueOf(copied),
                "skipped", BigDecimal.valueOf(skipped),
                "readUnits", BigDecimal.valueOf(readUnits),
                "writeUnits", BigDecimal.valueOf(writeUnits),
                "digest", digest.text(),
                "segments", positions.stream().map(Position::tree).toList());
    }

    static CopyProgress of(Map<?, ?> tree) {
        List<Position> positions = new ArrayList<>();
        ((List<?>) tree.get("segments")).forEach(one -> positions.add(Position.of(one)));
        CopyProgress headway = new CopyProgress(
                (String) tree.get("source"),
                (String) tree.get("target"),
                Instant.parse((String) tree.get("startedAt")),
                positions,
                Digest.of((String) tree.get("digest")));
        headway.copied = ((Number) tree.get("copied")).longValue();
        headway.skipped = ((Number) tree.get("skipped")).longValue();
        headway.readUnits = ((Number) tree.get("readUnits")).doubleValue();
        headway.writeUnits = ((Number) tree.get("writeUnits")).doubleValue();
        return headway;
    }
}
