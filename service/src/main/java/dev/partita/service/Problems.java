package dev.partita.service;

import dev.partita.access.AccessDenied;
import dev.partita.access.ItemHidden;
import dev.partita.access.TooManyTries;
import dev.partita.design.internal.text.Wording;
import dev.partita.plan.CallTimeout;
import dev.partita.plan.CollectionTooLarge;
import dev.partita.plan.EndpointException;
import dev.partita.plan.InvalidValues;
import dev.partita.plan.OutcomeUnknown;
import dev.partita.plan.Violation;
import dev.partita.plan.WriteRefused;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.RejectedExecutionException;
import software.amazon.awssdk.core.exception.ApiCallAttemptTimeoutException;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;
import software.amazon.awssdk.core.exception.SdkException;

/**
 * What went wrong, as a problem for the caller. Values never come along: a message of a plan may show what was given or what is
 * stored, and that may be a password.
 */
final class Problems {

    /** How many faults the sentence names; {@code errors} has all of them. */
    private static final int NAMED = 3;

    /** For refusals that pass by themselves in a moment. */
    private static final long SOON_SECONDS = 1;

    /** For what somebody has to put right first. */
    private static final long LATER_SECONDS = 10;

    private static final Set<String> THROTTLED = Set.of(
            "ProvisionedThroughputExceededException",
            "ThrottlingException",
            "RequestLimitExceeded",
            "ThrottledException",
            "TooManyRequestsException",
            "LimitExceededException");

    private static final Set<String> CREDENTIALS = Set.of(
            "AccessDeniedException",
            "ExpiredTokenException",
            "ExpiredToken",
            "IncompleteSignature",
            "IncompleteSignatureException",
            "InvalidSignatureException",
            "MissingAuthenticationToken",
            "MissingAuthenticationTokenException",
            "NotAuthorizedException",
            "UnrecognizedClientException");

    /** Of a request, or of one action of a transaction. */
    private static final Set<String> REFUSED_VALUES = Set.of(
            "ValidationException",
            "ValidationError",
            "ItemCollectionSizeLimitExceededException",
            "ItemCollectionSizeLimitExceeded");

    private static final Set<String> CONTENDED =
            Set.of("TransactionConflictException", "TransactionInProgressException", "TransactionCanceledException");

    private final Clock clock;

    Problems(Clock clock) {
        this.clock = clock;
    }

    /** @return null for what nobody foresaw: a fault of ours */
    Problem of(Throwable thrown) {
        Throwable cause = thrown;
        while (cause instanceof CompletionException && cause.getCause() != null) {
            cause = cause.getCause();
        }
        if (cause instanceof Refused refused) {
            return refused.problem();
        }
        if (cause instanceof InvalidValues invalid) {
            return invalid(invalid);
        }
        if (cause instanceof WriteRefused refused) {
            return refused(refused);
        }
        if (cause instanceof CollectionTooLarge large) {
            return Problem.of(ProblemKind.COLLECTION_TOO_LARGE, sentence(large.getMessage()));
        }
        if (cause instanceof AccessDenied denied) {
            return denied(denied);
        }
        if (cause instanceof ItemHidden hidden) {
            return Problem.of(ProblemKind.NOT_FOUND, "There is no " + hidden.entity() + " with these values.");
        }
        if (cause instanceof TooManyTries tries) {
            return Problem.of(ProblemKind.TOO_MANY_REQUESTS, sentence(tries.getMessage()))
                    .retryAfter(Math.max(1, tries.retryAfter().toSeconds()));
        }
        if (cause instanceof EndpointException refused) {
            return endpoint(refused);
        }
        if (cause instanceof CallTimeout
                || cause instanceof ApiCallTimeoutException
                || cause instanceof ApiCallAttemptTimeoutException) {
            return Problem.of(
                    ProblemKind.TIMED_OUT,
                    "The database took longer than the service waits. A read can be sent again; look before you repeat a"
                            + " write, it may have happened.");
        }
        if (cause instanceof OutcomeUnknown) {
            return Problem.of(
                    ProblemKind.OUTCOME_UNKNOWN,
                    "The database's answer was lost, and what is stored does not tell whether the write was done. Look before"
                            + " you send it again.");
        }
        if (cause instanceof SdkException failure) {
            return unreachable(failure);
        }
        if (cause instanceof RejectedExecutionException) {
            return overloaded();
        }
        return null;
    }

