package dev.partita.rest;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The page at {@code /api/<design>/docs} that shows a design's API and lets people try it: Swagger UI, out of this jar. Nothing is
 * loaded from elsewhere, and nothing in it runs but its own two scripts.
 */
public final class DocsPage {

    /** Where it stands behind the design's path; its files stand below. */
    public static final String PATH = "docs";

    /** Scripts, styles and calls of this origin only. Swagger UI's icons are images in its style sheet. */
    public static final String POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
            + " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    private static final Map<String, String> FILES = Map.of(
            "docs/index.html", "text/html; charset=utf-8",
            "docs/docs.js", "text/javascript; charset=utf-8",
            "docs/docs.css", "text/css; charset=utf-8",
            "docs/icon.svg", "image/svg+xml",
            "swagger-ui/swagger-ui-bundle.js", "text/javascript; charset=utf-8",
            "swagger-ui/swagger-ui.css", "text/css; charset=utf-8");

    private static final Map<String, File> LOADED = new ConcurrentHashMap<>();

    /** A file of the page: what {@code Content-Type} says of it, and its bytes, which nobody changes. */
    public record File(String contentType, byte[] bytes) {}

    private DocsPage() {}

    /**
     * A file by what follows the design's path: {@code docs} is the page itself, {@code docs/docs.css} one of its files.
     *
     * @return null when there is none
     */
    public static File of(String path) {
        if (path.equals(PATH)) {
            return load("docs/index.html");
        }
        if (!path.startsWith(PATH + "/") || path.equals("docs/index.html")) {
            return null;
        }
        String name = path.substring(PATH.length() + 1);
        File own = load("docs/" + name);
        return own == null ? load("swagger-ui/" + name) : own;
    }

    private static File load(String resource) {
        return FILES.containsKey(resource) ? LOADED.computeIfAbsent(resource, DocsPage::read) : null;
    }

    private static File read(String resource) {
        try (InputStream in = DocsPage.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IllegalStateException(resource + " is missing from this jar");
            }
            return new File(FILES.get(resource), in.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
