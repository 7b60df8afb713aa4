package dev.partita.spring;

import dev.partita.runtime.Database;

/**
 * A bean that has a say in how each database is put together: its search index, its executor, its ids.
 *
 * <p>It is called by the thread that opens the database.
 */
@FunctionalInterface
public interface DatabaseCustomizer {

    void customize(Database.Builder builder);
}
