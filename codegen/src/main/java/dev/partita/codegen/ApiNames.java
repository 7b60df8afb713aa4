package dev.partita.codegen;

import dev.partita.design.Design;
import dev.partita.design.model.Attribute;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Pattern;
import dev.partita.plan.internal.compile.Compiled;
import dev.partita.plan.internal.read.Plan;
import dev.partita.plan.internal.read.ReadPlan;
import dev.partita.plan.internal.read.Step;
import dev.partita.plan.internal.write.WritePlan;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The names that a design's class and its writes share: a method for each pattern, a class for each write with choices. */
final class ApiNames {

    /** What the class of the design has itself, and what every object has. */
    private static final List<String> OWN = Arrays.asList(
            ("as async batch database on with clone equals finalize getClass hashCode notify notifyAll toString wait")
                    .split(" "));

    private static final int LINE = 110;
    private static final String STREAMED = ".map(result";

    private final Scope scope;
    private final PatternRecords records;
    private final Map<String, String> methods = new LinkedHashMap<>();
    private final Map<String, String> pages = new LinkedHashMap<>();
    private final Map<String, String> builders = new LinkedHashMap<>();
    private final Map<String, String> children = new LinkedHashMap<>();
    private final String async;
    private final String batch;
    private final String keys;

    ApiNames(Scope scope) {
        this.scope = scope;
        this.records = scope.vocabulary().records();
        ClassNames vocabulary = scope.vocabulary();
        this.async = vocabulary.claim(vocabulary.client() + "Async", "Calls");
        this.batch = vocabulary.claim(vocabulary.client() + "Batch", "Calls");
        this.keys = vocabulary.claim(vocabulary.client() + "Keys", "OfItems");
        Set<String> taken = new HashSet<>(OWN);
        for (Plan plan : compiled().plans().values()) {
            name(plan.pattern(), taken);
        }
        compiled()
                .plans()
                .keySet()
                .forEach(name -> pages.put(name, JavaNames.unused(methods.get(name) + "Pages", "", taken)));
        for (Plan plan : compiled().plans().values()) {
            Pattern pattern = plan.pattern();
            if (plan instanceof WritePlan) {
                builders.put(pattern.name(), vocabulary.claim(JavaNames.type(pattern.name()), "Write"));
            }
            if (pattern.with() != null) {
                children.computeIfAbsent(
                        pattern.name(),
                        any -> vocabulary.claim(
                                "New" + vocabulary.entity(pattern.with()), "Of" + builders.get(pattern.name())));
            }
        }
    }

    /** A pattern called as what every class has is called by what it does: {@code createNotification} for {@code notify}. */
    private void name(Pattern pattern, Set<String> taken) {
        String name = JavaNames.variable(pattern.name());
        if (OWN.contains(name) || !name.equals(JavaNames.member(pattern.name()))) {
            Entity entity = entity(pattern);
            String spoken = entity == null ? null : pattern.verb().word() + JavaNames.type(entity.name());
            boolean isFree = spoken != null && !design().patterns().containsKey(spoken);
            name = isFree ? spoken : JavaNames.member(pattern.name()) + "_";
        }
        methods.put(pattern.name(), JavaNames.unused(name, "", taken));
    }

    /** Everything but the records. */
    List<JavaFile> files() {
        List<JavaFile> files = new ArrayList<>();
        files.add(new ClientFile(this).file());
        files.add(new AsyncFile(this).file());
        if (new BatchFile(this).isNeeded()) {
            files.add(new BatchFile(this).file());
        }
        // Nothing changes in a design without entities, and a sealed type needs at least one.
        if (!design().entities().isEmpty()) {
            files.add(new EventFile(this).file());
            files.add(new KeysFile(this).file());
        }
        records.gathers().forEach((name, pattern) -> files.add(new GatherFile(this, name, pattern).file()));
        for (Plan plan : compiled().plans().values()) {
            if (plan instanceof WritePlan write && new WriteFile(this, write).isNeeded()) {
                files.add(new WriteFile(this, write).file());
            }
            if (plan.pattern().with() != null) {
                files.add(new ChildFile(this, plan.pattern()).file());
            }
        }
        return files;
    }

