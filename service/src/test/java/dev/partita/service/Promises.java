package dev.partita.service;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.partita.rest.Route;
import dev.partita.rest.Routes;
import dev.partita.service.Served.Answer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.ObjectMapper;

/** What the OpenAPI documents say of answers, compared with the answers. */
final class Promises {

    private static final ObjectMapper JSON = new ObjectMapper();

    /** An answer, and the schema it has to fit. */
    private record Kept(String about, Object schema, String body) {}

    private final Map<String, Map<?, ?>> documents = new LinkedHashMap<>();
    private final Map<String, List<Kept>> answers = new LinkedHashMap<>();

    void read(String design, String document) {
        documents.put(design, JSON.readValue(document, Map.class));
        answers.put(design, new ArrayList<>());
    }

    /** An answer that is no error; lines and bodies of other types have no schema of their own. */
    void add(Route route, Answer answer) {
        String type = answer.header("Content-Type");
        String design = route.path().substring(Routes.PREFIX.length()).replaceFirst("/.*", "");
        String path = route.path().substring(Routes.PREFIX.length() + design.length());
        Map<?, ?> document = documents.get(design);
        Map<?, ?> responses =
                (Map<?, ?>) at(document, "paths", path, route.method().toLowerCase(java.util.Locale.ROOT), "responses");
        if (responses == null || !PatternCall.JSON.equals(type)) {
            return;
        }
        Object response = responses.get(String.valueOf(answer.status()));
        assertThat(response).as(route + " does not promise " + answer.status()).isNotNull();
        Object schema = at((Map<?, ?>) response, "content", PatternCall.JSON, "schema");
        assertThat(schema)
                .as(route + " promises no body with " + answer.status())
                .isNotNull();
        answers.get(design).add(new Kept(route.toString(), schema, answer.body()));
    }

    void requireKept(String about) {
        assertThat(answers.values()).as(about).anyMatch(all -> !all.isEmpty());
        answers.forEach((design, all) -> {
            Map<String, Object> properties = new LinkedHashMap<>();
            StringBuilder values = new StringBuilder("{");
            for (Kept kept : all) {
                String name = "a" + properties.size();
                values.append(properties.isEmpty() ? "" : ",")
                        .append('"')
                        .append(name)
                        .append("\":")
                        .append(kept.body());
                properties.put(name, kept.schema());
            }
            Map<String, Object> whole = new LinkedHashMap<>();
            whole.put("properties", properties);
            whole.put("components", documents.get(design).get("components"));
            Schema schema = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                    .getSchema(JSON.writeValueAsString(whole));
            List<String> broken = new ArrayList<>();
            for (Error error : schema.validate(values.append('}').toString(), InputFormat.JSON)) {
                int index = Integer.parseInt(
                        error.getInstanceLocation().toString().substring(2).replaceFirst("/.*", ""));
                broken.add(all.get(index).about() + " " + error + " in "
                        + all.get(index).body());
            }
            assertThat(broken).as(about + ", " + design).isEmpty();
        });
    }

    private static Object at(Map<?, ?> node, String... names) {
        Object at = node;
        for (String name : names) {
            at = at instanceof Map<?, ?> map ? map.get(name) : null;
        }
        return at;
    }
}
