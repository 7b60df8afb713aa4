package dev.partita.spring;

import dev.partita.plan.CallTimeout;
import dev.partita.plan.CollectionTooLarge;
import dev.partita.plan.EndpointException;
import dev.partita.plan.InvalidValues;
import dev.partita.plan.OutcomeUnknown;
import dev.partita.plan.PartitaException;
import dev.partita.plan.Violation;
import dev.partita.plan.WriteRefused;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/**
 * What Partita throws in a controller, as problem details (RFC 9457) with the status and the type that Partita's own service
 * answers. Values never come along: they may be secrets.
 */
@RestControllerAdvice
@Order(Ordered.LOWEST_PRECEDENCE)
class PartitaProblems {

    @ExceptionHandler
    ProblemDetail problem(PartitaException thrown) {
        if (thrown instanceof InvalidValues invalid) {
            return invalid(invalid);
        }
        if (thrown instanceof WriteRefused refused) {
            String word = word(refused.rule().name());
            return problem(
                    status(refused.rule()),
                    word,
                    refused.rule() == WriteRefused.Rule.ALREADY_EXISTS
                            ? "There is such a " + refused.subject() + " already."
                            : detail(refused),
                    refused.advice());
        }
        if (thrown instanceof CollectionTooLarge) {
            return problem(HttpStatus.CONFLICT, "collection-too-large", thrown.getMessage(), thrown.advice());
        }
        if (thrown instanceof OutcomeUnknown) {
            return problem(
                    HttpStatus.GATEWAY_TIMEOUT,
                    "outcome-unknown",
                    "The database's answer was lost, and what is stored does not tell whether the write was done.",
                    "Look before you send it again.");
        }
        if (thrown instanceof CallTimeout) {
            return problem(HttpStatus.GATEWAY_TIMEOUT, "timed-out", "The database took too long.", thrown.advice());
        }
        if (thrown instanceof EndpointException refused) {
            return problem(
                    HttpStatus.SERVICE_UNAVAILABLE,
                    refused.isMissing() ? "tables-missing" : "database-unreachable",
                    refused.isMissing()
                            ? "The tables of this design are not there."
                            : "The database failed to answer (" + refused.code() + ").",
                    "Try again later.");
        }
        return problem(
                HttpStatus.INTERNAL_SERVER_ERROR,
                "internal-error",
                "An item that is stored is not what the design says.",
                "The application's log has more.");
    }

    private static ProblemDetail invalid(InvalidValues invalid) {
        List<Map<String, String>> errors = new ArrayList<>();
        for (Violation violation : invalid.violations()) {
            if (violation.entity().equals("page") && violation.attribute().equals("cursor")) {
                return problem(
                        HttpStatus.BAD_REQUEST,
                        "unusable-cursor",
                        "The cursor is none that this list has given out.",
                        "Leave it out to begin at the first page.");
            }
            errors.add(Map.of(
                    "attribute", violation.attribute(),
                    "rule", violation.rule(),
                    "detail", violation.message()));
        }
        ProblemDetail problem = problem(
                HttpStatus.UNPROCESSABLE_ENTITY,
                "invalid-values",
                String.join(
                                "; ",
                                errors.stream()
                                        .map(error -> error.get("attribute") + " " + error.get("detail"))
                                        .toList())
                        + ".",
                "");
        problem.setTitle("Values break rules of the design");
        problem.setProperty("errors", errors);
        return problem;
    }

    /** A condition on one attribute shows its value, and so does a reference. */
    private static String detail(WriteRefused refused) {
        return switch (refused.rule()) {
            case CONDITION_NOT_MET, REFERENCE_MISSING ->
                refused.subject().indexOf('.') < 0
                        ? sentence(refused.getMessage())
                        : refused.subject() + " does not fit.";
            case WRITTEN_TWICE -> "Two parts of the request are about the same item.";
            default -> sentence(refused.getMessage());
        };
    }

    static HttpStatus status(WriteRefused.Rule rule) {
        return switch (rule) {
            case NOT_FOUND -> HttpStatus.NOT_FOUND;
            case VERSION_CHANGED -> HttpStatus.PRECONDITION_FAILED;
            case REFERENCE_MISSING, TOO_MANY_ACTIONS -> HttpStatus.UNPROCESSABLE_ENTITY;
            case QUOTA_REACHED -> HttpStatus.TOO_MANY_REQUESTS;
            case CONTENDED -> HttpStatus.SERVICE_UNAVAILABLE;
            case ALREADY_EXISTS,
                    NOT_UNIQUE,
                    STILL_REFERENCED,
                    CONDITION_NOT_MET,
                    SEQUENCE_EXHAUSTED,
                    SEVERAL_FOUND,
                    WRITTEN_TWICE -> HttpStatus.CONFLICT;
        };
    }

    private static ProblemDetail problem(HttpStatus status, String word, String detail, String advice) {
        ProblemDetail problem = ProblemDetail.forStatusAndDetail(status, (sentence(detail) + " " + advice).trim());
        problem.setType(URI.create("/problems/" + word));
        return problem;
    }

    private static String word(String rule) {
        return rule.toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static String sentence(String message) {
        String text = Character.toUpperCase(message.charAt(0)) + message.substring(1);
        return text.endsWith(".") ? text : text + ".";
    }
}
