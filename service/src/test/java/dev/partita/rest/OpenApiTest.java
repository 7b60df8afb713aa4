package dev.partita.rest;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.partita.design.Design;
import dev.partita.design.model.Attribute;
import dev.partita.design.model.Entity;
import dev.partita.document.Json;
import dev.partita.plan.run.Plans;
import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.PathItem;
import io.swagger.v3.oas.models.parameters.Parameter;
import io.swagger.v3.parser.OpenAPIV3Parser;
import io.swagger.v3.parser.core.models.ParseOptions;
import io.swagger.v3.parser.core.models.SwaggerParseResult;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import tools.jackson.databind.ObjectMapper;

class OpenApiTest {

    @SuppressWarnings("unused")
    private static final List<String> SHIPPED = Designs.SHIPPED;

    private static final ObjectMapper JSON = new ObjectMapper();

    /** What the OpenAPI Initiative publishes at this address, as a library has it among its files. */
    private static final Schema OFFICIAL = SchemaRegistry.withDefaultDialect(
                    SpecificationVersion.DRAFT_2020_12,
                    builder -> builder.schemaIdResolvers(resolvers ->
                            resolvers.mapPrefix("https://spec.openapis.org/", "classpath:spec.openapis.org/")))
            .getSchema(SchemaLocation.of("https://spec.openapis.org/oas/3.1/schema-base/2022-10-07"));

    @ParameterizedTest
    @FieldSource("SHIPPED")
    void aPublicValidatorHasNothingToSay(String name) {
        ParseOptions options = new ParseOptions();
        options.setResolve(true);
        options.setResolveFully(true);
        SwaggerParseResult result = new OpenAPIV3Parser().readContents(text(name), null, options);
        assertThat(result.getMessages()).isEmpty();
        assertThat(result.getOpenAPI().getOpenapi()).isEqualTo("3.1.0");
    }

    @ParameterizedTest
    @FieldSource("SHIPPED")
    void itKeepsToTheSchemaOfTheOpenApiInitiative(String name) {
        assertThat(OFFICIAL.validate(text(name), InputFormat.JSON)).isEmpty();
    }

    @Test
    void thatSchemaSeesWhatIsWrong() {
        assertThat(OFFICIAL.validate(
                        text("url-checks").replaceFirst("\"in\":\"path\"", "\"in\":\"body\""), InputFormat.JSON))
                .isNotEmpty();
        assertThat(OFFICIAL.validate(
                        text("url-checks").replaceFirst("\"type\":\"string\"", "\"type\":\"text\""), InputFormat.JSON))
                .isNotEmpty();
    }

    @ParameterizedTest
    @FieldSource("SHIPPED")
    void everyRouteIsInItWithItsMethodParametersAndBody(String name) {
        OpenAPI document = new OpenAPIV3Parser().readContents(text(name)).getOpenAPI();
        Routes routes = Routes.of(Designs.shipped(name));
        Set<String> ids = new HashSet<>();
        for (Route route : routes.all()) {
            String place = ResourceRoutes.place(
                    "", route.path().substring(routes.base().length()));
            PathItem item = document.getPaths().entrySet().stream()
                    .filter(entry -> ResourceRoutes.place("", entry.getKey()).equals(place))
                    .map(Map.Entry::getValue)
                    .findFirst()
                    .orElseThrow(() -> new AssertionError(route + " is missing"));
            Operation operation = item.readOperationsMap().get(PathItem.HttpMethod.valueOf(route.method()));
            assertThat(operation).as(route.toString()).isNotNull();
            assertThat(ids.add(operation.getOperationId())).isTrue();
            List<String> query = operation.getParameters().stream()
                    .filter(parameter -> "query".equals(parameter.getIn()))
                    .map(Parameter::getName)
                    .toList();
            assertThat(query)
                    .containsAll(route.from(Route.From.QUERY).stream()
                            .map(Route.Input::name)
                            .toList());
            assertThat(operation.getParameters().stream().filter(parameter -> "path".equals(parameter.getIn())))
                    .hasSize(route.variables().size());
            boolean isGet = route.method().equals("GET") || route.method().equals("DELETE");
            assertThat(operation.getRequestBody() != null)
                    .as(route.toString())
                    .isEqualTo(!isGet && !route.from(Route.From.BODY).isEmpty());
        }
        long operations = document.getPaths().values().stream()
                .mapToLong(item -> item.readOperations().size())
                .sum();
        assertThat(operations).isEqualTo(routes.all().size());
    }

    @ParameterizedTest
    @FieldSource("SHIPPED")
    void everyExampleFitsItsSchema(String name) {
        Map<String, Object> document = document(name);
        List<Map<?, ?>> found = new ArrayList<>();
        collect(document, found);
        assertThat(found.size()).isGreaterThan(20);
        assertThat(errors(document, found)).isEmpty();
    }

