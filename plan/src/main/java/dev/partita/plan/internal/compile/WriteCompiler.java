package dev.partita.plan.internal.compile;

import dev.partita.design.Design;
import dev.partita.design.model.Attribute;
import dev.partita.design.model.Edit;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.design.model.Pattern;
import dev.partita.design.model.Pattern.Verb;
import dev.partita.design.model.Type;
import dev.partita.design.model.Where;
import dev.partita.plan.internal.key.Argument;
import dev.partita.plan.internal.key.Arguments;
import dev.partita.plan.internal.key.Codec;
import dev.partita.plan.internal.key.Inputs;
import dev.partita.plan.internal.write.CreateWrite;
import dev.partita.plan.internal.write.DeleteWrite;
import dev.partita.plan.internal.write.Locator;
import dev.partita.plan.internal.write.PutWrite;
import dev.partita.plan.internal.write.RestoreWrite;
import dev.partita.plan.internal.write.TransactWrite;
import dev.partita.plan.internal.write.UpdateOrCreateWrite;
import dev.partita.plan.internal.write.UpdateWrite;
import dev.partita.plan.internal.write.WriteModel;
import dev.partita.plan.internal.write.WriteOperation;
import dev.partita.plan.internal.write.WritePlan;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Compiles writing patterns, and says what cannot be written as asked. */
public final class WriteCompiler {

    private final Design design;
    private final WriteModel model;
    private final List<Finding> findings;

    /** @param findings gets what is wrong with the patterns */
    public WriteCompiler(Design design, List<Finding> findings) {
        this(new WriteModel(design), findings);
    }

    WriteCompiler(WriteModel model, List<Finding> findings) {
        this.design = model.design();
        this.model = model;
        this.findings = findings;
    }

    /** The plan of a writing pattern; null when there is none, then there is a finding. */
    public WritePlan compile(Pattern pattern) {
        if (pattern.verb() == Verb.TRANSACT) {
            return transact(pattern);
        }
        Codec codec = pattern.entities().isEmpty()
                ? null
                : model.codec(pattern.entities().get(0));
        // The reader has said so: there is no such entity, no table for it, or no such attribute. And a count before
        // the write is no guard: the rule count-then-write says so, and what takes its place.
        if (codec == null || pattern.guard() != null || !isKnown(codec.entity(), pattern)) {
            return null;
        }
        int before = findings.size();
        WriteChecks checks = new WriteChecks(model, pattern, codec, findings);
        checks.all();
        if (findings.stream().skip(before).anyMatch(Finding::isError) || checks.changesKey()) {
            return null;
        }
        return new WritePlan(model, pattern, writing(pattern, codec), arguments(pattern, codec.entity()));
    }

    private static boolean isKnown(Entity entity, Pattern pattern) {
        return Stream.of(
                        pattern.change(),
                        pattern.set().keySet(),
                        pattern.add().keySet(),
                        pattern.append(),
                        pattern.remove())
                .allMatch(entity.attributes().keySet()::containsAll);
    }

    private WriteOperation writing(Pattern pattern, Codec codec) {
        return switch (pattern.verb()) {
            case CREATE -> new CreateWrite(model, pattern);
            case PUT -> new PutWrite(model, pattern);
            case UPDATE ->
                pattern.orCreate()
                        ? new UpdateOrCreateWrite(model, pattern, Locator.of(codec, pattern))
                        : new UpdateWrite(model, pattern, Locator.of(codec, pattern));
            case DELETE -> new DeleteWrite(model, pattern, Locator.of(codec, pattern));
            case RESTORE -> new RestoreWrite(model, pattern, Locator.of(codec, pattern));
            case GET, READ, LIST, COUNT, SEARCH, SCAN, GATHER, TRANSACT ->
                throw new IllegalArgumentException(pattern.name() + " does not write one entity");
        };
    }

