package dev.partita.service;

import dev.partita.access.Caller;
import dev.partita.access.Decision;
import dev.partita.design.model.Pattern.Verb;
import dev.partita.http.HttpAnswer;
import dev.partita.http.HttpRequest;
import dev.partita.plan.Result;
import dev.partita.plan.WriteRefused;
import dev.partita.plan.Written;
import dev.partita.plan.internal.key.Argument;
import dev.partita.rest.Route;
import dev.partita.rest.Routes;
import dev.partita.runtime.Consumed;
import dev.partita.runtime.Cursor;
import dev.partita.runtime.Database;
import dev.partita.runtime.PageRequest;
import dev.partita.runtime.Write;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** One request for a pattern, from its arguments to its answer. It belongs to one thread at a time. */
final class PatternCall {

    static final String JSON = "application/json";

    private final Service service;
    private final ServedDesign site;
    private final RouteOperation operation;
    private final List<String> path;
    private final HttpRequest request;
    private final String requestId;
    private Caller caller;
    private Preferences preferences;
    private int requests;
    private double readUnits;
    private double writeUnits;
    private boolean leavesOut;

    PatternCall(
            Service service,
            ServedDesign site,
            RouteOperation operation,
            List<String> path,
            HttpRequest request,
            String requestId) {
        this.service = service;
        this.site = site;
        this.operation = operation;
        this.path = path;
        this.request = request;
        this.requestId = requestId;
    }

    RouteOperation operation() {
        return operation;
    }

    ServedDesign site() {
        return site;
    }

    /** Null until it is known. */
    Caller caller() {
        return caller;
    }

    String requestId() {
        return requestId;
    }

    double readUnits() {
        return readUnits;
    }

    double writeUnits() {
        return writeUnits;
    }

    /** Does it. What goes wrong is thrown. */
    HttpAnswer answer() {
        caller = service.caller(request, site);
        site.access().requireSignedIn(caller, operation.pattern());
        preferences = Preferences.of(request.header("Prefer"));
        Route route = operation.route();
        RequestArguments given = RequestArguments.of(
                route,
                site.database().plans(),
                operation.isPaged(),
                path,
                request.query(),
                request.body(),
                request.body().length == 0 ? null : request.header("Content-Type"));
        return operation.writes() ? written(given) : read(given);
    }

    private HttpAnswer read(RequestArguments given) {
        String accept = request.header("Accept");
        Accept form =
                operation.hasLines() ? Accept.of(accept, Accept.JSON, Accept.LINES) : Accept.of(accept, Accept.JSON);
        if (form == Accept.NONE) {
            throw notAcceptable();
        }
        Decision decision = site.access().decide(caller, operation.pattern(), given.values());
        leavesOut = decision.isConditional();
        String cursor = given.cursor() == null
                ? null
                : service.cursors()
                        .open(site.name(), operation.pattern().name(), list(decision.arguments()), given.cursor());
        if (form == Accept.LINES) {
            return lines(decision, given.limit(), cursor);
        }
        Result result = page(decision, given.limit(), cursor);
        AnswerOut shape = operation.answer();
        if (!shape.isThere(result)) {
            throw notFound();
        }
        return found(result, decision);
    }

    /** One page of a read, as far as the caller may see it: where items of others are left out, more are read in their place. */
    Result page(Decision decision, Integer limit, String cursor) {
        String pattern = operation.pattern().name();
        PageRequest page = limit == null && cursor == null
                ? PageRequest.first()
                : new PageRequest(limit, cursor == null ? null : Cursor.of(cursor));
        if (operation.isCached() && (!decision.isConditional() || operation.isUnlimited())) {
            // An answer that was kept says what it took back then; only the database knows what it takes now.
            Database counting = site.database().with(site.options().consumed(this::consumed));
            // What is kept is for everybody, and judged for each.
            return site.access().requireOwned(decision, counting.read(pattern, decision.arguments(), page));
        }
        Result result = site.reading()
                .read(pattern, decision.arguments(), page, site.access().sight(decision));
        requests += result.requests();
        readUnits += result.units();
        return result;
    }

    private HttpAnswer found(Result result, Decision decision) {
        String next = operation.isPaged() && result.cursor() != null ? nextLink(decision, result.cursor()) : null;
        AnswerJson out = AnswerJson.start();
        operation
                .answer()
                .write(
                        out,
                        result,
                        (pattern, cursor) -> pattern.equals(operation.pattern().name())
                                ? next
                                : partLink(pattern, decision, cursor));
        String tag = tag(result, out);
        String wanted = request.header("If-None-Match");
        if (wanted != null && Etag.isAmong(wanted, tag)) {
            return finished(HttpAnswer.empty(304).with("ETag", tag), false);
        }
        String expected = request.header("If-Match");
        if (expected != null && !Etag.isAmong(expected, tag)) {
            throw Problem.of(
                            ProblemKind.VERSION_CHANGED,
                            "What is there now has another ETag than If-Match names. Read it without If-Match.")
                    .refused();
        }
        HttpAnswer answer = HttpAnswer.of(200, JSON, out.toByteArray()).with("ETag", tag);
        if (next != null) {
            answer = answer.with("Link", "<" + next + ">; rel=\"next\"");
        }
        return finished(answer, false);
    }

