package dev.partita.console;

import dev.partita.http.HttpAnswer;
import dev.partita.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;

/**
 * What the console asks for where callers need tokens: the key in the address by which its pages are opened. The browser keeps it as a
 * cookie that scripts do not see and other sites do not send.
 *
 * @param text letters, digits, {@code -} and {@code _}
 */
public record ConsoleKey(String text) {

    private static final String PARAMETER = "key=";
    private static final String COOKIE = "partita-console-";
    private static final int NAME_CHARACTERS = 8;

    /** The answer that lets somebody in who brings the key in the address; null for every other request. */
    HttpAnswer entering(HttpRequest request) {
        String query = request.query();
        boolean isRight = query != null
                && Arrays.stream(query.split("&"))
                        .anyMatch(part -> part.startsWith(PARAMETER) && isSame(part.substring(PARAMETER.length())));
        return isRight && request.method().equals("GET")
                ? HttpAnswer.empty(303)
                        .with("Location", request.path())
                        .with("Cache-Control", "no-store")
                        .with("Referrer-Policy", "no-referrer")
                        .with("Set-Cookie", name() + "=" + text + "; Path=/console/; HttpOnly; SameSite=Strict")
                : null;
    }

    /** Whether a call comes from somebody who was let in. */
    boolean isIn(HttpRequest request) {
        String cookies = request.header("Cookie");
        return cookies != null
                && Arrays.stream(cookies.split("; *"))
                        .anyMatch(cookie ->
                                cookie.startsWith(name() + "=") && isSame(cookie.substring(name().length() + 1)));
    }

    /** Another one at another port has another cookie, though the browser takes them for one site. */
    private String name() {
        return COOKIE + Integer.toHexString(text.substring(0, NAME_CHARACTERS).hashCode());
    }

    private boolean isSame(String given) {
        return MessageDigest.isEqual(given.getBytes(StandardCharsets.UTF_8), text.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public String toString() {
        return "ConsoleKey";
    }
}