    private WritePlan transact(Pattern pattern) {
        Map<String, WritePlan> parts = new LinkedHashMap<>();
        for (String name : pattern.entities()) {
            Pattern part = design.patterns().get(name);
            if (part == null) {
                return null;
            }
            if (!part.verb().writes() || part.verb() == Verb.TRANSACT) {
                findings.add(CompilerRule.NOT_A_WRITE.found(
                        pattern.name(),
                        pattern.node().placeOf("transact"),
                        name + " is no single write, and a transaction is made of those",
                        pattern.entities().size() == 1
                                ? Help.words("name patterns with create, put, update, delete or restore")
                                : Help.edit(Edit.ofPattern(
                                        pattern,
                                        "transact",
                                        Edit.list(pattern.entities().stream()
                                                .filter(other -> !other.equals(name))
                                                .toList())))));
                return null;
            }
            // Its own findings are reported where the pattern itself is compiled.
            WritePlan plan = new WriteCompiler(model, new ArrayList<>()).compile(part);
            if (plan == null) {
                return null;
            }
            parts.put(name, plan);
        }
        for (String name : pattern.same()) {
            long takers = parts.values().stream()
                    .filter(part ->
                            part.arguments().stream().anyMatch(one -> one.name().equals(name)))
                    .count();
            if (takers < 2) {
                List<String> rest = pattern.same().stream()
                        .filter(other -> !other.equals(name))
                        .toList();
                findings.add(CompilerRule.OPTION_WITHOUT_EFFECT.found(
                        pattern.name(),
                        pattern.node().placeOf("same"),
                        "`same` has no effect: " + (takers == 0 ? "no part of " : "only one part of ") + pattern.name()
                                + " takes " + name,
                        Help.edit(
                                rest.isEmpty()
                                        ? Edit.remove("patterns", pattern.name(), "same")
                                        : Edit.ofPattern(pattern, "same", Edit.list(rest)))));
                return null;
            }
        }
        TransactWrite writing = new TransactWrite(pattern, parts);
        return new WritePlan(model, pattern, writing, writing.given().all());
    }

    private List<Argument> arguments(Pattern pattern, Entity entity) {
        Map<String, Argument> arguments = new LinkedHashMap<>();
        if (pattern.verb() == Verb.CREATE || pattern.verb() == Verb.PUT) {
            Codec codec = model.codec(entity.name());
            for (Attribute attribute : entity.attributes().values()) {
                boolean isMade = attribute.defaultValue() != null || attribute.generate() != null;
                boolean isRequired =
                        attribute.required() || codec.keyAttributes().contains(attribute.name());
                if (!attribute.isComputed()
                        && !attribute.name().equals(entity.version())
                        && !pattern.set().containsKey(attribute.name())
                        && !Inputs.isMark(entity, attribute.name())) {
                    boolean isDemanded = pattern.require().contains(attribute.name());
                    add(arguments, attribute, isDemanded || isRequired && !isMade);
                }
            }
            if (pattern.with() != null) {
                String name = CreateWrite.childrenArgument(pattern.with());
                arguments.put(name, new Argument(name, null, new Type.ListOf(new Type.MapOf(Type.Simple.ANY)), false));
            }
        } else {
            pattern.by().forEach(variable -> add(arguments, entity.attributes().get(variable.attribute()), true));
            pattern.change().forEach(name -> {
                Attribute attribute = entity.attributes().get(name);
                String argument = UpdateWrite.argument(pattern, name);
                if (attribute != null) {
                    boolean isRequired = pattern.require().contains(name);
                    arguments.put(argument, new Argument(argument, attribute, attribute.type(), isRequired));
                }
            });
            pattern.append().forEach(name -> add(arguments, entity.attributes().get(name), false));
            pattern.remove().forEach(name -> add(arguments, entity.attributes().get(name), false));
            pattern.add().forEach((name, amount) -> {
                if (amount == null) {
                    add(arguments, entity.attributes().get(name), true);
                }
            });
            if (pattern.verb() == Verb.DELETE
                    && entity.softDelete() != null
                    && entity.softDelete().reason() != null) {
                add(arguments, entity.attributes().get(entity.softDelete().reason()), false);
            }
        }
        if (entity.version() != null && pattern.verb() != Verb.CREATE) {
            add(arguments, entity.attributes().get(entity.version()), false);
        }
        addConditions(arguments, entity, pattern.when());
        pattern.requires()
                .forEach((name, where) ->
                        addConditions(arguments, design.entities().get(name), where));
        return new ArrayList<>(arguments.values());
    }

    /** What is only compared is no value of the item. */
    private static void addConditions(Map<String, Argument> arguments, Entity entity, Where where) {
        Arguments.ofCondition(entity, where)
                .forEach(argument -> arguments.putIfAbsent(
                        argument.name(), new Argument(argument.name(), null, argument.type(), true)));
    }

    private static void add(Map<String, Argument> arguments, Attribute attribute, boolean required) {
        if (attribute != null) {
            arguments.putIfAbsent(
                    attribute.name(), new Argument(attribute.name(), attribute, attribute.type(), required));
        }
    }
}
