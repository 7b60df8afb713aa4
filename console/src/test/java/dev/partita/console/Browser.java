package dev.partita.console;

import static org.assertj.core.api.Assertions.fail;

import dev.partita.document.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/**
 * A real Chromium with one page, driven over its DevTools protocol: mouse and keyboard as a person's, and a record of everything
 * that went wrong on the page.
 */
final class Browser implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Process process;
    private final Path profile;
    private final WebSocket socket;
    private final AtomicInteger ids = new AtomicInteger();
    private final Map<Integer, CompletableFuture<Map<?, ?>>> answers = new ConcurrentHashMap<>();
    private final Queue<String> problems = new ConcurrentLinkedQueue<>();
    private final Queue<String> requests = new ConcurrentLinkedQueue<>();
    private volatile boolean dialogSeen;
    private final String session;

    static boolean isThere() {
        return Stream.of(System.getenv("PATH").split(":"))
                .anyMatch(dir -> Files.isExecutable(Path.of(dir, "chromium")));
    }

    Browser() {
        this(1280, 800);
    }

    Browser(int width, int height) {
        try {
            profile = Files.createTempDirectory("partita-browser");
            process = new ProcessBuilder(
                            "chromium",
                            "--headless=new",
                            "--no-sandbox",
                            "--disable-gpu",
                            "--disable-dev-shm-usage",
                            "--disable-background-networking",
                            "--no-first-run",
                            "--hide-scrollbars",
                            "--force-color-profile=srgb",
                            "--window-size=" + width + "," + height,
                            "--remote-debugging-port=0",
                            "--user-data-dir=" + profile,
                            "about:blank")
                    .redirectErrorStream(true)
                    .start();
            socket = HttpClient.newHttpClient()
                    .newWebSocketBuilder()
                    .buildAsync(debuggerOf(process), new Listener())
                    .join();
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        }
        Object target =
                call(null, "Target.createTarget", Map.of("url", "about:blank")).get("targetId");
        session = (String) call(null, "Target.attachToTarget", Map.of("targetId", target, "flatten", true))
                .get("sessionId");
        for (String domain : List.of("Page", "Runtime", "Log", "Network", "Audits")) {
            send(domain + ".enable", Map.of());
        }
        size(width, height);
    }

    /** As a phone or a screen of that size would show it. */
    Browser size(int width, int height) {
        send(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", width < 600));
        return this;
    }

    Browser dark(boolean dark) {
        send(
                "Emulation.setEmulatedMedia",
                Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", dark ? "dark" : "light"))));
        return this;
    }

    Browser open(String url) {
        send("Page.navigate", Map.of("url", url));
        waitFor("document.readyState === 'complete'");
        return this;
    }

    /** What an expression is worth, as JSON has it; promises are waited for. */
    Object eval(String expression) {
        Map<?, ?> answer = send(
                "Runtime.evaluate",
                Map.of("expression", expression, "returnByValue", true, "awaitPromise", true, "userGesture", true));
        if (answer.get("exceptionDetails") instanceof Map<?, ?> details) {
            throw new AssertionError(expression + " failed: " + details.get("exception"));
        }
        return ((Map<?, ?>) answer.get("result")).get("value");
    }

    /** Waits until an expression is true. */
    Browser waitFor(String expression) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (true) {
            if (isTrue(expression)) {
                return this;
            }
            if (System.nanoTime() > deadline) {
                fail("not within %s: %s%non the page: %s%nproblems: %s", PATIENCE, expression, text("body"), problems);
            }
            // The page has no way to call us; a frame is as long as anything takes to appear on it.
            isTrue("new Promise(r => setTimeout(r, 20))");
        }
    }

    /** False for a page that loads again just now. */
    private boolean isTrue(String expression) {
        try {
            return Boolean.TRUE.equals(eval("Promise.resolve(" + expression + ").then(Boolean)"));
        } catch (AssertionError problem) {
            if (problem.getMessage().contains("navigated or closed")) {
                return false;
            }
            throw problem;
        }
    }

    Browser waitForText(String text) {
        return waitFor("document.body?.innerText.includes(" + quoted(text) + ")");
    }

    Browser waitForElement(String selector) {
        return waitFor("document.querySelector(" + quoted(selector) + ")");
    }

    String text(String selector) {
        return (String) eval("document.querySelector(" + quoted(selector) + ")?.innerText ?? null");
    }

    List<?> texts(String selector) {
        return (List<?>) eval("[...document.querySelectorAll(" + quoted(selector) + ")].map(e => e.innerText)");
    }

    /** Clicks the middle of the first such element, with the mouse. */
    Browser click(String selector) {
        waitForElement(selector);
        return clickOn("document.querySelector(" + quoted(selector) + ")");
    }

    /** Clicks the button, link, tab or label that says exactly this. */
    Browser clickText(String text) {
        String element =
                "[...document.querySelectorAll('button, a, [role=tab], [role=option], summary, label, td, li')]"
                        + ".findLast(e => e.innerText.trim() === " + quoted(text) + " && e.offsetParent !== null)";
        waitFor(element);
        return clickOn(element);
    }

    /**
     * With the mouse, and on that element: a page that moves between the look at it and the click, since an answer came, would be
     * clicked somewhere else, as it would be by a person; such a click is swallowed, and done again.
     */
    private Browser clickOn(String element) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (System.nanoTime() < deadline) {
            Map<?, ?> at = (Map<?, ?>)
                    eval(
                            "(() => { const e = " + element + "; if (!e) return null;"
                                    + " e.scrollIntoView({block: 'center'}); window.clickGuard?.abort(); const guard = new AbortController();"
                                    + " window.clickGuard = guard; window.clickHit = false; window.clickMissed = false;"
                                    + " for (const type of ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click'])"
                                    + " addEventListener(type, (event) => { if (!event.isTrusted) return;"
                                    + " if (type === 'pointerdown') window.clickHit = event.composedPath().includes(e) || e.contains(event.target);"
                                    + " if (!window.clickHit) { window.clickMissed = true; event.stopImmediatePropagation(); event.preventDefault(); } },"
                                    + " {capture: true, signal: guard.signal});"
                                    + " const r = e.getClientRects()[0] ?? e.getBoundingClientRect(); return {x: r.x + r.width / 2, y: r.y + r.height / 2}; })()");
            if (at == null) {
                isTrue("new Promise(r => setTimeout(r, 20))");
                continue;
            }
            for (String type : List.of("mouseMoved", "mousePressed", "mouseReleased")) {
                send(
                        "Input.dispatchMouseEvent",
                        Map.of("type", type, "x", at.get("x"), "y", at.get("y"), "button", "left", "clickCount", 1));
            }
            // Gone with its page, if the click led to another one.
            if (!isTrue("(() => { window.clickGuard?.abort(); return window.clickMissed === true; })()")) {
                return this;
            }
        }
        return fail("not within %s: a click on %s%non the page: %s", PATIENCE, element, text("body"));
    }

    /** Types into whatever has the focus. */
    Browser type(String text) {
        send("Input.insertText", Map.of("text", text));
        return this;
    }

    /** Replaces what a field holds, as typing would. */
    Browser fill(String selector, String text) {
        click(selector);
        eval("document.querySelector(" + quoted(selector) + ").select?.()");
        return text.isEmpty() ? press("Backspace") : type(text);
    }

    Browser choose(String selector, String value) {
        waitForElement(selector);
        eval(
                "(() => { const e = document.querySelector(" + quoted(selector) + "); e.value = " + quoted(value)
                        + "; e.dispatchEvent(new Event('input', {bubbles: true})); e.dispatchEvent(new Event('change', {bubbles: true})); })()");
        return this;
    }

    /** Such as {@code Enter}, {@code Escape}, {@code Control+k}. */
    Browser press(String keys) {
        int plus = keys.lastIndexOf('+');
        String key = keys.substring(plus + 1);
        int modifiers = (keys.contains("Control+") ? 2 : 0)
                + (keys.contains("Shift+") ? 8 : 0)
                + (keys.contains("Alt+") ? 1 : 0);
        int code =
                switch (key) {
                    case "Enter" -> 13;
                    case "Escape" -> 27;
                    case "Tab" -> 9;
                    case "Backspace" -> 8;
                    case "Delete" -> 46;
                    case "ArrowUp" -> 38;
                    case "ArrowDown" -> 40;
                    case "ArrowLeft" -> 37;
                    case "ArrowRight" -> 39;
                    case "PageDown" -> 34;
                    case "End" -> 35;
                    case "Home" -> 36;
                    default -> key.toUpperCase(java.util.Locale.ROOT).charAt(0);
                };
        String text = key.equals("Enter") ? "\r" : key.length() == 1 && modifiers == 0 ? key : "";
        send(
                "Input.dispatchKeyEvent",
                Map.of(
                        "type",
                        text.isEmpty() ? "rawKeyDown" : "keyDown",
                        "key",
                        key,
                        "windowsVirtualKeyCode",
                        code,
                        "modifiers",
                        modifiers,
                        "text",
                        text));
        send(
                "Input.dispatchKeyEvent",
                Map.of("type", "keyUp", "key", key, "windowsVirtualKeyCode", code, "modifiers", modifiers));
        return this;
    }

    /** A picture of what is seen, for whoever wants to look: in {@code target/screens}. */
    Browser screenshot(String name) {
        try {
            Path file = Path.of("target", "screens", name + ".png");
            Files.createDirectories(file.getParent());
            Files.write(file, Base64.getDecoder().decode((String)
                    send("Page.captureScreenshot", Map.of("format", "png")).get("data")));
            return this;
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        }
    }

    /** Exceptions, errors on the page's console, refusals of its content policy. */
    List<String> problems() {
        return List.copyOf(problems);
    }

    /** Every address that was asked for. */
    List<String> requests() {
        return List.copyOf(requests);
    }

    /** Whether a page opened an alert; it was closed. */
    boolean sawDialog() {
        return dialogSeen;
    }

    Map<?, ?> send(String method, Map<String, ?> parameters) {
        return call(session, method, parameters);
    }

    @Override
    public void close() {
        socket.abort();
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        try {
            process.waitFor(10, TimeUnit.SECONDS);
            try (Stream<Path> files = Files.walk(profile)) {
                files.sorted(Comparator.reverseOrder())
                        .forEach(file -> file.toFile().delete());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException | UncheckedIOException leftBehind) {
            // A temporary directory; the machine cleans it up.
            return;
        }
    }

    static String quoted(String text) {
        return Json.write(text).strip();
    }

    private Map<?, ?> call(String inSession, String method, Map<String, ?> parameters) {
        int id = ids.incrementAndGet();
        CompletableFuture<Map<?, ?>> answer = new CompletableFuture<>();
        answers.put(id, answer);
        String message = Json.write(Json.map("id", id, "method", method, "params", parameters, "sessionId", inSession));
        synchronized (socket) {
            socket.sendText(message, true).join();
        }
        Map<?, ?> whole =
                answer.orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS).join();
        if (whole.get("error") != null) {
            throw new AssertionError(method + ": " + whole.get("error"));
        }
        return (Map<?, ?>) whole.get("result");
    }

    private void event(String method, Map<?, ?> p) {
        switch (method) {
            case "Runtime.exceptionThrown" -> problems.add("exception: " + Json.write(p.get("exceptionDetails")));
            case "Runtime.consoleAPICalled" -> {
                if ("error".equals(p.get("type"))) {
                    problems.add("console: " + Json.write(p.get("args")));
                }
            }
            case "Log.entryAdded" -> {
                Map<?, ?> entry = (Map<?, ?>) p.get("entry");
                // A status of 4xx is logged too; pages are meant to show those themselves.
                if ("error".equals(entry.get("level")) && !"network".equals(entry.get("source"))) {
                    problems.add("log: " + entry.get("text"));
                }
            }
            case "Audits.issueAdded" -> {
                Map<?, ?> issue = (Map<?, ?>) p.get("issue");
                if ("ContentSecurityPolicyIssue".equals(issue.get("code"))) {
                    problems.add("policy: " + Json.write(issue));
                }
            }
            case "Network.requestWillBeSent" -> requests.add((String) ((Map<?, ?>) p.get("request")).get("url"));
            case "Page.javascriptDialogOpening" -> {
                dialogSeen = true;
                CompletableFuture.runAsync(() -> send("Page.handleJavaScriptDialog", Map.of("accept", true)));
            }
            default -> {}
        }
    }

    private static URI debuggerOf(Process process) throws IOException {
        BufferedReader out =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        List<String> said = new ArrayList<>();
        for (String line = out.readLine(); line != null; line = out.readLine()) {
            said.add(line);
            int at = line.indexOf("ws://");
            if (at >= 0) {
                Thread drain = new Thread(() -> drain(out), "browser-output");
                drain.setDaemon(true);
                drain.start();
                return URI.create(line.substring(at).strip());
            }
        }
        throw new IOException("Chromium did not start: " + said);
    }

    /** Until the browser ends; a pipe that nobody empties would stop it. */
    private static void drain(BufferedReader out) {
        try {
            while (out.readLine() != null) {
                continue;
            }
        } catch (IOException ended) {
            return;
        }
    }

    private final class Listener implements WebSocket.Listener {
        private final StringBuilder text = new StringBuilder();

        @Override
        public CompletionStage<?> onText(WebSocket webSocket, CharSequence data, boolean last) {
            text.append(data);
            if (last) {
                Map<?, ?> message = (Map<?, ?>) Json.read(text.toString());
                text.setLength(0);
                if (message.get("id") instanceof Number id) {
                    answers.remove(id.intValue()).complete(message);
                } else if (message.get("params") instanceof Map<?, ?> parameters) {
                    event((String) message.get("method"), parameters);
                }
            }
            webSocket.request(1);
            return null;
        }
    }
}