    static Problem overloaded() {
        return Problem.of(ProblemKind.OVERLOADED, "Too many requests wait already. Try again in a moment.")
                .retryAfter(SOON_SECONDS);
    }

    static Problem shuttingDown() {
        return Problem.of(
                        ProblemKind.SHUTTING_DOWN,
                        "The service finishes what it has begun and takes nothing new. Send the request again.")
                .retryAfter(LATER_SECONDS);
    }

    static Problem failed() {
        return Problem.of(
                ProblemKind.INTERNAL_ERROR,
                "This is a fault of the service. Its log has more, under the requestId of this answer.");
    }

    private static Problem invalid(InvalidValues invalid) {
        List<Problem.Fault> faults = new ArrayList<>();
        StringBuilder detail = new StringBuilder();
        for (Violation violation : invalid.violations()) {
            if (violation.entity().equals("page") && violation.attribute().equals("cursor")) {
                return Cursors.unusable("It is none that this list has given out.")
                        .problem();
            }
            if (faults.size() < NAMED) {
                detail.append(faults.isEmpty() ? "" : "; ")
                        .append(violation.attribute())
                        .append(' ')
                        .append(violation.message());
            }
            faults.add(new Problem.Fault(violation.attribute(), violation.rule(), violation.message()));
        }
        int more = faults.size() - NAMED;
        if (more > 0) {
            detail.append("; and ").append(more).append(" more");
        }
        return Problem.of(ProblemKind.INVALID_VALUES, detail.append('.').toString())
                .about(faults);
    }

    private Problem refused(WriteRefused refused) {
        String subject = refused.subject();
        return switch (refused.rule()) {
            case ALREADY_EXISTS -> {
                List<String> names = names(refused);
                yield Problem.of(
                                ProblemKind.ALREADY_EXISTS,
                                names.isEmpty()
                                        ? "The request writes one item twice."
                                        : "There is " + Wording.one(subject) + " with this "
                                                + String.join(" and ", names) + " already.")
                        .about(faults(names, "exists", "is taken"));
            }
            case NOT_UNIQUE ->
                Problem.of(ProblemKind.NOT_UNIQUE, sentence(refused.getMessage()))
                        .about(faults(names(refused), "unique", "is taken"));
            case NOT_FOUND -> Problem.of(ProblemKind.NOT_FOUND, "There is no such " + subject + ".");
            case QUOTA_REACHED -> quota(refused);
            case VERSION_CHANGED ->
                Problem.of(
                        ProblemKind.VERSION_CHANGED,
                        sentence(refused.getMessage()) + " Read it again and apply the change to what is there now.");
            case REFERENCE_MISSING -> {
                int point = subject.indexOf('.');
                if (point < 0) {
                    yield Problem.of(ProblemKind.REFERENCE_MISSING, sentence(refused.getMessage()));
                }
                // Of one attribute the message shows the value.
                List<String> names = List.of(subject.substring(point + 1));
                yield Problem.of(
                                ProblemKind.REFERENCE_MISSING, names.get(0) + " refers to something that is not there.")
                        .about(faults(names, "must-exist", "refers to something that is not there"));
            }
            case STILL_REFERENCED ->
                Problem.of(ProblemKind.STILL_REFERENCED, sentence(refused.getMessage()) + " Delete that one first.");
            case CONDITION_NOT_MET ->
                // A condition on one attribute was built from what is stored or given, and its message shows the value.
                Problem.of(
                        ProblemKind.CONDITION_NOT_MET,
                        subject.indexOf('.') < 0
                                ? sentence(refused.getMessage())
                                : "The item has another " + subject + " than the request asks for.");
            case SEQUENCE_EXHAUSTED ->
                Problem.of(ProblemKind.SEQUENCE_EXHAUSTED, sentence(subject + ": " + refused.getMessage()));
            case SEVERAL_FOUND -> Problem.of(ProblemKind.SEVERAL_FOUND, sentence(refused.getMessage()));
            case TOO_MANY_ACTIONS -> Problem.of(ProblemKind.TOO_MANY_ACTIONS, sentence(refused.getMessage()));
            case WRITTEN_TWICE ->
                Problem.of(
                        ProblemKind.WRITTEN_TWICE,
                        "Two parts of the request are about the same item. Send them one after the other.");
            case CONTENDED ->
                Problem.of(ProblemKind.CONTENDED, sentence(refused.getMessage()))
                        .retryAfter(SOON_SECONDS);
        };
    }