    @ParameterizedTest
    @FieldSource("SHIPPED")
    void everySampleFitsTheSchemaOfItsEntity(String name) {
        Design design = Designs.shipped(name);
        Map<String, Object> document = document(name);
        OpenApiExamples examples = new OpenApiExamples(new Plans(design));
        List<Map<?, ?>> samples = new ArrayList<>();
        Map<?, ?> schemas = (Map<?, ?>) at(document, "components", "schemas");
        for (Entity entity : design.entities().values()) {
            if (schemas.containsKey(entity.name())) {
                AnswerShape.One whole = new AnswerShape.One(
                        entity,
                        entity.attributes().values().stream()
                                .filter(attribute -> !attribute.hidden())
                                .map(Attribute::name)
                                .toList());
                examples.of(whole)
                        .forEach(sample ->
                                samples.add(Map.of("schema", Schemas.reference(entity.name()), "example", sample)));
            }
        }
        assertThat(samples.size()).isGreaterThan(2);
        assertThat(errors(document, samples)).isEmpty();
    }

    @Test
    void aSchemaRefusesWhatTheDesignWould() {
        Map<String, Object> document = document("url-checks");
        Map<String, Object> body = Schemas.reference("CreateCheckBody");
        Map<String, Object> good = Json.map(
                "userId",
                "1",
                "url",
                "https://example.com",
                "checkType",
                "EBAY",
                "delayMs",
                5000,
                "attributes",
                Map.of());
        assertThat(errors(document, body, good)).isEmpty();
        for (Map.Entry<String, Object> wrong : Map.<String, Object>of(
                        "delayMs", 5, "url", "", "checkType", 3, "unknown", "x", "createdAt", "2024-01-01T00:00:00Z")
                .entrySet()) {
            Map<String, Object> changed = new LinkedHashMap<>(good);
            changed.put(wrong.getKey(), wrong.getValue());
            assertThat(errors(document, body, changed)).as(wrong.toString()).isNotEmpty();
        }
        Map<String, Object> without = new LinkedHashMap<>(good);
        without.remove("url");
        assertThat(errors(document, body, without)).isNotEmpty();
    }

    @Test
    void whatIsHiddenIsNowhereAndAPasswordIsWrittenOnly() {
        Map<String, Object> document = document("notifications");
        String user = JSON.writeValueAsString(at(document, "components", "schemas", "User"));
        assertThat(user).doesNotContain("password");
        assertThat(at(document, "components", "schemas", "SignUpBody", "properties", "password", "writeOnly"))
                .isEqualTo(true);
        assertThat(text("notifications")).doesNotContain("$2a$").doesNotContain("password_hash");
    }

    @Test
    void theOwnersIdCanBeLeftOutAndAQuotaIsAnAnswer() {
        Map<String, Object> document = document("url-checks");
        assertThat(at(document, "components", "schemas", "CreateCheckBody", "required"))
                .isEqualTo(List.of("url", "checkType", "delayMs"));
        assertThat(at(document, "paths", "/checks", "post", "responses", "429")).isNotNull();
        assertThat(at(document, "paths", "/users", "post", "responses", "429")).isNull();
    }

    /** What the document calls required is what access does not fill in. */
    @Test
    void theOwnerIsRequiredWhereItIsNotFilledIn() {
        Map<?, ?> document = document(Designs.of("""
                design: notes
                tables:
                  main:
                    key: { partition: pk, sort: sk }
                    indexes:
                      byTopic: { partition: topic, sort: pk, projection: all }
                entities:
                  Note:
                    key: { pk: "USER#{author}", sk: "NOTE#{noteId}" }
                    owner: author
                    attributes:
                      author: string
                      noteId: { type: ulid, generate: ulid }
                      topic:  string
                patterns:
                  mine:      { list: Note, by: author, allow: owner }
                  byTopic:   { list: Note, by: topic, where: author = :author, allow: [owner, signed-in] }
                  forAll:    { list: Note, by: author, range: noteId, allow: signed-in }
                  both:      { gather: [mine, forAll] }
                """));
        assertThat(required(document, "mine")).isEmpty();
        assertThat(required(document, "both")).isEmpty();
        assertThat(required(document, "byTopic")).containsExactly("topic", "author");
        assertThat(required(document, "forAll")).containsExactly("author");
    }

    @Test
    void whatLeadsToAPatternForSomeAsksForATokenToo() {
        Map<?, ?> document = document(Designs.of("""
                design: notes
                tables: { main: { key: { partition: pk } } }
                entities:
                  Note:
                    key: { pk: "NOTE#{noteId}" }
                    attributes: { noteId: { type: ulid, generate: ulid }, title: { type: string, unique: true } }
                patterns:
                  note:    { get: Note, by: noteId, allow: signed-in }
                  title:   { get: Note, by: title, allow: anyone }
                  both:    { gather: [note, title], allow: anyone }
                """));
        assertThat(at(document, "paths", "/patterns/both", "get", "responses", "401"))
                .isNotNull();
        assertThat(at(document, "paths", "/patterns/title", "get", "responses", "401"))
                .isNull();
    }

