package dev.partita.rest;

import dev.partita.access.Access;
import dev.partita.design.Design;
import dev.partita.design.internal.text.Wording;
import dev.partita.design.model.Attribute;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Pattern;
import dev.partita.design.model.Pattern.Verb;
import dev.partita.document.Json;
import dev.partita.plan.internal.key.Argument;
import dev.partita.plan.internal.read.GivenValues;
import dev.partita.plan.internal.write.WritePlan;
import dev.partita.plan.run.Plans;
import dev.partita.rest.Route.From;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What an operation of an OpenAPI document takes: parameters and body. */
final class RequestDocs {

    private final Plans plans;
    private final Design design;
    private final Schemas schemas;
    private final OpenApiExamples examples;
    private final boolean isLocal;
    private final Map<String, Map<String, Object>> bodies = new LinkedHashMap<>();

    RequestDocs(Plans plans, Schemas schemas, OpenApiExamples examples, boolean isLocal) {
        this.plans = plans;
        this.design = plans.design();
        this.schemas = schemas;
        this.examples = examples;
        this.isLocal = isLocal;
    }

    /** @param variables what the document calls the variables of the path, in their order */
    List<Object> parameters(Route route, List<String> variables, boolean comparesVersion) {
        List<Object> parameters = new ArrayList<>();
        for (Route.Input input : route.inputs()) {
            if (input.from() != From.BODY) {
                boolean isPath = input.from() == From.PATH;
                String name = isPath ? variables.get(route.variables().indexOf(input.name())) : input.name();
                Argument argument = input.argument();
                Map<String, Object> schema = new LinkedHashMap<>(schemas.given(argument));
                Object about = schema.remove("description");
                parameters.add(Json.map(
                        "name",
                        name,
                        "in",
                        isPath ? "path" : "query",
                        "required",
                        input.isRequired(),
                        "description",
                        about(route.pattern(), input, about),
                        "schema",
                        schema,
                        "example",
                        input.isRequired() ? examples.of(argument, entity(route.pattern())) : null));
            }
        }
        if (route.isPaged()) {
            parameters.add(CommonDocs.parameter("limit"));
            parameters.add(CommonDocs.parameter("cursor"));
        }
        if (!route.pattern().verb().writes()) {
            parameters.add(CommonDocs.parameter("ifNoneMatch"));
        } else {
            if (comparesVersion) {
                parameters.add(CommonDocs.parameter("ifMatch"));
            }
            parameters.add(CommonDocs.parameter("prefer"));
        }
        if (isLocal && !Access.isForAnyone(plans, route.pattern())) {
            parameters.add(CommonDocs.parameter("as"));
            parameters.add(CommonDocs.parameter("groups"));
        }
        return parameters;
    }

    private static Object about(Pattern pattern, Route.Input input, Object about) {
        List<String> sentences = new ArrayList<>();
        if (about != null) {
            sentences.add(about.toString());
        }
        if (input.argument().element() != null) {
            sentences.add("Given again for each value, " + GivenValues.MOST + " different ones at most"
                    + (input.mayBeNone() ? "; without it there are none." : "."));
        }
        if (input.isOwner() && !input.isRequired()) {
            sentences.add("Who calls, when left out.");
        }
        if (pattern.range() != null && input.name().endsWith("From")) {
            sentences.add("From here on, this one included.");
        }
        if (pattern.range() != null && input.name().endsWith("To")) {
            sentences.add("Up to here, this one included.");
        }
        return sentences.isEmpty() ? null : String.join(" ", sentences);
    }

