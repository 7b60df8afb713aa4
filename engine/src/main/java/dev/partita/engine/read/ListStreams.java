package dev.partita.engine.read;

import dev.partita.engine.Database;
import dev.partita.engine.Operation;
import dev.partita.engine.Streams;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Lists streams. */
public record ListStreams(String tableName, Integer limit, String exclusiveStartStreamArn)
        implements Operation<ListStreams.Result> {

    public record Stream(String streamArn, String tableName, String streamLabel) {}

    public record Result(List<Stream> streams, String lastEvaluatedStreamArn) {}

    private static final int STREAMS_PER_PAGE = 100;

    @Override
    public CompletableFuture<Result> run(Database database) {
        int most = limit == null ? STREAMS_PER_PAGE : limit;
        String only = tableName == null ? null : Database.nameOf(tableName);
        List<Stream> streams = database.engine().streams().stream()
                .filter(stream -> stream.namespace().equals(database.namespace()))
                .filter(stream -> only == null || stream.tableName().equals(only))
                .map(stream -> new Stream(Streams.arn(database, stream), stream.tableName(), stream.label()))
                .filter(stream ->
                        exclusiveStartStreamArn == null || stream.streamArn().compareTo(exclusiveStartStreamArn) > 0)
                .sorted(Comparator.comparing(Stream::streamArn))
                .limit(most + 1L)
                .toList();
        boolean more = streams.size() > most;
        List<Stream> page = more ? streams.subList(0, most) : streams;
        return CompletableFuture.completedFuture(
                new Result(page, more ? page.get(most - 1).streamArn() : null));
    }
}
