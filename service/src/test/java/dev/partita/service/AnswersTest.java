package dev.partita.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.service.Served.Answer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class AnswersTest {

    private final Served served = Served.design(Desk.YAML);

    @AfterEach
    void close() {
        served.close();
    }

    @Test
    void whatIsCreatedHasAnAddressAtWhichItIsRead() {
        Answer created = served.post("/api/desk/people", "{\"email\":\" Ada@Example.com \",\"name\":\"Ada\"}");
        assertThat(created.status()).as(created.toString()).isEqualTo(201);
        assertThat(created.json()).containsEntry("email", "ada@example.com").containsEntry("version", 1L);
        String location = created.header("Location");
        assertThat(location).isEqualTo("/api/desk/people/" + created.json().get("personId"));
        Answer read = served.get(location);
        assertThat(read.status()).as(read.toString()).isEqualTo(200);
        assertThat(read.body()).isEqualTo(created.body());
        assertThat(read.header("Content-Type")).isEqualTo("application/json");
        assertThat(read.header("ETag")).isEqualTo("\"v1\"").isEqualTo(created.header("ETag"));
        assertThat(read.header("X-Request-Id")).isNotEmpty();
    }
}
