package dev.partita.engine;

import dev.partita.engine.internal.table.Table;
import dev.partita.engine.internal.table.TableDefinition;
import dev.partita.item.ApiException;
import dev.partita.store.StoreException;
import dev.partita.store.StoreView;
import java.util.concurrent.CompletableFuture;

/** The tables one caller sees. */
public final class Database {

    private static final String ARN_TABLE = ":table/";

    private final Engine engine;
    private final String namespace;

    Database(Engine engine, String namespace) {
        this.engine = engine;
        this.namespace = namespace;
    }

    public Engine engine() {
        return engine;
    }

    public String namespace() {
        return namespace;
    }

    public StoreView reader() {
        return engine.store();
    }

    /** A table whose items can be read and written, by its name or ARN. */
    public Table table(String nameOrArn) {
        Table table = engine.findTable(namespace, nameOf(nameOrArn));
        if (table == null
                || table.definition().status() == TableDefinition.Status.CREATING
                || table.definition().status() == TableDefinition.Status.DELETING) {
            throw ApiException.notFound("Requested resource not found");
        }
        return table;
    }

    /** A table in any state, by its name or ARN, for calls about the table itself. */
    public Table describedTable(String nameOrArn) {
        String name = nameOf(nameOrArn);
        Table table = engine.findTable(namespace, name);
        if (table == null) {
            throw ApiException.notFound("Requested resource not found: Table: " + name + " not found");
        }
        return table;
    }

    /** A write that may take room. */
    <R> CompletableFuture<R> write(Write<R> write) {
        try {
            engine.store().requireRoom();
        } catch (StoreException e) {
            return CompletableFuture.failedFuture(e);
        }
        return engine.writer().submit(write);
    }

    /** A write that only takes away: a full disk is no reason to refuse it. */
    <R> CompletableFuture<R> remove(Write<R> write) {
        return engine.writer().submit(write);
    }

    String tableArn(String name) {
        return "arn:aws:dynamodb:" + engine.options().region() + ":"
                + engine.options().accountId() + ARN_TABLE + name;
    }

    public static String nameOf(String nameOrArn) {
        if (!nameOrArn.startsWith("arn:")) {
            return nameOrArn;
        }
        int at = nameOrArn.indexOf(ARN_TABLE);
        return at < 0 ? nameOrArn : nameOrArn.substring(at + ARN_TABLE.length());
    }
}
