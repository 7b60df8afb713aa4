package dev.partita.systems;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.design.Design;
import dev.partita.design.model.Table;
import dev.partita.plan.internal.request.TableRequests;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The tables of the five designs can be made, and are what the documents describe. */
class TablesTest {

    static Stream<Arguments> namesAndEndpoints() {
        return Systems.names().stream()
                .flatMap(name -> Stream.of(Endpoints.values()).map(endpoint -> Arguments.of(name, endpoint)));
    }

    @ParameterizedTest
    @MethodSource("namesAndEndpoints")
    void theTablesCanBeMadeAndTheirItemsExpire(String name, Endpoints endpoint) {
        Design design = Systems.design(name);
        Tables.create(design, endpoint);
        TableRequests requests = new TableRequests(design, Tables.ENVIRONMENT);
        design.tables().values().forEach(table -> requests.timeToLive(table).ifPresent(endpoint::call));
        Tables.drop(design, endpoint);
    }

    @ParameterizedTest
    @MethodSource("dev.partita.systems.Systems#names")
    void theRequestsAreAsBefore(String name) {
        Design design = Systems.design(name);
        TableRequests requests = new TableRequests(design, Map.of());
        StringBuilder text = new StringBuilder();
        for (Table table : design.tables().values()) {
            text.append("CreateTable ")
                    .append(requests.createTable(table).toJson())
                    .append('\n');
            requests.timeToLive(table).ifPresent(request -> text.append("UpdateTimeToLive ")
                    .append(request.toJson())
                    .append('\n'));
        }
        Golden.check("tables/" + name + ".txt", text.toString());
    }

    @Test
    void namesComeFromTheEnvironment() {
        assertThat(physicalNames("notifications", Map.of())).containsExactly("notifications-dev", "users-dev");
        assertThat(physicalNames("notifications", Map.of("PARTITA_ENV", "prod")))
                .containsExactly("notifications-prod", "users-prod");
        assertThat(physicalNames("aura-historia", Map.of())).containsExactly("aura-historia-data");
        assertThat(physicalNames("aura-historia", Map.of("DYNAMODB_TABLE_NAME", "other")))
                .containsExactly("other");
    }

    private static List<String> physicalNames(String name, Map<String, String> environment) {
        return Systems.design(name).tables().values().stream()
                .map(table -> table.physicalName(environment))
                .toList();
    }
}