    /** A hash of what is answered, with the version of one item that has one. */
    private String tag(Result result, AnswerJson out) {
        if (operation.version() != null && operation.pattern().verb() == Verb.GET) {
            Result.Found one = result.one();
            if (one != null
                    && one.entity().equals(operation.entity())
                    && one.values().get(operation.version()) instanceof Long version) {
                return versioned(version, one.values(), out);
            }
        }
        return Etag.ofBytes(out.buffer(), out.length());
    }

    private String versioned(long version, Map<String, Object> values, AnswerJson out) {
        Instant made =
                operation.made() != null && values.get(operation.made()) instanceof Instant moment ? moment : null;
        return Etag.ofVersion(version, made, out.buffer(), out.length());
    }

    /** What a cursor is bound to: a list is another one for each caller, who see different items of it. */
    private Map<String, Object> list(Map<String, Object> arguments) {
        Map<String, Object> list = new LinkedHashMap<>(arguments);
        list.put(" me", caller.subject());
        return list;
    }

    private String nextLink(Decision decision, String cursor) {
        String sealed =
                service.cursors().seal(site.name(), operation.pattern().name(), list(decision.arguments()), cursor);
        return request.path() + "?" + Parameters.withCursor(request.query(), sealed);
    }

    /** A list that is a part of this answer goes on by itself, at its own route. */
    private String partLink(String pattern, Decision decision, String cursor) {
        Map<String, Object> own = new LinkedHashMap<>();
        StringBuilder link = new StringBuilder(site.routes().base())
                .append('/')
                .append(Routes.PATTERNS)
                .append('/')
                .append(pattern)
                .append('?');
        for (Argument argument : site.database().plans().plan(pattern).arguments()) {
            Object value = decision.arguments().get(argument.name());
            if (value != null) {
                own.put(argument.name(), value);
                // Each element of a list is a parameter of its own.
                for (Object one : value instanceof Collection<?> all ? all : List.of(value)) {
                    Parameters.encode(argument.name(), link);
                    link.append('=');
                    Parameters.encode(one.toString(), link);
                    link.append('&');
                }
            }
        }
        return link.append("cursor=")
                .append(service.cursors().seal(site.name(), pattern, list(own), cursor))
                .toString();
    }

    private HttpAnswer lines(Decision decision, Integer limit, String cursor) {
        // The first page before the answer begins, so that a refusal still has its status.
        Result first = page(decision, limit, cursor);
        // What all of it takes nobody knows before its end, so no header says it.
        return HttpAnswer.stream(200, ItemLines.TYPE, new ItemLines(this, service, decision, limit, first));
    }

    private HttpAnswer written(RequestArguments given) {
        if (Accept.of(request.header("Accept"), Accept.JSON) == Accept.NONE) {
            throw notAcceptable();
        }
        Map<String, Object> arguments = withVersion(given.values());
        Decision decision = site.access().decide(caller, operation.pattern(), arguments);
        site.access().requirePatience(caller, decision, request.peer());
        Database database = site.database().with(site.options().consumed(this::consumed));
        if (caller.subject() != null) {
            database = database.as(caller.subject());
        }
        Write<Written> write = database.write(operation.pattern().name(), decision.arguments());
        String header = request.header("If-Match");
        Etag.Expected expected = header == null ? null : Etag.expected(header);
        if (expected == null) {
            return done(decision, site.access().guard(decision, write).run());
        }
        if (expected.version() < 0) {
            return done(
                    decision, site.access().guard(decision, write.replacing()).run());
        }
        // An item that was made anew has the same versions as the one before it.
        boolean isOfOneMaking = expected.made() != null
                && operation.made() != null
                && operation.pattern().verb() != Verb.PUT;
        try {
            return done(
                    decision,
                    site.access()
                            .guard(decision, isOfOneMaking ? write.when(operation.made(), expected.made()) : write)
                            .run());
        } catch (WriteRefused e) {
            if (isOfOneMaking
                    && e.rule() == WriteRefused.Rule.CONDITION_NOT_MET
                    && e.subject().equals(operation.entity() + "." + operation.made())) {
                throw Problem.of(
                                ProblemKind.VERSION_CHANGED,
                                "The item that If-Match names is gone, and another has its place. Read it again.")
                        .refused();
            }
            throw e;
        }
    }

