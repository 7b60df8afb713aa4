package dev.partita.engine;

import java.util.concurrent.CompletableFuture;

/** Names the attribute by which items expire, or stops expiry. */
public record UpdateTimeToLive(String tableName, String attributeName, boolean enabled)
        implements Operation<UpdateTimeToLive.Result> {

    public record Result(String attributeName, boolean enabled) {}

    @Override
    public CompletableFuture<Result> run(Database database) {
        throw new IllegalStateException("UpdateTimeToLive is not built yet");
    }
}
