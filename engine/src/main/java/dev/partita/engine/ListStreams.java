package dev.partita.engine;

import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Lists streams. */
public record ListStreams(String tableName, Integer limit, String exclusiveStartStreamArn)
        implements Operation<ListStreams.Result> {

    public record Stream(String streamArn, String tableName, String streamLabel) {}

    public record Result(List<Stream> streams, String lastEvaluatedStreamArn) {}

    @Override
    public CompletableFuture<Result> run(Database database) {
        throw new IllegalStateException("ListStreams is not built yet");
    }
}