    private HttpAnswer done(Decision decision, Written all) {
        Written written = site.access().shown(decision, all);
        Verb verb = operation.pattern().verb();
        boolean isNew = written.outcome() == Written.Outcome.CREATED
                && operation.pattern().makes();
        boolean isBare = verb == Verb.DELETE || preferences.minimal();
        HttpAnswer answer;
        AnswerJson out = AnswerJson.start();
        if (verb != Verb.DELETE) {
            operation.answer().write(out, written);
        }
        if (isBare) {
            answer = HttpAnswer.empty(isNew ? 201 : 204);
        } else {
            answer = HttpAnswer.of(isNew ? 201 : 200, JSON, out.toByteArray());
        }
        if (verb != Verb.DELETE && verb != Verb.TRANSACT) {
            String tag =
                    operation.version() != null && written.values().get(operation.version()) instanceof Long version
                            ? versioned(version, written.values(), out)
                            : operation.pattern().with() == null ? Etag.ofBytes(out.buffer(), out.length()) : null;
            if (tag != null) {
                answer = answer.with("ETag", tag);
            }
        }
        if (verb != Verb.DELETE && verb != Verb.TRANSACT) {
            // A write may find that what it was given is stored already, which no status says.
            answer = answer.with("Partita-Outcome", written.outcome().name().toLowerCase(Locale.ROOT));
        }
        if (isNew) {
            String location = Locations.of(site.routes(), operation.entity(), written.values());
            if (location != null) {
                answer = answer.with("Location", location);
            }
        }
        return finished(answer, preferences.minimal());
    }

    /** The version that {@code If-Match} asks for becomes an argument, so that it is compared in the write itself. */
    private Map<String, Object> withVersion(Map<String, Object> arguments) {
        if (request.header("If-None-Match") != null) {
            throw Problem.of(
                            ProblemKind.UNSUPPORTED_CONDITION,
                            "If-None-Match is for reads. To write only what is not there yet, use a pattern that creates.")
                    .refused();
        }
        String header = request.header("If-Match");
        if (header == null) {
            return arguments;
        }
        if (!operation.comparesVersion()) {
            throw Problem.of(
                            ProblemKind.UNSUPPORTED_CONDITION,
                            operation.version() == null
                                    ? (operation.entity() == null ? "This pattern" : operation.entity())
                                            + " has no version, so If-Match cannot be checked. Send the request without it, or"
                                            + " give the entity a version: in the design."
                                    : "If-Match cannot be checked here: "
                                            + operation.pattern().name()
                                            + " makes a new item. Send the request without it.")
                    .refused();
        }
        long version = Etag.expected(header).version();
        if (version < 0) {
            return arguments;
        }
        Map<String, Object> changed = new LinkedHashMap<>(arguments);
        Object given = changed.put(operation.version(), version);
        if (given != null && !given.toString().equals(Long.toString(version))) {
            throw Refused.unreadable(
                    "If-Match and the argument " + operation.version() + " name different versions; leave one out.");
        }
        return changed;
    }

    private HttpAnswer finished(HttpAnswer answer, boolean isMinimal) {
        // What was read and left out is not the caller's, and its units would tell that it is there, and how large.
        boolean isTold = preferences.units() && !leavesOut;
        HttpAnswer finished = answer;
        if (isMinimal || isTold) {
            finished = finished.with(
                    "Preference-Applied",
                    isMinimal && isTold
                            ? "return=minimal, consumed-units"
                            : isMinimal ? "return=minimal" : "consumed-units");
        }
        return isTold
                ? finished.with(
                        "Partita-Consumed",
                        "requests=" + requests + ", read=" + units(readUnits) + ", write=" + units(writeUnits))
                : finished;
    }

    private void consumed(Consumed consumed) {
        requests += consumed.requests();
        readUnits += consumed.readUnits();
        writeUnits += consumed.writeUnits();
    }

    /** {@code 0.5}, but {@code 1} without a fraction. */
    private static String units(double units) {
        return units == Math.rint(units) ? Long.toString((long) units) : Double.toString(units);
    }

    private Refused notFound() {
        String what = operation.entity() == null ? "item" : operation.entity();
        return Problem.of(ProblemKind.NOT_FOUND, "There is no " + what + " with these values.")
                .refused();
    }

    private Refused notAcceptable() {
        return Problem.of(
                        ProblemKind.NOT_ACCEPTABLE,
                        "The answer is application/json"
                                + (operation.hasLines() ? " or application/x-ndjson" : "")
                                + "; Accept has to name it.")
                .refused();
    }
}