    Design design() {
        return scope.design();
    }

    Compiled compiled() {
        return scope.compiled();
    }

    ClassNames vocabulary() {
        return scope.vocabulary();
    }

    JavaTypes types() {
        return scope.types();
    }

    JavaFile file(String className) {
        return scope.file(className);
    }

    /** @param nested the names of classes inside it */
    JavaFile nesting(String className, List<String> nested) {
        return scope.file(className, nested);
    }

    /** A name for a class inside another: none of the package's, which it would hide. */
    String nested(String wanted) {
        String name = wanted;
        while (vocabulary().all().contains(name)) {
            name += "_";
        }
        return name;
    }

    /** The class of the calls that do not block: {@code AlgoitnyAsync}. */
    String async() {
        return async;
    }

    /** The class of the reads of many items at once: {@code AlgoitnyBatch}. */
    String batch() {
        return batch;
    }

    /** The class of the keys: {@code AlgoitnyKeys}. */
    String keys() {
        return keys;
    }

    /** The method of a pattern. */
    String method(String pattern) {
        return methods.get(pattern);
    }

    /** The method that streams all pages of a list. */
    String pages(String pattern) {
        return pages.get(pattern);
    }

    /** The class of a write. */
    String builder(String pattern) {
        return builders.get(pattern);
    }

    /** The class of the items that a create takes along. */
    String child(String pattern) {
        return children.get(pattern);
    }

    Entity entity(Pattern pattern) {
        return design().entities().get(pattern.entities().get(0));
    }

    /** What a reading pattern gives. */
    ResultShape shape(ReadPlan plan) {
        Step last = plan.steps().get(plan.steps().size() - 1);
        if (last instanceof Step.Then then) {
            return shape(then.plan());
        }
        Pattern pattern = plan.pattern();
        return switch (pattern.verb()) {
            case GET -> new ResultShape.One(records.of(pattern));
            case LIST, SCAN, SEARCH -> new ResultShape.Paged(records.of(pattern));
            case READ -> new ResultShape.Whole(records.of(pattern), plan.hasHead());
            case GATHER -> new ResultShape.Whole(records.of(pattern), false);
            case COUNT ->
                pattern.each() == null
                        ? new ResultShape.Count()
                        : new ResultShape.Counts(
                                entity(pattern)
                                        .attributes()
                                        .get(pattern.each().attribute())
                                        .type(),
                                scope.types());
            case CREATE, PUT, UPDATE, DELETE, RESTORE, TRANSACT ->
                throw new IllegalArgumentException(pattern.name() + " writes");
        };
    }

    /** The attribute in the entity's record; null when it is hidden there. */
    static Component component(Entity entity, Attribute attribute) {
        return Component.of(entity).stream()
                .filter(component -> component.attribute() == attribute)
                .findFirst()
                .orElse(null);
    }

    /** An expression for the arguments of a plan: {@code Values.of("userId", userId).and("date", date)}. */
    static String values(List<Parameter> given, JavaFile file) {
        boolean isBegun = !given.isEmpty() && given.get(0).plain() != null;
        StringBuilder values = new StringBuilder(file.use("dev.partita.runtime.Values"));
        values.append(isBegun ? "" : ".none()");
        for (Parameter parameter : given) {
            values.append(parameter.given(isBegun && parameter == given.get(0) ? ".of" : ".and"));
        }
        return values.toString();
    }

    /** A line, or several when it is too long for one: broken behind the first bracket, else before each argument. */
    static void statement(String text, JavaFile file) {
        int bracket = text.indexOf('(') + 1;
        if (text.length() <= LINE) {
            file.line(text);
        } else if (text.startsWith("return " + file.use(ResultShape.ANSWERS)) && text.length() - bracket <= LINE - 8) {
            file.line(text.substring(0, bracket) + "\n        " + text.substring(bracket));
        } else if (text.contains(STREAMED)) {
            int streamed = text.indexOf(STREAMED);
            file.line(text.substring(0, streamed) + "\n        " + text.substring(streamed));
        } else {
            file.line(text.replaceAll("(?<=\\))(?=\\.(and|within)\\()", "\n        "));
        }
    }
}