    private static List<Object> required(Map<?, ?> document, String pattern) {
        List<Object> names = new ArrayList<>();
        for (Object parameter : (List<?>) at(document, "paths", "/patterns/" + pattern, "get", "parameters")) {
            if (Boolean.TRUE.equals(((Map<?, ?>) parameter).get("required"))) {
                names.add(((Map<?, ?>) parameter).get("name"));
            }
        }
        return names;
    }

    @Test
    void aTokenIsAskedForWhereTheDesignAsksForOne() {
        Map<String, Object> document = document("fus-main");
        assertThat((List<?>) at(document, "paths", "/sites", "get", "security")).hasSize(2);
        assertThat((List<?>) at(document, "paths", "/sites", "post", "security"))
                .isEqualTo(List.of(Map.of("bearer", List.of())));
        assertThat(at(document, "paths", "/sites", "post", "responses", "401")).isNotNull();
        assertThat(at(document, "paths", "/sites/{siteId}", "patch", "responses", "412"))
                .isNotNull();
    }

    @Test
    void inLocalModeNobodyNeedsATokenAndTheDocumentSaysSo() {
        Design design = Designs.shipped("fus-main");
        String local = new String(
                OpenApi.of(
                        new Plans(design),
                        Routes.of(design),
                        new OpenApi.Options(true, new OpenApi.SignInForm("email", "password"))),
                StandardCharsets.UTF_8);
        Map<?, ?> document = JSON.readValue(local, Map.class);
        assertThat((List<?>) at(document, "paths", "/sites", "post", "security"))
                .hasSize(2);
        assertThat(local).contains("no token is asked for").contains("/login");
        assertThat(new OpenAPIV3Parser().readContents(local).getMessages()).isEmpty();
    }

    @Test
    void twoTemplatesThatDifferInNamesOnlyAreOnePath() {
        Design design = Designs.of("""
                design: shop
                tables: { main: { key: { partition: pk } } }
                entities:
                  Product:
                    key: { pk: "PRODUCT#{productId}" }
                    attributes: { productId: { type: string, generate: ulid }, ean: { type: string, unique: true, length: 8..13 }, name: string }
                patterns:
                  product: { get: Product, by: productId }
                  rename:  { update: Product, by: ean, change: [name], route: "PATCH /products/{ean}" }
                """);
        String text = text(design);
        Map<?, ?> document = JSON.readValue(text, Map.class);
        assertThat(((Map<?, ?>) at(document, "paths", "/products/{productId}")).keySet())
                .hasToString("[get, patch]");
        assertThat(new OpenAPIV3Parser().readContents(text).getMessages()).isEmpty();
    }

    private static Object at(Map<?, ?> document, String... path) {
        Object at = document;
        for (String name : path) {
            at = at == null ? null : ((Map<?, ?>) at).get(name);
        }
        return at;
    }

    private static void collect(Object node, List<Map<?, ?>> found) {
        if (node instanceof Map<?, ?> map) {
            if (map.containsKey("example") && map.get("schema") instanceof Map<?, ?>) {
                found.add(map);
            }
            map.values().forEach(value -> collect(value, found));
        } else if (node instanceof List<?> list) {
            list.forEach(value -> collect(value, found));
        }
    }

    private static List<?> errors(Map<String, Object> document, Object schema, Object value) {
        return errors(document, List.of(Map.of("schema", schema, "example", value)));
    }

    /** All at once: a schema of as many members as there are examples, and an object that has them. */
    private static List<?> errors(Map<String, Object> document, List<Map<?, ?>> examples) {
        Map<String, Object> properties = new LinkedHashMap<>();
        Map<String, Object> values = new LinkedHashMap<>();
        examples.forEach(example -> {
            values.put("example" + values.size(), example.get("example"));
            properties.put("example" + properties.size(), example.get("schema"));
        });
        Map<String, Object> whole = Json.map("properties", properties, "components", document.get("components"));
        Schema compiled = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(new String(Json.bytes(whole), StandardCharsets.UTF_8));
        return compiled.validate(new String(Json.bytes(values), StandardCharsets.UTF_8), InputFormat.JSON);
    }

    private static Map<String, Object> document(String name) {
        return document(Designs.shipped(name));
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> document(Design design) {
        return JSON.readValue(text(design), Map.class);
    }

    private static String text(String name) {
        return text(Designs.shipped(name));
    }

    private static String text(Design design) {
        return new String(
                OpenApi.of(new Plans(design), Routes.of(design), new OpenApi.Options(false, null)),
                StandardCharsets.UTF_8);
    }
}
