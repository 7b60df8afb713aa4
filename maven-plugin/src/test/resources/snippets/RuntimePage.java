package pages;

import dev.partita.design.Design;
import dev.partita.embedded.*;
import dev.partita.plan.*;
import dev.partita.runtime.*;
import java.util.*;
import java.util.stream.*;

/** What the blocks of docs/runtime.md find around them. */
abstract class RuntimePage {
    final Partita partita = Partita.inMemory();
    final Design design = com.example.people.PeopleDesign.design();
    final Database database =
            Database.builder(design, partita.client()).build();
    final Database shop = database;
    final Database warehouse = database;
    final String id = "u1";
    final List<Write<Written>> writes = new ArrayList<>();

    RuntimePage() {
        database.createTables();
        database.write("addUser", Map.of("userId", id, "name", "A", "plan", "Free")).run();
        IntStream.range(1, 7).forEach(i -> database.write("updateUser", Map.of("userId", id, "name", "A" + i)).run());
        database.write("addArticle", Map.of("articleId", "a-1")).run();
        IntStream.range(0, 30).forEach(i -> writes.add(database.write("addArticle", Map.of("articleId", "b-" + i))));
    }
}
