package dev.partita.service;

import dev.partita.access.Decision;
import dev.partita.http.HttpAnswer;
import dev.partita.plan.Result;

/**
 * All items of a list, one a line, read page by page as the client takes them. When something fails on the way, the last line is
 * {@code {"problem":{…}}}, so that a client can tell a break from an end; when a walk has gone as far as it may,
 * {@code {"stoppedAt":"2024-06-01"}}.
 */
final class ItemLines implements HttpAnswer.Pieces {

    static final String TYPE = "application/x-ndjson";

    private final PatternCall call;
    private final Service service;
    private final Decision decision;
    private Result page;
    private String cursor;
    private long left;

    /**
     * @param limit how many items at most; null for all
     * @param first the first page, read already
     */
    ItemLines(PatternCall call, Service service, Decision decision, Integer limit, Result first) {
        this.call = call;
        this.service = service;
        this.decision = decision;
        this.page = first;
        this.left = limit == null ? Long.MAX_VALUE : limit;
    }

    @Override
    public byte[] next() {
        // A page may be empty and yet not the last: what was in it is not for this caller, or was filtered.
        while (left > 0 && (page != null || cursor != null)) {
            Result current;
            try {
                current = page != null ? page : call.page(decision, null, cursor);
            } catch (RuntimeException e) {
                left = 0;
                return broken(e);
            }
            page = null;
            // A walk back has no end of its own; whoever wants everything gets what it covers, and is told.
            cursor = current.stoppedAt() == null ? current.cursor() : null;
            byte[] lines = lines(current);
            if (lines.length > 0) {
                return lines;
            }
        }
        return null;
    }

    @Override
    public void close() {
        left = 0;
        page = null;
        service.streamed(call);
    }

    private byte[] lines(Result current) {
        AnswerJson out = AnswerJson.start();
        for (Result.Found item : current.items()) {
            if (left-- > 0) {
                call.operation().answer().item(out, item);
                out.newLine();
            }
        }
        if (current.stoppedAt() != null && left > 0) {
            out.openObject()
                    .member("stoppedAt", current.stoppedAt())
                    .closeObject()
                    .newLine();
        }
        return out.toByteArray();
    }

    private byte[] broken(RuntimeException failure) {
        Problem problem = service.problem(failure, call);
        AnswerJson out = AnswerJson.start().openObject().name("problem");
        problem.write(out, call.requestId());
        out.closeObject().newLine();
        return out.toByteArray();
    }
}
