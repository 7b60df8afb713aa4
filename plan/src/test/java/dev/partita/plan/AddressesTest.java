package dev.partita.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.design.Design;
import dev.partita.design.Reader;
import dev.partita.design.Source;
import dev.partita.design.model.Finding;
import dev.partita.plan.internal.key.Codec;
import dev.partita.plan.internal.key.Inputs;
import dev.partita.plan.internal.value.Ids;
import dev.partita.plan.internal.value.RunContext;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Addresses, hosts, words of open lists and passwords: what is taken, in which form, and what is refused. */
class AddressesTest {

    private static final String PAGES = """
            design: pages
            types:
              State: { enum: [ACTIVE, PAUSED], open: true }
            tables:
              main: { key: { partition: pk, sort: sk } }
            entities:
              Page:
                key: { pk: "SHOP#{domain}", sk: "{url:shorten:raw}" }
                attributes:
                  domain: { type: string, normalise: [domain] }
                  url: { type: string, normalise: [url], host-in: domain }
                  watched: { type: string, normalise: [public-url] }
                  shop: { type: string, normalise: [public-domain] }
                  state: State
                  shouted: { type: State, normalise: [trim, upper] }
                  password: { type: password, cost: 4, hidden: true }
                  pin: { type: password, cost: 4, hidden: true, length: 4..4 }
                  seeAlso: { type: list of string, normalise: [public-url] }
            """;

    private final Design design = Reader.read(new Source("pages.yaml", PAGES)).design();
    private final Codec codec = new Codec(design, design.entities().get("Page"));
    private final RunContext surroundings =
            new RunContext(Clock.fixed(Bench.START, ZoneOffset.UTC), new Ids(new Random(1)), Map.of(), null);

    private Object stored(String attribute, Object given) {
        Map<String, Object> values = Bench.map("domain", "example.com", "url", "https://example.com/");
        values.put(attribute, given);
        return new Inputs(codec).create(values, surroundings).get(attribute);
    }

    private void refused(String attribute, Object given, String message) {
        assertThatThrownBy(() -> stored(attribute, given))
                .isInstanceOf(InvalidValues.class)
                .hasMessageContaining(message);
    }

    @ParameterizedTest
    @CsvSource({
        "Example.COM, example.com",
        "' example.com. ', example.com",
        "example.com:8080, example.com",
        "bücher.example, xn--bcher-kva.example",
    })
    void aDomainHasOneForm(String given, String stored) {
        Map<String, Object> values = Bench.map("domain", given, "url", "https://" + stored + "/x");
        assertThat(new Inputs(codec).create(values, surroundings)).containsEntry("domain", stored);
    }

