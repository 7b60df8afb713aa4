package dev.partita.bench;

import dev.partita.embedded.Partita;
import java.util.function.Function;

/** A way to get typed objects out of the same table in the same engine. */
enum TypedWay {
    HAND_WRITTEN("hand-written SDK", HandWritten::new),
    ENHANCED("Enhanced Client", Enhanced::new),
    GENERATED_SDK("generated, on the SDK", partita -> Generated.on(partita.client())),
    GENERATED_ENDPOINT("generated, endpoint()", partita -> Generated.on(partita.endpoint()));

    private final String title;
    private final Function<Partita, TypedClient> client;

    TypedWay(String title, Function<Partita, TypedClient> client) {
        this.title = title;
        this.client = client;
    }

    String title() {
        return title;
    }

    TypedClient on(Partita partita) {
        return client.apply(partita);
    }
}
