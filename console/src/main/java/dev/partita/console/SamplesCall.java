package dev.partita.console;

import dev.partita.document.Json;
import dev.partita.http.HttpAnswer;
import dev.partita.http.HttpRequest;
import java.util.concurrent.CompletableFuture;

/** {@code samples/<design>}: writes a design's samples into its tables. */
final class SamplesCall implements Console.Call {

    private final Samples samples;

    SamplesCall(Samples samples) {
        this.samples = samples;
    }

    @Override
    public CompletableFuture<HttpAnswer> answer(HttpRequest request, String rest) {
        if (!request.method().equals("POST")) {
            return Console.refused(405, "Send a POST to write the samples.");
        }
        try {
            return Console.ok(Json.map("written", samples.write(rest)));
        } catch (IllegalArgumentException unknown) {
            return Console.refused(404, unknown.getMessage());
        }
    }
}
