package dev.partita.codegen;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.plan.internal.compile.Compiled;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Patterns and arguments whose names mean something else in Java or in generated code. */
class HardNamesTest {

    private static final String DESIGN = """
            design: list
            tables:
              main: { key: { partition: pk, sort: sk } }
            entities:
              Page:
                key: { pk: "{database}", sk: "PAGE#{page}#{result}" }
                attributes:
                  database: string
                  page:     string
                  result:   string
                  values:   { type: list of string }
                  item:     { type: string, required: true }
                  written:  { enum: [yes, no], required: true }
                  class:    { type: string }
                  created_at: timestamp
                  createdAt:  timestamp
              Created:
                key: { pk: "{database}", sk: "CREATED#{each}" }
                attributes:
                  database: { type: string, references: Page }
                  each:     { type: string, about: "A */ @ {@code x} <b> in the words of a design." }
                  needs:    { type: string, required: true }
              Write:
                key: { pk: "WRITE#{run}", sk: META }
                version: version
                attributes:
                  run:     string
                  map:     { type: map }
                  wait:    { type: integer }
                  set:     { type: set of string }
                  version: { type: integer, read-only: true }
            patterns:
              toString:     { get: Page, by: [database, page, result] }
              notify:       { create: Page }
              wait:         { list: Page, by: database }
              on:           { list: Page, by: database, page: 5 }
              onPages:      { list: Created, by: database }
              batch:        { get: Created, by: [database, each] }
              async:        { count: Page, by: database }
              some:         { list: Page, by: [database, page], range: result }
              others:       { list: Created, by: database, range: each }
              everything:   { gather: [some, others] }
              beside:       { gather: [others, batch] }
              with:         { read: [Page, Created], by: database }
              as:           { gather: [async, on] }
              class:        { create: Created }
              values:       { put: Page }
              page:         { update: Page, by: [database, page, result], change: [values, class, item, created_at, createdAt] }
              saved:        { put: Write, about: "Ends like this: */ and goes on {@link nowhere}." }
              write:        { update: Write, by: run, change: [map, wait, set] }
              database:     { delete: Write, by: run }
              transaction:  { transact: [write, class] }
            """;

    @Test
    void whateverThingsAreCalledTheCodeCompiles() {
        assertThat(Javac.compile(files()).messages()).isEmpty();
    }

    @Test
    void aPatternCalledAsWhatEveryObjectHasIsCalledByWhatItDoes() throws Exception {
        List<String> methods = Arrays.stream(
                        Javac.compile(files()).load().loadClass("list.List").getDeclaredMethods())
                .map(java.lang.reflect.Method::getName)
                .toList();
        assertThat(methods).contains("getPage", "createPage", "listPage", "createCreated", "onPages");
    }

    private static Map<String, String> files() {
        Compiled compiled = Designs.of("list.yaml", DESIGN);
        return Generator.generate(compiled, new Generator.Options(null));
    }
}
