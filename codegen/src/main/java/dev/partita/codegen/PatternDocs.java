package dev.partita.codegen;

import dev.partita.design.internal.text.Wording;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Pattern;
import dev.partita.design.model.Template;
import dev.partita.plan.internal.key.Arguments;
import dev.partita.plan.internal.key.Target;
import dev.partita.plan.internal.read.Estimate;
import dev.partita.plan.internal.read.Plan;
import dev.partita.plan.internal.read.ReadPlan;
import dev.partita.plan.internal.read.Step;
import dev.partita.plan.internal.write.WritePlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What the Javadoc of generated methods says of a pattern: what it is for, what it costs, which requirement it meets. */
final class PatternDocs {

    private PatternDocs() {}

    /** Paragraphs of Javadoc. */
    static List<String> of(Plan plan, Entity entity) {
        Pattern pattern = plan.pattern();
        List<String> paragraphs = new ArrayList<>();
        paragraphs.add(summary(pattern, entity));
        paragraphs.add(cost(plan) + cached(pattern) + ids(pattern));
        return paragraphs;
    }

    /** The first sentence: what the design says of the pattern, or what follows from its verb. */
    static String summary(Pattern pattern, Entity entity) {
        if (pattern.about() != null && !pattern.about().isBlank()) {
            return JavaFile.doc(pattern.about());
        }
        return JavaFile.doc(said(pattern, entity));
    }

    /** {@code 1 Query of GSI1, 7.5 read units}. */
    static String cost(Plan plan) {
        return JavaFile.doc(plan instanceof ReadPlan read ? cost(read) : cost((WritePlan) plan)) + ".";
    }

    private static String said(Pattern pattern, Entity entity) {
        String name = entity == null ? "" : entity.name();
        String by = by(pattern, " by ");
        String with = by(pattern, " with this ");
        return switch (pattern.verb()) {
            case GET -> "Finds the " + name + with + ".";
            case READ -> "Reads " + and(pattern.entities()) + with + ".";
            case LIST -> "Lists " + name + by + ordered(pattern) + ".";
            case COUNT -> "Counts " + name + by + ".";
            case SEARCH -> "Looks for words in the " + pattern.searchOn() + " of " + name + ".";
            case SCAN -> "Looks at every " + name + ".";
            case GATHER -> "Gathers " + and(pattern.entities()) + ".";
            case CREATE -> "Makes a new " + name + "; never replaces one.";
            case PUT -> "Makes " + Wording.one(name) + " or replaces it.";
            case UPDATE ->
                "Changes the " + name + with
                        + (pattern.orCreate() ? ", or makes it where there is none." : ", which must exist.");
            case DELETE ->
                entity != null && entity.softDelete() != null && !pattern.hard()
                        ? "Marks the " + name + with + " as deleted."
                        : "Deletes the " + name + with + ".";
            case RESTORE -> "Brings back the " + name + with + ", which was marked as deleted.";
            case TRANSACT -> "Does " + and(pattern.entities()) + ", all or none.";
        };
    }

    private static String by(Pattern pattern, String word) {
        List<String> names = new ArrayList<>();
        for (Template.Variable variable : pattern.by()) {
            if (!pattern.isEach(variable.attribute())) {
                names.add(variable.attribute());
            } else if (pattern.each().isGiven()) {
                names.add(Arguments.plural(variable));
            }
        }
        return names.isEmpty() ? "" : word + and(names);
    }

    private static String ordered(Pattern pattern) {
        return pattern.order() == null ? "" : ", " + pattern.order().text().replace('-', ' ');
    }

    private static String cost(ReadPlan plan) {
        String units = units(plan.units(), "read unit");
        if (plan.steps().size() == 1 && plan.steps().get(0) instanceof Step.Gather gather) {
            return "Calls " + and(gather.patterns()) + ": " + requests(plan.estimate()) + ", " + units;
        }
        if (plan.steps().size() == 1 && plan.estimate().requests().equals("1")) {
            return "1 " + step(plan.steps().get(0)) + ", " + units;
        }
        List<String> steps = plan.steps().stream().map(PatternDocs::step).toList();
        return String.join(", then ", steps) + ": " + requests(plan.estimate()) + ", " + units;
    }

    private static String cost(WritePlan plan) {
        return plan.requests()
                + ": "
                + units(plan.writeUnits(), "write unit")
                + (plan.estimate().units() == 0
                        ? ""
                        : ", " + units(plan.estimate().units(), "read unit"));
    }

    private static String requests(Estimate estimate) {
        return estimate.requests() + (estimate.requests().equals("1") ? " request" : " requests");
    }

    private static String step(Step step) {
        if (step instanceof Step.Then then) {
            return "the pattern " + then.pattern();
        }
        Target target = step.target();
        // A lock's word says what is asked.
        if (target == null || step instanceof Step.Lock) {
            return step.word();
        }
        return step.word() + " of "
                + (target.isTable() ? target.table().id() : target.index().name());
    }

    private static String cached(Pattern pattern) {
        if (pattern.cacheSeconds() == null) {
            return "";
        }
        long seconds = pattern.cacheSeconds();
        String time = seconds % 86_400 == 0
                ? count(seconds / 86_400, "day")
                : seconds % 3600 == 0
                        ? count(seconds / 3600, "hour")
                        : seconds % 60 == 0 ? count(seconds / 60, "minute") : count(seconds, "second");
        return " Cached for " + time + " where there is a cache.";
    }

    private static String ids(Pattern pattern) {
        return pattern.ids().isEmpty() ? "" : " Requirement " + JavaFile.doc(String.join(", ", pattern.ids())) + ".";
    }

    private static String units(double units, String word) {
        String number =
                units == Math.rint(units) ? String.valueOf((long) units) : String.format(Locale.ROOT, "%s", units);
        return number + " " + word + (units == 1 ? "" : "s");
    }

    private static String count(long number, String word) {
        return number + " " + word + (number == 1 ? "" : "s");
    }

    static String and(List<String> names) {
        int last = names.size() - 1;
        return last < 1
                ? String.join("", names)
                : String.join(", ", names.subList(0, last)) + " and " + names.get(last);
    }
}
