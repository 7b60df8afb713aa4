package dev.partita.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.document.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Each pattern of the five designs is called through its form: every control is used as a person would, with values made for it, by
 * a caller out of the samples. The service may have reasons to refuse, such as a name that is taken; the form must not be one.
 */
@Tag("slow")
class EveryPatternBrowserTest {

    private static final String[] DESIGNS = {"url-checks", "aura-historia", "algoitny", "fus-main", "notifications"};

    /** Refusals for what is stored, or not, which no form can know: a name that is taken, another version, an item that is not there. */
    private static final String BY_WHAT_IS_STORED = "404|409|412";

    private static final String REFERENCE = "/problems/reference-missing";

    /**
     * Fills a form in the page. For each field it makes a value that fits (the sample's, or one of the type), writes it with the field's
     * own controls, and does so for what is inside.
     */
    private static final String FILLER = """
            window.fillIn = async (specs) => {
              const drawn = () => new Promise((r) => setTimeout(r));
              const write = async (control, text) => {
                control.value = text;
                control.dispatchEvent(new Event('input', {bubbles: true}));
                control.dispatchEvent(new Event('change', {bubbles: true}));
                await drawn();
              };
              // What no sample has, and only a pattern tells.
              const known = {currency: 'EUR'};
              const made = (spec) => {
                if (spec.name in known) return known[spec.name];
                switch (spec.kind) {
                  case 'number': return String(spec.rules?.match(/(\\d+)–/)?.[1] ?? 1);
                  case 'truth': return 'true';
                  case 'choice': case 'suggestion': return spec.options[0];
                  case 'time': return '2024-06-01T00:00:00Z';
                  case 'date': return '2024-06-01';
                  case 'password': return 'correct horse battery staple';
                  case 'list': case 'set': return [made(spec.element)];
                  case 'map': return {one: made(spec.element)};
                  case 'record': return Object.fromEntries(spec.members.map((m) => [m.name, made(m)]));
                  case 'free': return spec.tag === 'L' ? {L: [{S: 'x'}]} : spec.tag === 'M' ? {M: {}} : {S: 'x'};
                  default: return spec.type === 'binary' ? 'AAAA' : 'made up for a test';
                }
              };
              const fill = async (place, spec, value) => {
                const own = (selector) => place().querySelector(selector);
                switch (spec.kind) {
                  case 'list': case 'set': case 'map': {
                    const entries = spec.kind === 'map' ? Object.entries(value) : value.map((one) => [null, one]);
                    for (const [i, [name, one]] of entries.entries()) {
                      own(':scope > .fields > .add > button').click();
                      await drawn();
                      const line = () => place().querySelectorAll(':scope > .fields > .form-line')[i];
                      if (name !== null) await write(line().querySelector(':scope > .name'), name);
                      await fill(line, spec.element, one);
                    }
                    return;
                  }
                  case 'record':
                    for (const member of spec.members) {
                      const one = value[member.name];
                      if (one !== undefined && one !== null) await fill(() => own(`:scope > .fields > [data-member="${member.name}"]`), member, one);
                    }
                    return;
                  case 'free':
                    own('.add button').click();
                    await drawn();
                    if (value.S !== undefined && own('textarea')) await write(own('textarea'), value.S);
                    return;
                  default:
                    await write(own(':scope > :is(input, textarea, select):not(.name)'), value);
                }
              };
              for (const spec of specs) {
                const place = () => document.querySelector(`main form [data-field="${spec.name}"]`);
                await fill(place, spec, spec.sample ?? made(spec));
              }
              return true;
            };
            true
            """;

    @Test
    void everyPatternIsCalledThroughItsForm() throws Exception {
        Map<String, String> wrong = new LinkedHashMap<>();
        Map<String, Integer> statuses = new LinkedHashMap<>();
        int called = 0;
        try (Rig rig = new Rig(DESIGNS);
                Browser browser = new Browser()) {
            browser.open(rig.url("/designs")).waitForText("notifications");
            browser.eval(FILLER);
            for (String design : DESIGNS) {
                for (String pattern : patterns(rig, design)) {
                    Map<?, ?> form = form(rig, design, pattern);
                    List<?> callers = (List<?>) form.get("callers");
                    String caller = callers.isEmpty() ? "somebody" : (String) callers.get(0);
                    String answer = call(browser, design, pattern, form, caller);
                    String status = String.valueOf(((Map<?, ?>) Json.read(answer)).get("status"));
                    called++;
                    statuses.merge(status, 1, Integer::sum);
                    if (!status.startsWith("2") && !status.matches(BY_WHAT_IS_STORED) && !answer.contains(REFERENCE)) {
                        wrong.put(design + "." + pattern, answer);
                    }
                }
            }
            assertThat(browser.problems()).isEmpty();
        }
        System.out.println(called + " patterns were called: " + statuses);
        assertThat(wrong).isEmpty();
        assertThat(called).isGreaterThanOrEqualTo(99);
    }

    private static String call(Browser browser, String design, String pattern, Map<?, ?> form, String caller) {
        String path = "/designs/" + design + "/patterns/" + pattern;
        browser.eval("import('/console/app.js').then(a => a.go(" + Browser.quoted(path) + "))");
        browser.waitFor(
                "location.pathname === " + Browser.quoted(path) + " && document.querySelector('main form.pattern-form')"
                        + " && document.querySelector('main h1').innerText === " + Browser.quoted(pattern));
        browser.eval("(() => { const e = document.querySelector('input[name=caller]'); e.value = "
                + Browser.quoted(caller) + "; e.dispatchEvent(new Event('input', {bubbles: true})); })()");
        assertThat(browser.eval("fillIn(" + Json.write(form.get("fields")) + ")"))
                .isEqualTo(true);
        browser.eval("document.querySelector('main form .primary').click()");
        browser.waitFor("document.querySelector('section[aria-label=Answer] .tag')");
        return (String)
                browser.eval(
                        "JSON.stringify({status: document.querySelector('section[aria-label=Answer] .tag').innerText,"
                                + " refusal: document.querySelector('.refusal')?.innerText ?? null,"
                                + " at: [...document.querySelectorAll('form .wrong-text')].map(e => e.innerText),"
                                + " answer: document.querySelector('section[aria-label=Answer] pre').textContent.slice(0, 600)})");
    }

    private static List<String> patterns(Rig rig, String design) throws IOException, InterruptedException {
        Map<?, ?> whole = (Map<?, ?>)
                Json.read(send(HttpRequest.newBuilder(URI.create(rig.url("/console/api/designs/" + design)))));
        List<String> names = new ArrayList<>();
        for (Object name : (List<?>) whole.get("patterns")) {
            names.add((String) name);
        }
        return names;
    }

    private static Map<?, ?> form(Rig rig, String design, String pattern) throws IOException, InterruptedException {
        String body = Json.write(Json.map("design", design, "pattern", pattern));
        return (Map<?, ?>) Json.read(send(HttpRequest.newBuilder(URI.create(rig.url("/console/api/forms/pattern")))
                .POST(HttpRequest.BodyPublishers.ofString(body))));
    }

    private static String send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return HttpClient.newHttpClient()
                .send(request.header("X-Partita-Console", "1").build(), HttpResponse.BodyHandlers.ofString())
                .body();
    }
}
