package dev.partita.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.http.HttpAnswer;
import dev.partita.http.HttpServer;
import dev.partita.item.AttributeValue;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class SafetyBrowserTest {

    /** Fifty ways in which text has become script somewhere. */
    private static final List<String> PAYLOADS = List.of(
            "<script>alert(1)</script>",
            "<img src=x onerror=alert(1)>",
            "<svg onload=alert(1)>",
            "\"><script>alert(1)</script>",
            "'><img src=x onerror=alert(1)>",
            "<iframe src=javascript:alert(1)>",
            "<body onload=alert(1)>",
            "javascript:alert(1)",
            "<a href=javascript:alert(1)>x</a>",
            "<input autofocus onfocus=alert(1)>",
            "<details open ontoggle=alert(1)>",
            "<video><source onerror=alert(1)>",
            "<audio src=x onerror=alert(1)>",
            "<marquee onstart=alert(1)>",
            "<object data=javascript:alert(1)>",
            "<embed src=javascript:alert(1)>",
            "<form action=javascript:alert(1)><button>x",
            "<math><mi xlink:href=javascript:alert(1)>x",
            "<style>@import 'javascript:alert(1)'</style>",
            "<link rel=stylesheet href=//evil.example/x.css>",
            "<meta http-equiv=refresh content=0;url=//evil.example>",
            "<base href=//evil.example/>",
            "${alert(1)}",
            "{{alert(1)}}",
            "#{alert(1)}",
            "<%= alert(1) %>",
            "`${alert(1)}`",
            "\\u003cscript\\u003ealert(1)\\u003c/script\\u003e",
            "&lt;script&gt;alert(1)&lt;/script&gt;",
            "%3Cscript%3Ealert(1)%3C/script%3E",
            "<scr<script>ipt>alert(1)</scr</script>ipt>",
            "<ScRiPt>alert(1)</sCrIpT>",
            "<script src=//evil.example/x.js></script>",
            "<img src='//evil.example/x.png'>",
            "<svg><script>alert(1)</script></svg>",
            "<svg><animate onbegin=alert(1) attributeName=x>",
            "<template><script>alert(1)</script></template>",
            "<noscript><p title=\"</noscript><img src=x onerror=alert(1)>\">",
            "--><script>alert(1)</script>",
            "]]><script>alert(1)</script>",
            "*/alert(1)/*",
            "';alert(1);//",
            "\";alert(1);//",
            "</textarea><script>alert(1)</script>",
            "</title><script>alert(1)</script>",
            "</style><script>alert(1)</script>",
            "<?lit$123$?>",
            "<!--?lit$123$-->",
            "__proto__",
            "constructor");

    @Test
    void whatIsStoredIsShownAndNeverRun() {
        assertThat(PAYLOADS).hasSize(50);
        try (Rig rig = new Rig();
                Browser browser = new Browser()) {
            rig.call(
                    "CreateTable",
                    "{\"TableName\":\"evil\",\"KeySchema\":[{\"AttributeName\":\"pk\",\"KeyType\":\"HASH\"}],\"AttributeDefinitions\":"
                            + "[{\"AttributeName\":\"pk\",\"AttributeType\":\"S\"}],\"BillingMode\":\"PAY_PER_REQUEST\",\"Tags\":[{\"Key\":\"<b>x\",\"Value\":\"<img src=x onerror=alert(1)>\"}]}");
            for (int i = 0; i < PAYLOADS.size(); i++) {
                Map<String, AttributeValue> item = new LinkedHashMap<>();
                item.put("pk", new AttributeValue.S(i + " " + PAYLOADS.get(i)));
                item.put("value", new AttributeValue.S(PAYLOADS.get(i)));
                item.put("name " + PAYLOADS.get(i), new AttributeValue.S("x"));
                rig.put("evil", item);
            }
            browser.open(rig.url("/items/evil")).waitForText("50 items");
            browser.clickText("Columns").waitForElement(".menu-list");
            for (int i = 0; i < PAYLOADS.size(); i++) {
                browser.eval("document.querySelectorAll('.grid tbody button.link')[" + i % 20 + "].click()");
                browser.waitForElement(".editor");
            }
            browser.screenshot("xss").press("Escape").waitFor("!document.querySelector('.menu-list')");
            browser.clickText("DynamoDB JSON").waitForElement(".editor textarea");
            String payload = Browser.quoted(PAYLOADS.get(1));
            browser.open(rig.url("/items/evil?p=x&columns=" + encoded(PAYLOADS.get(0)) + "&f="
                    + encoded("[" + payload + ",\"=\",\"S\"," + payload + "]")));
            browser.waitForText("Nothing found");
            browser.open(rig.url("/tables/evil")).waitForText("<img src=x onerror=alert(1)>");
            browser.open(rig.url("/items/" + encoded(PAYLOADS.get(0)))).waitForElement(".error");
            browser.open(rig.url("/designs/" + encoded(PAYLOADS.get(2)))).waitForElement(".error");
            assertThat(browser.sawDialog()).isFalse();
            assertThat(browser.problems()).isEmpty();
            assertThat(browser.requests())
                    .allMatch(
                            url -> url.startsWith(rig.url("/")) || url.startsWith("data:") || url.startsWith("about:"));
        }
    }

    @Test
    void aPageFromElsewhereGetsNothing() {
        try (Rig rig = new Rig("notifications");
                HttpServer hostile = HttpServer.start(
                        request -> CompletableFuture.completedFuture(HttpAnswer.of(
                                200,
                                "text/html",
                                "<!doctype html><title>hostile</title><body>".getBytes(StandardCharsets.UTF_8))),
                        HttpServer.Options.defaults().withPort(0));
                Browser browser = new Browser()) {
            browser.open("http://localhost:" + hostile.port() + "/").waitFor("document.title === 'hostile'");
            String call = rig.url("/console/api/dynamodb");
            for (String attempt : List.of(
                    "fetch('" + call
                            + "', {method: 'POST', headers: {'X-Partita-Console': '1', 'X-Amz-Target': 'DynamoDB_20120810.ListTables'}, body: '{}'})",
                    "fetch('" + call + "', {method: 'POST', mode: 'no-cors', body: '{}'})",
                    "fetch('" + rig.url("/console/api/designs") + "', {headers: {'X-Partita-Console': '1'}})",
                    "fetch('" + rig.url("/api/notifications/users")
                            + "', {method: 'POST', body: '{\"email\":\"a@b.c\",\"password\":\"x\"}', headers: {'Content-Type': 'text/plain'}})")) {
                Object outcome = browser.eval(attempt
                        + ".then(r => r.type + r.status + (r.type === 'opaque' ? '' : 'read'), e => 'refused')");
                assertThat(outcome).as(attempt).isIn("refused", "opaque0");
            }
            Object framed = browser.eval(
                    "new Promise(done => { const f = document.createElement('iframe'); f.src = '" + rig.url("/")
                            + "'; f.onload = () => { try { done(f.contentDocument ? 'blank' : 'foreign'); } catch { done('foreign'); } }; document.body.append(f); })");
            assertThat(framed).isIn("foreign", "blank");
            Object form = browser.eval(
                    "(() => { const f = document.createElement('form'); f.method = 'post'; f.enctype = 'text/plain'; f.target = 'w'; f.action = '"
                            + rig.url("/console/api/samples/notifications")
                            + "'; document.body.append(f); f.submit(); return 'sent'; })()");
            assertThat(form).isEqualTo("sent");
            assertThat(rig.call("Scan", "{\"TableName\":\"users-dev\"}"))
                    .contains("\"Count\":1")
                    .doesNotContain("a@b.c");
        }
    }

    @Test
    void aReboundNameIsRefused() throws Exception {
        try (Rig rig = new Rig();
                Socket socket = new Socket(InetAddress.getLoopbackAddress(), rig.port())) {
            OutputStream out = socket.getOutputStream();
            out.write(("GET / HTTP/1.1\r\nHost: evil.example:" + rig.port()
                            + "\r\nAccept: text/html\r\nConnection: close\r\n\r\n")
                    .getBytes(StandardCharsets.US_ASCII));
            String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(answer).startsWith("HTTP/1.1 421").doesNotContain("<html");
        }
    }

    private static String encoded(String text) {
        return java.net.URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
