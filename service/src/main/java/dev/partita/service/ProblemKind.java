package dev.partita.service;

import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What can be wrong with a request or with answering it: its name in {@code /problems/…}, its status, and what to do about it. */
enum ProblemKind {
    UNREADABLE_REQUEST(400, "The request cannot be read", """
            A part of the request is not what it has to be: the body is not JSON, a parameter is not percent-encoded as it
            should be, a header has a form nobody knows. `detail` says which part and where. The same request will fail again;
            correct it first."""),
    UNUSABLE_CURSOR(400, "The cursor cannot be used", """
            A cursor belongs to the list that gave it out: the same pattern, the same arguments, the same service. It cannot be
            built or changed by hand, and it ends with the service's secret. Follow the `next` link as it is, or leave `cursor`
            out to begin at the first page."""),
    UNSUPPORTED_CONDITION(400, "The condition cannot be checked", """
            `If-Match` is checked against the version of an item, in the same request that writes it. Entities without
            `version:` in the design have none, and neither has an item that is about to be created. A condition that cannot be
            checked is refused, since leaving it out could overwrite what somebody else wrote. Send the request without it."""),
    NOT_SIGNED_IN(401, "Who calls is not known", """
            The pattern is not for everybody, and the request has no token, or one that is not believed. Send
            `Authorization: Bearer <token>` with a token that is valid now and meant for this service."""),
    NOT_ALLOWED(403, "The caller may not do this", """
            It is known who calls, and the design does not allow this pattern to them: see `allow:` and `roles:` in the design.
            Another token may; the same one will not until its rights change."""),
    FOREIGN_ORIGIN(403, "The page may not call this service", """
            The request comes from a web page of another origin, and the service does not know it. Start the service with
            that origin among its allowed ones."""),
    NOT_FOUND(404, "There is no such item", """
            Nothing has these identifying values, or the caller may not know of it. Items that are marked as deleted and items
            whose time is over count as gone."""),
    NO_SUCH_ROUTE(404, "There is nothing at this address", """
            No route of a loaded design has this path. `/api` lists the designs, `/api/<design>` the routes of one, and
            `/api/<design>/docs` shows them with examples."""),
    METHOD_NOT_ALLOWED(405, "The address does not know this method", """
            The path exists, but not with this method. The header `Allow` lists the methods it knows."""),
    NOT_ACCEPTABLE(406, "The answer cannot be had in this form", """
            Answers are `application/json`; lists can be had as `application/x-ndjson`, too. Send one of these in `Accept`, or
            `*/*`, or no `Accept` at all."""),
    TOO_SLOW(408, "The request did not arrive in time", """
            The header or the body of the request came too slowly, and the connection was given up. Send it again."""),
    ALREADY_EXISTS(409, "There is such an item already", """
            A create never overwrites. Choose other identifying values, or change the item that is there."""),
    NOT_UNIQUE(409, "A value is taken", """
            The design says that no two items share this value, and another item has it. `errors` names the attributes."""),
    STILL_REFERENCED(409, "Other items refer to it", """
            The design does not let an item go while others refer to it. Delete those first."""),
    CONDITION_NOT_MET(409, "The item is not in the state for this", """
            The pattern is only for items in a certain state (`when:` or `requires:` in the design), and this one is in another.
            Read the item to see it as it is."""),
    COLLECTION_TOO_LARGE(409, "There is too much for one answer", """
            The pattern answers a whole collection at once, and this one has grown past 16 MB. The same request will fail
            again. Read its parts by patterns that list them page by page; or give the pattern `page:` in the design, and its
            answer has a `next` link, too."""),
    SEVERAL_FOUND(409, "More than one item was found", """
            The pattern writes one item, and the given values find several. Use a pattern that names the item by its key."""),
    WRITTEN_TWICE(409, "One request would write an item twice", """
            The parts of one transaction must be about different items. Send them as separate requests."""),
    SEQUENCE_EXHAUSTED(409, "No numbers are left", """
            Items of this kind are numbered, and the design's highest number is given out."""),
    VERSION_CHANGED(412, "The item has changed since it was read", """
            Somebody else wrote the item after the version that was given in `If-Match` or as an argument. Read it again, apply
            the change to what is there now, and send it with the new `ETag`."""),
    BODY_TOO_LARGE(413, "The request is too large", """
            A body, or what a gzip body unpacks to, is longer than the service takes. Send less at once."""),
    UNSUPPORTED_MEDIA_TYPE(415, "The body has a type that is not taken", """
            Bodies are JSON: send `Content-Type: application/json`, in UTF-8."""),
    UNKNOWN_EXPECTATION(417, "The expectation is not known", """
            The only expectation that a request may have is `Expect: 100-continue`."""),
    FOREIGN_HOST(421, "The service does not go by this name", """
            The header `Host` names somebody else. That is refused, since a web page could otherwise reach the service by a
            name of its own. Use localhost or an address, or start the service with this name among its allowed ones."""),
    INVALID_VALUES(422, "Values break rules of the design", """
            The request was understood, but values in it are missing, unknown, of another type or outside of what the design
            allows. `errors` names each attribute, the rule and what is expected. Nothing was written."""),
    REFERENCE_MISSING(422, "It refers to something that is not there", """
            The design asks that the item this one refers to exists, and it does not. Create that one first, or correct the
            reference. Nothing was written."""),
    TOO_MANY_ACTIONS(422, "The write is too large for one transaction", """
            A write happens as a whole or not at all, and a transaction of the database takes only so many items. Send fewer at
            once. Nothing was written."""),
    ITEM_TOO_LARGE(422, "The item is too large", """
            An item of DynamoDB has 400 KB at most, names included, and values may be nested 32 levels deep. Nothing was
            written."""),
    QUOTA_REACHED(429, "The quota is used up", """
            The design allows only so many of these: `limit` says how many, and `resetAt`, where there is one, when it begins
            anew; `Retry-After` has the same in seconds. Nothing was written."""),
    TOO_MANY_REQUESTS(429, "Too many attempts", """
            There were too many attempts of this kind in a short time. Wait as long as `Retry-After` says."""),
    INTERNAL_ERROR(500, "The service has failed", """
            This is a fault of the service, not of the request. Its log has more, under the `requestId` of the answer."""),
    THROTTLED(503, "The database has too much to do", """
            The database refused for its throughput. Try again after `Retry-After`, and wait longer after every further
            refusal. Nothing was written."""),
    CONTENDED(503, "Too many write the same item", """
            Several requests changed the same item at the same time, and this one lost every try. Send it again."""),
    TABLES_MISSING(503, "The tables are not there", """
            The database has no tables for this design yet, or they are still being made. `partita deploy` creates them."""),
    DATABASE_UNREACHABLE(503, "The database cannot be reached", """
            The service runs, but its database does not answer. A read can simply be sent again. A write may have happened:
            look before sending it again."""),
    DATABASE_REFUSED(503, "The database refuses the service", """
            The service's own credentials are missing, expired or not allowed to do this. Whoever runs the service has to
            correct them; its log has more, under the `requestId` of the answer."""),
    OVERLOADED(503, "The service has too much to do", """
            More requests wait than the service can hold. Try again after `Retry-After`. Nothing was written."""),
    SHUTTING_DOWN(503, "The service is shutting down", """
            It finishes what it has begun and takes nothing new. Send the request again: another instance, or this one once it
            is back, answers it. Nothing was written."""),
    KEYS_UNAVAILABLE(503, "Tokens cannot be checked now", """
            The keys that tokens are checked with come from another server, which does not answer. Try again."""),
    OUTCOME_UNKNOWN(504, "Whether it was written is not known", """
            The connection to the database broke before it answered, and what is stored does not tell whether the write was
            done. It was done once or not at all. Look before sending it again."""),
    TIMED_OUT(504, "The database took too long", """
            The call was given up. A read can simply be sent again. A write may have happened: look before sending it
            again.""");

    /** By the name in the address. */
    static final Map<String, ProblemKind> BY_NAME =
            Stream.of(values()).collect(Collectors.toUnmodifiableMap(ProblemKind::word, Function.identity()));

    private final int status;
    private final String title;
    private final String explanation;
    private final String word;

    ProblemKind(int status, String title, String explanation) {
        this.status = status;
        this.title = title;
        this.explanation = explanation;
        this.word = name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    int status() {
        return status;
    }

    String title() {
        return title;
    }

    /** {@code not-found}. */
    String word() {
        return word;
    }

    /** The page at the address that {@code type} names. */
    String page() {
        return title + " (" + status + ")\n\n" + explanation + "\n";
    }
}
