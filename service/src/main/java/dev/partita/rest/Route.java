package dev.partita.rest;

import dev.partita.access.Access;
import dev.partita.design.model.Pattern;
import dev.partita.plan.internal.key.Argument;
import dev.partita.plan.internal.read.Plan;
import dev.partita.plan.internal.read.ReadPlan;
import dev.partita.plan.internal.read.Step;
import dev.partita.plan.run.Plans;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * One way to call a pattern over HTTP.
 *
 * @param method GET, POST, PUT, PATCH or DELETE; a HEAD is answered by the GET
 * @param path with the design before it: {@code /api/url-checks/users/{userId}}
 * @param inputs where each argument of the pattern stands in the request, in the pattern's order
 * @param variables the arguments in the path, in the path's order
 */
public record Route(String method, String path, Plan plan, Kind kind, List<Input> inputs, List<String> variables) {

    /** How many items a page can be asked for, at most. */
    public static final int MOST_ITEMS = 10_000;

    /** How a route came to be. */
    public enum Kind {
        /** {@code /patterns/<name>}: every pattern has one, whatever else the design holds. */
        PATTERN,
        /** Made by rule from what the pattern does to which entity. */
        RESOURCE,
        /** Stated in the design file by {@code route:}. */
        STATED
    }

    /** The part of a request that an argument is taken from. */
    public enum From {
        PATH,
        QUERY,
        BODY
    }

    /**
     * Where one argument stands.
     *
     * @param isOwner whether it names the owner, and is who calls where it is left out
     */
    public record Input(Argument argument, From from, boolean isOwner) {

        /** Whether a request without it is refused. */
        public boolean isRequired() {
            return from == From.PATH || argument.required() && !isOwner && !mayBeNone();
        }

        /** Whether it is a list of values that a query without its name gives none of: an empty list has no other spelling there. */
        public boolean mayBeNone() {
            return from == From.QUERY && argument.element() != null;
        }

        public String name() {
            return argument.name();
        }
    }

    public Route {
        inputs = List.copyOf(inputs);
        variables = List.copyOf(variables);
    }

    /** A route for a pattern: its path's arguments are in the path, the others in the query or the body, as the method has it. */
    static Route of(String method, String path, Plans plans, Pattern pattern, Kind kind) {
        Plan plan = plans.plan(pattern.name());
        Set<String> owner = Access.leftOut(plans, pattern);
        List<String> variables = variables(path);
        From rest = method.equals("GET") || method.equals("DELETE") ? From.QUERY : From.BODY;
        List<Input> inputs = new ArrayList<>();
        for (Argument argument : plan.arguments()) {
            inputs.add(new Input(
                    argument, variables.contains(argument.name()) ? From.PATH : rest, owner.contains(argument.name())));
        }
        return new Route(method, path, plan, kind, inputs, variables);
    }

    public Pattern pattern() {
        return plan.pattern();
    }

    /** Whether it takes {@code limit} and {@code cursor} and answers page by page. */
    public boolean isPaged() {
        if (!(plan instanceof ReadPlan read)) {
            return false;
        }
        ReadPlan last = last(read);
        return hasLines()
                || last.pattern().verb() == Pattern.Verb.READ && last.pattern().page() != null;
    }

    /** Whether it goes back day by day, so that an answer may say how far. */
    boolean walks() {
        return plan instanceof ReadPlan read
                && AnswerShape.of(read) instanceof AnswerShape.Page
                && last(read).pattern().walkSeconds() != null;
    }

    private static ReadPlan last(ReadPlan read) {
        ReadPlan last = read;
        while (last.steps().get(last.steps().size() - 1) instanceof Step.Then then) {
            last = then.plan();
        }
        return last;
    }

    /** Whether its items can be had as lines, all pages of them. */
    public boolean hasLines() {
        return plan instanceof ReadPlan read && AnswerShape.of(read) instanceof AnswerShape.Page;
    }

    /** Whether a write by it compares the version that it is given: {@code version} is the attribute that counts them, or null. */
    public boolean compares(String version) {
        return version != null
                && pattern().verb().writes()
                && inputs.stream().anyMatch(input -> input.name().equals(version));
    }

    public List<Input> from(From from) {
        return inputs.stream().filter(input -> input.from() == from).toList();
    }

    /** {@code GET /api/url-checks/users/{userId}}. */
    @Override
    public String toString() {
        return method + " " + path;
    }

    /** The names between the braces of a template. */
    static List<String> variables(String path) {
        List<String> names = new ArrayList<>();
        for (int open = path.indexOf('{'); open >= 0; open = path.indexOf('{', open + 1)) {
            names.add(path.substring(open + 1, path.indexOf('}', open)));
        }
        return names;
    }
}
