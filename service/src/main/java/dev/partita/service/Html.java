package dev.partita.service;

import dev.partita.rest.RouteTable;
import java.util.List;

/** The few pages for browsers. They have no script, and everything from a design is escaped. */
final class Html {

    /** Nothing from anywhere, except the style that stands in the page. */
    static final String POLICY =
            "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    private static final String STYLE = """
            :root { color-scheme: light dark }
            body { font: 16px/1.5 system-ui, sans-serif; max-width: 72rem; margin: 2rem auto; padding: 0 1rem }
            table { border-collapse: collapse; width: 100% }
            th, td { text-align: left; padding: .3rem 1rem .3rem 0; vertical-align: top; border-bottom: 1px solid #8884 }
            code { font: 14px ui-monospace, monospace }
            .mode { padding: .5rem 1rem; border-left: 4px solid #c80; background: #c801 }
            """;

    private final StringBuilder page = new StringBuilder();

    private Html(String title) {
        page.append("<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n")
                .append("<meta name=\"viewport\" content=\"width=device-width\">\n<title>");
        text(title);
        page.append("</title>\n<style>\n").append(STYLE).append("</style>\n<h1>");
        text(title);
        page.append("</h1>\n");
    }

    static String home(List<ServedDesign> sites, boolean local) {
        Html html = new Html("Partita");
        html.mode(local);
        html.page.append("<table>\n<tr><th>Design<th>What it is<th>Try it<th>OpenAPI\n");
        for (ServedDesign site : sites) {
            String base = site.routes().base();
            html.page.append("<tr><td>");
            html.link(base, site.name());
            html.page.append("<td>");
            html.text(site.design().about());
            html.page.append("<td>");
            html.link(base + "/docs", "docs");
            html.page.append("<td>");
            html.link(base + "/openapi.json", "openapi.json");
            html.page.append('\n');
        }
        html.page.append("</table>\n<p>");
        html.link("/health", "health");
        html.page.append(" · ");
        html.link("/ready", "ready");
        html.page.append(" · ");
        html.link("/metrics", "metrics");
        html.page.append(" · ");
        html.link("/alarms", "alarms");
        html.page.append(" · ");
        html.link("/problems", "problems");
        html.page.append("</p>\n");
        return html.page.toString();
    }

    static String design(ServedDesign site, boolean local) {
        String base = site.routes().base();
        Html html = new Html(site.name());
        html.page.append("<p>");
        html.text(site.design().about());
        html.page.append("</p>\n");
        html.mode(local);
        html.page.append("<p>");
        html.link("/", "all designs");
        html.page.append(" · ");
        html.link(base + "/docs", "try it");
        html.page.append(" · ");
        html.link(base + "/openapi.json", "openapi.json");
        html.page.append(" · ");
        html.link(base + "/alarms", "alarms");
        html.page.append("</p>\n<table>\n<tr><th>Method<th>Path<th>Takes<th>Pattern<th>Allowed to\n");
        for (RouteTable.Row row : RouteTable.rows(site.routes())) {
            html.page.append("<tr><td><code>");
            html.text(row.method());
            html.page.append("</code><td><code>");
            html.text(base + row.path());
            html.page.append("</code><td><code>");
            html.text(row.takes());
            html.page.append("</code><td>");
            html.text(row.pattern());
            html.page.append("<td>");
            html.text(row.allow());
            html.page.append('\n');
        }
        html.page.append("</table>\n<p>Every pattern can also be called at <code>");
        html.text(base + "/patterns/");
        html.page.append("…</code>: GET for those that read, POST for those that write.</p>\n");
        return html.page.toString();
    }

    private void mode(boolean local) {
        if (local) {
            page.append("<p class=\"mode\">Local mode: no token is asked for, and every pattern is allowed.</p>\n");
        }
    }

    private void link(String address, String text) {
        page.append("<a href=\"");
        text(address);
        page.append("\">");
        text(text);
        page.append("</a>");
    }

    private void text(String text) {
        if (text == null) {
            return;
        }
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '<' -> page.append("&lt;");
                case '>' -> page.append("&gt;");
                case '&' -> page.append("&amp;");
                case '"' -> page.append("&quot;");
                case '\'' -> page.append("&#39;");
                default -> page.append(c);
            }
        }
    }
}
