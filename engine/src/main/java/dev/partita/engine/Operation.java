package dev.partita.engine;

import java.util.concurrent.CompletableFuture;

/**
 * One API call: a record of what was asked, members named as DynamoDB names them, absent ones null.
 *
 * <p>A read answers with a completed future. A write answers once its batch is durable. A refusal is an
 * {@link dev.partita.item.ApiException}, thrown or in the future.
 */
public interface Operation<R> {

    CompletableFuture<R> run(Database database);
}
