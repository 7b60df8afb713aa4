package dev.partita.console;

import dev.partita.http.HttpAnswer;
import dev.partita.http.HttpRequest;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/** The console's files, from the jar. Whatever is not one of them is a page, which the script in the first file finds. */
final class Assets {

    private static final String FILES = "/console/";
    private static final Pattern NAME = Pattern.compile("[a-z0-9-]+(/[a-z0-9-]+)*\\.(js|css|svg|html)");
    private static final Map<String, String> TYPES = Map.of(
            "js", "text/javascript; charset=utf-8",
            "css", "text/css; charset=utf-8",
            "svg", "image/svg+xml",
            "html", "text/html; charset=utf-8");

    /** Nothing from elsewhere, nothing inline, nobody's frame. */
    private static final String POLICY =
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self';"
                    + " font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    private record Asset(byte[] bytes, String type, String tag) {}

    private final Map<String, Asset> read = new ConcurrentHashMap<>();

    HttpAnswer answer(HttpRequest request) {
        if (!request.method().equals("GET")) {
            return plain(405, "Files can only be read.").with("Allow", "GET, HEAD");
        }
        String name = request.path().startsWith(FILES) ? request.path().substring(FILES.length()) : "index.html";
        Asset asset = NAME.matcher(name).matches() ? read.computeIfAbsent(name, Assets::load) : null;
        if (asset == null) {
            return plain(404, "The console has no such file.");
        }
        HttpAnswer answer = asset.tag().equals(request.header("If-None-Match"))
                ? HttpAnswer.empty(304)
                : HttpAnswer.of(200, asset.type(), asset.bytes());
        return guarded(answer).with("ETag", asset.tag()).with("Cache-Control", "no-cache");
    }

    private static HttpAnswer plain(int status, String text) {
        return guarded(
                HttpAnswer.of(status, "text/plain; charset=utf-8", (text + "\n").getBytes(StandardCharsets.UTF_8)));
    }

    private static HttpAnswer guarded(HttpAnswer answer) {
        return answer.with("Content-Security-Policy", POLICY)
                .with("X-Content-Type-Options", "nosniff")
                .with("Referrer-Policy", "no-referrer")
                .with("Cross-Origin-Opener-Policy", "same-origin")
                .with("Cross-Origin-Resource-Policy", "same-origin");
    }

    /** Null if there is no such file; that is not remembered. */
    private static Asset load(String name) {
        try (InputStream in = Assets.class.getResourceAsStream(name)) {
            if (in == null) {
                return null;
            }
            byte[] bytes = in.readAllBytes();
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(bytes);
            return new Asset(
                    bytes,
                    TYPES.get(name.substring(name.lastIndexOf('.') + 1)),
                    '"' + HexFormat.of().formatHex(hash, 0, 8) + '"');
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
