package dev.partita.design.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class TableNameTest {

    @Test
    void theEnvironmentWinsOverTheDefaultAndTheDefaultOverNothing() {
        assertThat(TableName.fill("${ORDERS:orders}", Map.of("ORDERS", "live"))).isEqualTo("live");
        assertThat(TableName.fill("${ORDERS:orders}", Map.of())).isEqualTo("orders");
        assertThat(TableName.fill("a-${ORDERS}", Map.of())).isEqualTo("a-");
    }

    @Test
    void envIsFilledInAlsoInsideADefault() {
        assertThat(TableName.fill("orders-{env}", Map.of())).isEqualTo("orders-dev");
        assertThat(TableName.fill("${ORDERS:orders-{env}}", Map.of("PARTITA_ENV", "live")))
                .isEqualTo("orders-live");
    }
}