    private Problem quota(WriteRefused refused) {
        Long limit = refused.details().get("limit") instanceof Long most ? most : null;
        Instant resets = refused.details().get("resets") instanceof Instant time ? time : null;
        long seconds = resets == null
                ? 0
                : Math.max(
                        1,
                        Duration.between(clock.instant(), resets)
                                .plusMillis(999)
                                .toSeconds());
        return Problem.of(ProblemKind.QUOTA_REACHED, sentence(refused.getMessage()))
                .quota(limit, resets, seconds);
    }

    private static Problem denied(AccessDenied denied) {
        String detail = sentence(denied.getMessage());
        return switch (denied.reason()) {
            case UNAUTHENTICATED ->
                Problem.of(ProblemKind.NOT_SIGNED_IN, detail).with("WWW-Authenticate", denied.challenge());
            case FORBIDDEN -> Problem.of(ProblemKind.NOT_ALLOWED, detail);
            case UNAVAILABLE -> Problem.of(ProblemKind.KEYS_UNAVAILABLE, detail).retryAfter(LATER_SECONDS);
        };
    }

    private static Problem endpoint(EndpointException refused) {
        String code = refused.code();
        if (THROTTLED.contains(code)) {
            return Problem.of(
                            ProblemKind.THROTTLED,
                            "The database has no throughput left for this now. Try again, and wait longer each time.")
                    .retryAfter(SOON_SECONDS);
        }
        if (refused.isCancelled()) {
            for (EndpointException.Reason reason : refused.reasons()) {
                if (REFUSED_VALUES.contains(reason.code())) {
                    return tooLarge(String.valueOf(reason.message()));
                }
            }
        }
        if (CONTENDED.contains(code)) {
            return Problem.of(ProblemKind.CONTENDED, "Another request writes the same items at this moment. Try again.")
                    .retryAfter(SOON_SECONDS);
        }
        if (code.equals("ResourceNotFoundException") || code.equals("TableNotFoundException")) {
            return Problem.of(
                            ProblemKind.TABLES_MISSING,
                            "The tables of this design are not there. partita deploy creates them.")
                    .retryAfter(LATER_SECONDS);
        }
        if (CREDENTIALS.contains(code)) {
            return credentials();
        }
        if (REFUSED_VALUES.contains(code)) {
            return tooLarge(String.valueOf(refused.getMessage()));
        }
        return Problem.of(ProblemKind.DATABASE_UNREACHABLE, "The database failed to answer (" + code + "). Try again.")
                .retryAfter(SOON_SECONDS);
    }

    /** Plans check what they send; what the database still refuses is beyond a limit of its own. Its words may show keys. */
    private static Problem tooLarge(String message) {
        String lower = message.toLowerCase(Locale.ROOT);
        if (lower.contains("nesting")) {
            return Problem.of(ProblemKind.ITEM_TOO_LARGE, "A value is nested deeper than 32 levels.");
        }
        if (lower.contains("size") || lower.contains("exceeded")) {
            return Problem.of(
                    ProblemKind.ITEM_TOO_LARGE,
                    "The item would be larger than the database takes: 400 KB, and 2 KB or 1 KB for keys.");
        }
        return Problem.of(ProblemKind.INVALID_VALUES, "The database does not take these values.");
    }

    private static Problem unreachable(SdkException failure) {
        String message = String.valueOf(failure.getMessage()).toLowerCase(Locale.ROOT);
        if (message.contains("credentials") || message.contains("security token")) {
            return credentials();
        }
        return Problem.of(
                        ProblemKind.DATABASE_UNREACHABLE,
                        "The database does not answer. A read can be sent again; look before you repeat a write, it may have"
                                + " happened.")
                .retryAfter(LATER_SECONDS);
    }

    private static Problem credentials() {
        return Problem.of(
                        ProblemKind.DATABASE_REFUSED,
                        "The database does not accept the service's own credentials. Whoever runs the service has to correct"
                                + " them.")
                .retryAfter(LATER_SECONDS);
    }

    private static List<String> names(WriteRefused refused) {
        return refused.details().keySet().stream().sorted().toList();
    }

    private static List<Problem.Fault> faults(List<String> names, String rule, String detail) {
        return names.stream().map(name -> new Problem.Fault(name, rule, detail)).toList();
    }

    /** With a capital at the beginning and a full stop at the end. */
    static String sentence(String message) {
        if (message == null || message.isEmpty()) {
            return "";
        }
        String text = Character.toUpperCase(message.charAt(0)) + message.substring(1);
        return text.endsWith(".") ? text : text + ".";
    }
}