    /** Null when it has none. */
    Map<String, Object> body(Route route) {
        if (route.method().equals("GET") || route.method().equals("DELETE")) {
            return null;
        }
        List<Route.Input> inputs = route.from(From.BODY);
        if (inputs.isEmpty()) {
            return null;
        }
        Pattern pattern = route.pattern();
        Map<String, Object> properties = new LinkedHashMap<>();
        List<String> required = new ArrayList<>();
        Map<String, Object> example = new LinkedHashMap<>();
        for (Route.Input input : inputs) {
            Argument argument = input.argument();
            properties.put(input.name(), property(pattern, input));
            if (input.isRequired()) {
                required.add(input.name());
            }
            Object value = examples.of(argument, entity(pattern));
            if (value != null && (argument.required() || isShown(pattern, argument))) {
                example.put(input.name(), value);
            }
        }
        if (pattern.verb() == Verb.TRANSACT) {
            pattern.entities()
                    .forEach(part -> properties.putIfAbsent(
                            part, Json.map("type", "object", "description", "The arguments of " + part + " alone.")));
            required.clear();
        }
        Map<String, Object> schema = Json.map(
                "type",
                "object",
                "properties",
                properties,
                "required",
                required.isEmpty() ? null : required,
                "additionalProperties",
                false);
        // A pattern's two routes have the same body as long as nothing of it is in the path.
        Map<String, Object> reference = bodies.computeIfAbsent(
                pattern.name() + " " + properties.keySet(),
                key -> schemas.component(
                        Wording.type(pattern.name()) + (route.kind() == Route.Kind.PATTERN ? "Arguments" : "Body"),
                        schema));
        return Json.map(
                "required",
                !required.isEmpty(),
                "content",
                Json.map(
                        CommonDocs.JSON, Json.map("schema", reference, "example", example.isEmpty() ? null : example)));
    }

    /** Generated ids and versions are better not given; an example without them says so. */
    private static boolean isShown(Pattern pattern, Argument argument) {
        Attribute attribute = argument.attribute();
        return attribute != null && attribute.generate() == null && !attribute.readOnly();
    }

    private Map<String, Object> property(Pattern pattern, Route.Input input) {
        Argument argument = input.argument();
        if (argument.isChildrenOf(pattern)) {
            Integer most = plans.plan(pattern.name()) instanceof WritePlan write ? write.mostChildren() : null;
            return children(entity(pattern), design.entities().get(pattern.with()), most);
        }
        Map<String, Object> schema = isAmount(pattern, argument)
                ? Schemas.described(schemas.given(null, argument.type()), "What is added.")
                : schemas.given(argument);
        if (input.isOwner()) {
            schema = Schemas.described(schema, "Who calls, when left out.");
        }
        boolean isNew = pattern.verb() == Verb.CREATE || pattern.verb() == Verb.PUT;
        if (isNew && argument.attribute() != null && argument.attribute().generate() != null) {
            schema = Schemas.described(schema, "Made when left out.");
        }
        boolean isRemovable = pattern.verb() == Verb.UPDATE
                && !argument.required()
                && argument.attribute() != null
                && !argument.attribute().required()
                && pattern.change().contains(argument.attribute().name());
        return isRemovable ? Schemas.described(schemas.orNull(schema), "Null takes it away.") : schema;
    }

    /** Whether it is added to what is stored: the rules of the attribute are about the sum. */
    private boolean isAmount(Pattern pattern, Argument argument) {
        if (pattern.verb() == Verb.TRANSACT) {
            return pattern.entities().stream()
                    .map(design.patterns()::get)
                    .anyMatch(part -> part != null && isAmount(part, argument));
        }
        return argument.attribute() != null
                && pattern.add().containsKey(argument.attribute().name())
                && pattern.add().get(argument.attribute().name()) == null;
    }

    /** Items that are made along: what of them a caller gives, which is not whose they are. */
    private Map<String, Object> children(Entity parent, Entity child, Integer most) {
        Map<String, Object> properties = new LinkedHashMap<>();
        List<String> required = new ArrayList<>();
        for (Attribute attribute : child.attributes().values()) {
            boolean isMade = attribute.isComputed()
                    || attribute.name().equals(child.version())
                    || parent.name().equals(attribute.references());
            if (!isMade) {
                properties.put(attribute.name(), schemas.given(attribute, attribute.type()));
                if (attribute.required() && attribute.defaultValue() == null && attribute.generate() == null) {
                    required.add(attribute.name());
                }
            }
        }
        return Json.map(
                "type",
                "array",
                "description",
                "Made along with it, all or none.",
                "maxItems",
                most,
                "items",
                Json.map("type", "object", "properties", properties, "required", required.isEmpty() ? null : required));
    }

    private Entity entity(Pattern pattern) {
        return pattern.entities().isEmpty()
                ? null
                : design.entities().get(pattern.entities().get(0));
    }
}
