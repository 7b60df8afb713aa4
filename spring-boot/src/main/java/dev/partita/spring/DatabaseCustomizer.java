package dev.partita.spring;

import dev.partita.runtime.Database;

/** A bean that has a say in how each database is put together: its search index, its executor, its ids. */
@FunctionalInterface
public interface DatabaseCustomizer {

    void customize(Database.Builder builder);
}
