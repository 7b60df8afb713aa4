package dev.partita.rest;

import dev.partita.design.Design;
import dev.partita.design.internal.text.Wording;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Pattern;
import dev.partita.document.Json;
import dev.partita.plan.run.Plans;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The OpenAPI document of a design: every route, what it takes, what it answers, and who may call it. */
public final class OpenApi {

    public static final String VERSION = "3.1.0";

    /** Where it is served, behind the design's path. */
    public static final String FILE = "openapi.json";

    /**
     * What a document says beside the design.
     *
     * @param isLocal whether callers without a token are trusted
     * @param signIn how to sign in for a token; null when nobody can
     */
    public record Options(boolean isLocal, SignInForm signIn) {}

    /** The attributes that are asked for at {@code POST …/login}. */
    public record SignInForm(String identifier, String password) {}

    private static final String PATTERNS_TAG = "patterns";

    private final Routes routes;
    private final Design design;
    private final Options options;
    private final Schemas schemas;
    private final OperationDocs operations;

    private OpenApi(Plans plans, Routes routes, Options options) {
        this.routes = routes;
        this.design = routes.design();
        this.options = options;
        this.schemas = new Schemas(design);
        this.operations = new OperationDocs(plans, schemas, new OpenApiExamples(plans), options.isLocal());
    }

    /** The document as JSON, in UTF-8; the same for the same design. */
    public static byte[] of(Plans plans, Routes routes, Options options) {
        return Json.bytes(new OpenApi(plans, routes, options).document());
    }

    /** The same with line ends and indents, for people. */
    public static String indented(Plans plans, Routes routes, Options options) {
        return Json.write(new OpenApi(plans, routes, options).document());
    }

    private Map<String, Object> document() {
        Map<String, Object> paths = paths();
        Map<String, Object> components = new LinkedHashMap<>();
        components.put("schemas", schemas.components());
        components.put("parameters", CommonDocs.parameters());
        components.put("headers", CommonDocs.headers());
        components.put("responses", CommonDocs.responses(schemas));
        components.put("securitySchemes", CommonDocs.security());
        return Json.map(
                "openapi",
                VERSION,
                "info",
                Json.map("title", design.name(), "version", "1", "description", about()),
                "servers",
                List.of(Json.map("url", routes.base())),
                "tags",
                tags(),
                "paths",
                paths,
                "components",
                components);
    }

    private String about() {
        StringBuilder about = new StringBuilder();
        if (design.about() != null) {
            about.append(design.about().strip()).append("\n\n");
        }
        about.append(
                        "Names are the design's. Every error is `application/problem+json` and names the attribute at fault. ")
                .append("Lists are read page by page: follow `next`.");
        if (options.isLocal()) {
            about.append("\n\nLocal mode: no token is asked for.");
        }
        return about.toString();
    }

    private List<Object> tags() {
        Map<String, Object> tags = new LinkedHashMap<>();
        if (options.signIn() != null) {
            tags.put("login", Json.map("name", "login", "description", "A token for a password."));
        }
        for (Route route : routes.all()) {
            if (route.kind() != Route.Kind.PATTERN) {
                Entity entity = about(route.pattern());
                String tag = tag(route);
                tags.computeIfAbsent(
                        tag, name -> Json.map("name", name, "description", entity == null ? null : entity.about()));
            }
        }
        tags.put(
                PATTERNS_TAG,
                Json.map(
                        "name",
                        PATTERNS_TAG,
                        "description",
                        "Every pattern under its own name. These routes stay the same whatever else the design gets."));
        return new ArrayList<>(tags.values());
    }

    private String tag(Route route) {
        if (route.kind() == Route.Kind.PATTERN) {
            return PATTERNS_TAG;
        }
        Entity entity = about(route.pattern());
        return entity == null ? "overviews" : Wording.kebab(Wording.plural(entity.name()));
    }

    /** What a pattern is about; null when that is several things. */
    private Entity about(Pattern pattern) {
        boolean isOther = pattern.fetch() != null && !pattern.fetch().equals("whole");
        return design.entities()
                .get(
                        isOther
                                ? pattern.fetch()
                                : pattern.entities().isEmpty()
                                        ? ""
                                        : pattern.entities().get(0));
    }

    private Map<String, Object> paths() {
        Map<String, Object> paths = new LinkedHashMap<>();
        Map<String, String> spelled = new LinkedHashMap<>();
        Set<String> ids = new LinkedHashSet<>();
        if (options.signIn() != null) {
            ids.add("login");
            paths.put("/login", Json.map("post", OperationDocs.signIn(options.signIn())));
        }
        // The routes by name last: they are there for programs, and people look at the others first.
        List<Route> ordered = new ArrayList<>();
        routes.all().stream()
                .filter(route -> route.kind() != Route.Kind.PATTERN)
                .forEach(ordered::add);
        routes.all().stream()
                .filter(route -> route.kind() == Route.Kind.PATTERN)
                .forEach(ordered::add);
        for (Route route : ordered) {
            String path = route.path().substring(routes.base().length());
            // Two templates that differ in the names of their variables only are one path.
            String known = spelled.computeIfAbsent(ResourceRoutes.place("", path), place -> path);
            @SuppressWarnings("unchecked")
            Map<String, Object> item =
                    (Map<String, Object>) paths.computeIfAbsent(known, name -> new LinkedHashMap<String, Object>());
            String wanted = route.pattern().name();
            String id = ids.add(wanted) ? wanted : unused(PATTERNS_TAG + "_" + wanted, ids);
            item.put(
                    route.method().toLowerCase(java.util.Locale.ROOT),
                    operations.of(route, Route.variables(known), id, tag(route)));
        }
        return paths;
    }

    private static String unused(String wanted, Set<String> taken) {
        String name = wanted;
        for (int i = 2; !taken.add(name); i++) {
            name = wanted + i;
        }
        return name;
    }
}
