package dev.partita.systems;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.design.model.Pattern;
import dev.partita.plan.InvalidValues;
import dev.partita.plan.Result;
import dev.partita.plan.WriteRefused;
import dev.partita.runtime.CallOptions;
import dev.partita.runtime.Cursor;
import dev.partita.runtime.Database;
import dev.partita.runtime.PageRequest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** The cached patterns of the five: after any write, what is kept is what is stored. */
class CachesTest {

    private static final String NAME = "algoitny";
    private static final int CALLS = 600;
    private static final int REMEMBERED = 40;
    private static final int ASKED_AGAIN = 10;

    private record Question(String pattern, Map<String, Object> arguments) {}

    /** The moment of the call at hand. */
    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.EPOCH);

    private final Database database = Tables.database(Systems.design(NAME), Endpoints.PARTITA, now::get);
    private final List<Question> asked = new ArrayList<>();

    @Test
    void afterAnyWriteWhatIsKeptIsWhatIsStored() {
        long seed = Long.getLong("systems.seed", System.nanoTime());
        Random random = new Random(seed);
        Tables.create(database.design(), Endpoints.PARTITA);
        Model model = new Model(database.design());
        Comparison comparison = new Comparison(
                model,
                (pattern, arguments, at, me, limit, cursor) ->
                        call(pattern, arguments, at, me, page(limit, cursor), random));
        RandomCalls calls = new RandomCalls(model, random, false);
        try {
            for (int i = 0; i < CALLS; i++) {
                comparison.make(calls.next());
            }
        } catch (AssertionError e) {
            throw new AssertionError("replay with -Dsystems.seed=" + seed + "\n" + e.getMessage(), e);
        }
        assertThat(database.caches().metrics().total().hits()).isGreaterThan(CALLS);
        Tables.drop(database.design(), Endpoints.PARTITA);
    }

    private Calls.Outcome call(
            String name, Map<String, Object> arguments, Instant at, String me, PageRequest page, Random random) {
        now.set(at);
        Pattern pattern = database.design().patterns().get(name);
        try {
            if (pattern.verb().writes()) {
                var written = database.as(me).write(name, arguments).run();
                askAgain(random, name + arguments);
                return new Calls.Outcome(null, written, null, null);
            }
            Result found = database.read(name, arguments, page);
            if (pattern.cacheSeconds() != null && page.cursor() == null) {
                asked.add(new Question(name, arguments));
                if (asked.size() > REMEMBERED) {
                    asked.remove(random.nextInt(asked.size()));
                }
            }
            return new Calls.Outcome(found, null, null, null);
        } catch (WriteRefused e) {
            return new Calls.Outcome(
                    null, null, e.rule().name().toLowerCase(Locale.ROOT).replace('_', '-'), e.getMessage());
        } catch (InvalidValues e) {
            return new Calls.Outcome(null, null, "invalid", e.getMessage());
        }
    }

    private static PageRequest page(Integer limit, String cursor) {
        return new PageRequest(limit, cursor == null ? null : Cursor.of(cursor));
    }

    private void askAgain(Random random, String write) {
        Database direct = database.with(CallOptions.none().bypassingCache());
        for (int i = 0; i < ASKED_AGAIN && !asked.isEmpty(); i++) {
            Question question = asked.get(random.nextInt(asked.size()));
            assertThat(plain(database.read(question.pattern(), question.arguments(), PageRequest.first())))
                    .as("%s after %s at %s", question, write, now)
                    .isEqualTo(plain(direct.read(question.pattern(), question.arguments(), PageRequest.first())));
        }
    }

    /** Without where a next page would begin, and what it took. */
    private static List<Object> plain(Result answer) {
        List<Object> plain = new ArrayList<>(List.of(answer.items(), answer.count(), answer.counts()));
        answer.parts().values().forEach(part -> plain.add(plain(part)));
        return plain;
    }
}