    /** Cutting at the first odd character made the shop a of a#b.example. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "a#b.example",
                "a/b.example",
                "a?b.example",
                "a b.example",
                "a..example",
                "",
                ".",
                "-a.example",
                "a%23b.example"
            })
    void whatIsNoNameOfAHostIsRefusedAndNotCutDownToOne(String given) {
        refused("domain", given, "is not the name of a host");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://example.com/x",
                "https://www.example.com/x",
                "HTTPS://EXAMPLE.com:443/x",
                "http://a.b.example.com"
            })
    void aUrlIsTakenUnderItsDomain(String url) {
        assertThat(stored("url", url)).isNotNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://example.org/x",
                "https://badexample.com/x",
                "https://com/x",
                "https://example.com.evil.example/x"
            })
    void aUrlOfAnotherHostIsRefused(String url) {
        refused("url", url, "is not on example.com");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "javascript:alert(1)",
                "example.com/x",
                "mailto:a@example.com",
                "https:///x",
                "",
                "//example.com/x"
            })
    void whatIsNoUrlIsRefused(String url) {
        refused("url", url, "is not a URL with a scheme and a host");
        refused("watched", url, "is not a URL with a scheme and a host");
    }

    @ParameterizedTest
    @CsvSource({
        "https://Example.com, https://example.com",
        "HTTP://example.com:80/A?b=C#d, http://example.com/A?b=C",
        "https://8.8.8.8:8443/x, https://8.8.8.8:8443/x",
        "'https://[2606:4700::1111]/', 'https://[2606:4700::1111]/'",
        "https://11.example.com/, https://11.example.com/",
        "https://bücher.example/, https://xn--bcher-kva.example/",
        "https://example.com./x, https://example.com/x",
        "https://example。com:0443/x, https://example.com/x",
        "https://example.com:65535/, https://example.com:65535/",
        "'https://[2606:4700:0:0::1111]:443', 'https://[2606:4700::1111]'",
    })
    void anAddressOfThePublicWebIsTaken(String given, String stored) {
        assertThat(stored("watched", given)).isEqualTo(stored);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://localhost/",
                "http://LOCALHOST.:8000/",
                "http://api.localhost/",
                "http://printer.local/",
                "http://vault.internal/",
                "http://intranet/",
                "http://127.0.0.1/",
                "http://127.0.0.1./",
                "http://0.0.0.0/",
                "http://10.1.2.3/",
                "http://172.16.0.1/",
                "http://172.31.255.255/",
                "http://192.168.0.1/",
                "http://169.254.169.254/latest/meta-data",
                "http://100.64.0.1/",
                "http://224.0.0.1/",
                "http://255.255.255.255/",
                "http://[::1]/",
                "http://[::]/",
                "http://[fe80::1]/",
                "http://[fc00::1]/",
                "http://[fd12:3456::1]/",
                "http://[::ffff:127.0.0.1]/",
                "http://[::ffff:a9fe:a9fe]/",
                "http://[64:ff9b::a9fe:a9fe]/",
                "http://[2002:7f00:1::]/",
                "http://[::127.0.0.1]/",
                "http://[::ffff:0:127.0.0.1]/",
                "http://[2001:0:4136:e378:8000:63bf:3fff:fdd2]/",
                "http://[64:ff9b::10.0.0.1]/",
                "http://192.0.2.1/",
                "http://[2001:db8::1]/",
                "http://kubernetes.default.svc/",
                "http://facebookcorewwwi.onion/",
                "http://１２７.0.0.1/",
                "http://printer。local/"
            })
    void aHostOfThisMachineOrAPrivateNetworkIsRefusedHoweverItIsWritten(String url) {
        refused("watched", url, "names a host of this machine or of a private network");
    }

    /** Of every URL, not only of those that are to be public: what browsers and libraries read in several ways. */
    @ParameterizedTest
    @CsvSource({
        "javascript://example.com/%0aalert(1), must begin with http",
        "ftp://example.com/, must begin with http",
        "file://example.com/etc, must begin with http",
        "data://example.com/x, must begin with http",
        "'https://user:secret@example.com/', user name",
        "'https://example.com@evil.example/x', user name",
        "'https://@example.com/', user name",
        "'https://example.com/a b', blank",
        "'https://example.com/a\u00a0b', blank",
        "'https://example.com/a\u200bb', blank",
        "'https://example.com/\u202egnp.exe', blank",
        "'https://example.com/a\tb', blank",
        "'https://example.com\\@10.0.0.1/', backslash",
        "https://example.com:99999999/, port",
        "https://example.com:99999/, port",
        "https://example.com:0/, port",
        "https://example.com:x/, port",
        "https://exa mple.com/, blank",
        "https://exa%6dple.com/, no host",
        "https://-example.com/, no host",
        "https://a..example.com/, no host",
        "https://faß.example.com/, no host",
        "http://2130706433/, no host",
        "http://0x7f000001/, no host",
        "http://0x7f.0.0.1/, no host",
        "http://0177.0.0.1/, no host",
        "http://127.1/, no host",
        "'http://[::1/', has no",
    })
    void whatIsReadInSeveralWaysIsNoUrl(String url, String message) {
        refused("url", url, message);
        refused("watched", url, message);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "localhost",
                "[::1]",
                "127.0.0.1",
                "printer.local",
                "http://localhost:8000/x",
                "a.svc",
                "ftp://example.com/",
                "ann@example.com",
                "https://ann@example.com/"
            })
    void aPublicDomainIsNeitherThisMachineNorAPrivateNetwork(String host) {
        refused("shop", host, "host");
        assertThat(stored("shop", "HTTPS://Example.com./x")).isEqualTo("example.com");
    }

    @Test
    void eachElementOfAListIsJudged() {
        assertThat(stored("seeAlso", List.of("HTTPS://Example.com/"))).isEqualTo(List.of("https://example.com/"));
        refused("seeAlso", List.of("https://example.com/", "http://10.0.0.1/"), "seeAlso[1]");
    }

    @Test
    void anOpenListTakesNewWordsButNoSecondSpellingOfItsOwn() {
        assertThat(stored("state", "ARCHIVED")).isEqualTo("ARCHIVED");
        refused("state", "active", "is written ACTIVE");
        refused("state", "ACTIVE ", "is written ACTIVE");
        assertThat(stored("shouted", " active")).isEqualTo("ACTIVE");
    }

    @Test
    void aPasswordHasEightCharactersUnlessTheDesignSaysOtherwise() {
        refused("password", "", "must have at least 8 characters");
        refused("password", "1234567", "must have at least 8 characters");
        refused("password", "          ", "more in it than blanks");
        for (String blank : List.of("\u00a0", "\u2800", "\u3000", "\u2003", "\u2028")) {
            refused("password", blank.repeat(8), "more in it than blanks");
        }
        for (String hidden : List.of(
                "\u200b", "\ufeff", "\u00ad", "\u2060", "\u3164", "\u034f", "\ufe0f", "\u202e", "\u0000", "\u007f")) {
            refused("password", hidden.repeat(8), "must have at least 8 characters");
            refused("password", "1234567" + hidden.repeat(8), "must have at least 8 characters");
        }
        refused("password", new String(Character.toChars(0xE0100)).repeat(8), "must have at least 8 characters");
        assertThat(stored("password", "a long one")).asString().startsWith("$2a$");
        assertThat(stored("password", "12345678")).asString().startsWith("$2a$");
        refused("pin", "", "must have at least 4 characters");
        refused("pin", "    ", "more in it than blanks");
        assertThat(stored("pin", "1234")).asString().startsWith("$2a$");
    }

    @Test
    void aRefusedPasswordIsNotRepeated() {
        assertThatThrownBy(() -> stored("password", "hunter2")).hasMessageNotContaining("hunter2");
        assertThatThrownBy(() -> stored("pin", "hunter2")).hasMessageNotContaining("hunter2");
    }

    @Test
    void hostInNeedsAUrlAndADomainThatStay() {
        assertThat(findings(PAGES)).isEmpty();
        assertThat(findings(PAGES.replace("host-in: domain", "host-in: domian")))
                .containsExactly("`domian` is not an attribute of Page");
        assertThat(findings(PAGES.replace("normalise: [url], host-in", "host-in")))
                .containsExactly("`host-in` compares a URL with a domain, and url may be any text");
        assertThat(findings(PAGES.replace("type: string, normalise: [domain]", "type: string")))
                .containsExactly("`host-in` compares a URL with a domain, and domain may be any text");
        assertThat(findings(PAGES.replace("{url:shorten:raw}", "PAGE")))
                .containsExactly("`host-in` is judged when the item is made, and url may change later");
    }

    /** A path takes . and .. for places, and what is not shown makes an id that looks like another. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                ".",
                "..",
                "a\u0000",
                "a\nb",
                "a\u007f",
                "a\u0085",
                "a\u200b",
                "\ufeffa",
                "a\u202eb",
                " a",
                "a\u00a0",
                "a\u0301"
            })
    void anIdThatCannotBeAskedForOrLooksLikeAnotherIsRefused(String id) {
        Design ids = Reader.read(new Source("ids.yaml", """
                design: ids
                tables:
                  main: { key: { partition: pk, sort: sk } }
                entities:
                  Note:
                    key: { pk: "NOTE#{noteId}", sk: "{tag}" }
                    attributes:
                      noteId: { type: string, generate: ulid }
                      tag: { type: string, default: none }
                      text: string
                """)).design();
        Inputs notes = new Inputs(new Codec(ids, ids.entities().get("Note")));
        assertThatThrownBy(() -> notes.create(Bench.map("noteId", id), surroundings))
                .isInstanceOf(InvalidValues.class)
                .hasMessageContaining("Note.noteId");
        assertThat(notes.create(Bench.map("noteId", "\u00e1 b#1", "text", id), surroundings))
                .containsEntry("text", id);
        // An item that is taken over is as it is.
        assertThat(notes.adopt(Bench.map("noteId", id), surroundings)).containsEntry("noteId", id);
        if (id.startsWith(".") || id.codePoints().anyMatch(Character::isISOControl)) {
            assertThatThrownBy(() -> notes.create(Bench.map("tag", id), surroundings))
                    .hasMessageContaining("Note.tag");
        } else {
            assertThat(notes.create(Bench.map("tag", id), surroundings)).containsEntry("tag", id);
        }
        assertThatThrownBy(() -> notes.create(Bench.map("noteId", "x".repeat(256)), surroundings))
                .hasMessageContaining("at most 255 characters");
        assertThat(notes.create(Bench.map("noteId", "x".repeat(255)), surroundings))
                .isNotNull();
    }

    private static List<String> findings(String text) {
        return Reader.read(new Source("pages.yaml", text)).findings().stream()
                .map(Finding::message)
                .toList();
    }
}
