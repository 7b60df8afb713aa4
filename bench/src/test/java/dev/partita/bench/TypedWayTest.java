package dev.partita.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.embedded.Partita;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is compared must be the same. */
class TypedWayTest {

    @Test
    void allWaysReadTheSame() {
        try (Partita partita = Partita.inMemory()) {
            Histories.fill(partita, 2);
            TypedClient byHand = TypedWay.HAND_WRITTEN.on(partita);
            for (TypedWay way : List.of(TypedWay.GENERATED_SDK, TypedWay.GENERATED_ENDPOINT)) {
                TypedClient client = way.on(partita);
                assertThat(client.history(Histories.id(3))).isEqualTo(byHand.history(Histories.id(3)));
                assertThat(client.userHistory(Histories.user(1)))
                        .hasSize(Histories.PER_USER)
                        .isEqualTo(byHand.userHistory(Histories.user(1)));
            }
            TypedClient enhanced = TypedWay.ENHANCED.on(partita);
            assertThat(((HistoryBean) enhanced.history(Histories.id(3))).getPk())
                    .isEqualTo("HIST#" + Histories.id(3));
            assertThat(enhanced.userHistory(Histories.user(1))).hasSize(Histories.PER_USER);
        }
    }
}
