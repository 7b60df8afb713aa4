package dev.partita.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.design.Reader;
import dev.partita.design.Source;
import dev.partita.plan.internal.compile.Compiled;
import dev.partita.plan.internal.compile.Compiler;
import dev.partita.plan.run.Plans;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PatternFormTest {

    @Test
    void valuesThatCallersGiveAreAListOfControlsWithTheRulesOfTheAttribute() {
        Compiled compiled =
                Compiler.compile(Reader.read(new Source("shelf.yaml", """
                        design: shelf
                        tables:
                          main:
                            key: { partition: pk }
                            indexes: { byState: { partition: state, sort: pk, projection: all } }
                        entities:
                          Book:
                            key: { pk: "BOOK#{bookId}" }
                            attributes:
                              bookId: { type: string, length: 1..20, about: On its spine. }
                              state:  { enum: [open, lent], required: true }
                        patterns:
                          books:  { list: Book, by: bookId, each: { bookId: given } }
                          states: { count: Book, by: state, each: { state: given } }
                        samples:
                          Book: [{ bookId: "7", state: open }]
                        """)).design());
        Map<?, ?> ids = field(compiled, "books");
        assertThat(ids.get("name")).isEqualTo("bookIds");
        assertThat(ids.get("kind")).isEqualTo("list");
        assertThat(ids.get("required")).isEqualTo(true);
        assertThat(ids.get("sample")).isEqualTo(List.of("7"));
        assertThat((Map<?, ?>) ids.get("element")).extracting("kind", "about").containsExactly("line", "On its spine.");
        Map<?, ?> states = field(compiled, "states");
        assertThat(states.get("name")).isEqualTo("states");
        assertThat((Map<?, ?>) states.get("element"))
                .extracting("kind", "options")
                .containsExactly("choice", List.of("open", "lent"));
    }

    private static Map<?, ?> field(Compiled compiled, String pattern) {
        Map<String, Object> form =
                new PatternForm(new Plans(compiled), compiled.plans().get(pattern), Clock.systemUTC()).tree();
        return (Map<?, ?>) ((List<?>) form.get("fields")).get(0);
    }
}
