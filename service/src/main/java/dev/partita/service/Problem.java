package dev.partita.service;

import dev.partita.http.HttpAnswer;
import java.time.Instant;
import java.util.List;

/**
 * One error as the caller sees it, after RFC 9457. It holds nothing of what is stored and no value that was given, so it may be
 * shown and logged whatever the design hides.
 *
 * @param detail what is wrong here and what to do, in whole sentences
 * @param errors the attributes at fault; empty when it is not about any
 * @param limit of a quota; null when there is none
 * @param resetAt when the quota begins anew; null when it does not
 * @param retryAfterSeconds when another try makes sense; 0 when it does not, or nobody knows
 * @param header an HTTP header that goes with it, or null
 */
record Problem(
        ProblemKind kind,
        String detail,
        List<Fault> errors,
        Long limit,
        Instant resetAt,
        long retryAfterSeconds,
        String header,
        String headerValue) {

    static final String TYPE = "application/problem+json";

    /** One attribute at fault. */
    record Fault(String attribute, String rule, String detail) {}

    Problem {
        errors = List.copyOf(errors);
    }

    static Problem of(ProblemKind kind, String detail) {
        return new Problem(kind, detail, List.of(), null, null, 0, null, null);
    }

    Problem about(List<Fault> faults) {
        return new Problem(kind, detail, faults, limit, resetAt, retryAfterSeconds, header, headerValue);
    }

    Problem quota(Long most, Instant resets, long seconds) {
        return new Problem(kind, detail, errors, most, resets, seconds, header, headerValue);
    }

    Problem retryAfter(long seconds) {
        return new Problem(kind, detail, errors, limit, resetAt, seconds, header, headerValue);
    }

    Problem with(String name, String value) {
        return new Problem(kind, detail, errors, limit, resetAt, retryAfterSeconds, name, value);
    }

    Refused refused() {
        return new Refused(this);
    }

    int status() {
        return kind.status();
    }

    HttpAnswer answer(String requestId) {
        AnswerJson out = AnswerJson.start();
        write(out, requestId);
        HttpAnswer answer = HttpAnswer.of(kind.status(), TYPE, out.toByteArray());
        if (retryAfterSeconds > 0) {
            answer = answer.with("Retry-After", Long.toString(retryAfterSeconds));
        }
        return header == null ? answer : answer.with(header, plain(headerValue));
    }

    /** A design may name things in any script; a header holds ASCII. */
    private static String plain(String value) {
        return value.chars().allMatch(c -> c >= ' ' && c < 0x7f) ? value : value.replaceAll("[^ -~]", "?");
    }

    void write(AnswerJson out, String requestId) {
        out.openObject()
                .member("type", "/problems/" + kind.word())
                .member("title", kind.title())
                .member("status", kind.status())
                .member("detail", detail)
                .member("requestId", requestId);
        if (limit != null) {
            out.member("limit", limit);
        }
        if (resetAt != null) {
            out.name("resetAt").value(resetAt);
        }
        if (!errors.isEmpty()) {
            out.name("errors").openList();
            for (Fault fault : errors) {
                out.openObject()
                        .member("attribute", fault.attribute())
                        .member("rule", fault.rule())
                        .member("detail", fault.detail())
                        .closeObject();
            }
            out.closeList();
        }
        out.closeObject();
    }
}
