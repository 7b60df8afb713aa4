package dev.partita.plan.internal.compile;

import dev.partita.design.Design;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Node;
import dev.partita.design.model.Pattern;
import dev.partita.design.model.Place;
import dev.partita.design.model.Severity;
import dev.partita.plan.internal.read.Plan;
import dev.partita.plan.internal.read.ReadPlan;
import dev.partita.plan.internal.write.WriteModel;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Makes a plan of every pattern of a design, or a finding that says what it would take. */
public final class Compiler {

    /** The rule of a finding that says a pattern brought the compiler down. */
    public static final String FAILED = "compile-failed";

    private final Design design;
    private final WriteModel model;
    private final Map<String, ReadPlan> reads = new LinkedHashMap<>();
    private final Set<String> visited = new LinkedHashSet<>();
    private final Proposal.Taken taken = new Proposal.Taken();
    private final List<Finding> findings = new ArrayList<>();

    public Compiler(Design design, WriteModel model) {
        this.design = design;
        this.model = model;
    }

    public static Compiled compile(Design design) {
        return new Compiler(design, new WriteModel(design)).compile();
    }

    /** Whether a key or an index serves a reading pattern that leads to no other. */
    public static boolean serves(Design design, Pattern pattern) {
        try {
            new ReadCompiler(design, pattern, Map.of()).compile();
            return true;
        } catch (ReadCompiler.Unserved unserved) {
            return false;
        }
    }

    /** The plan of one pattern, with those it leads to; null when there is none, then there is a finding. */
    public Plan plan(Pattern pattern) {
        if (pattern.verb() != null && pattern.verb().writes()) {
            return write(new WriteCompiler(model, findings), pattern);
        }
        read(pattern);
        return reads.get(pattern.name());
    }

    public List<Finding> findings() {
        return findings;
    }

    private Compiled compile() {
        try {
            LiteralCheck.check(design, findings);
            FanOutCheck.check(model, findings);
            ReferenceCheck.check(model, findings);
            TypeCheck.check(design, findings);
            OptionCheck.check(design, findings);
            MovesCheck.check(design, findings);
            ArgumentNames.check(design, findings);
        } catch (RuntimeException failure) {
            failed(design.name(), Place.START, failure);
        }
        for (Pattern pattern : design.patterns().values()) {
            read(pattern);
        }
        if (design.identity() != null) {
            people("identity", design.identity().node(), RoleReads.ofIdentity(design));
        }
        design.roles().values().forEach(role -> people(role.name(), role.node(), RoleReads.of(design, role)));
        WriteCompiler writes = new WriteCompiler(model, findings);
        Map<String, Plan> plans = new LinkedHashMap<>();
        for (Pattern pattern : design.patterns().values()) {
            Plan plan = pattern.verb() != null && pattern.verb().writes()
                    ? write(writes, pattern)
                    : reads.get(pattern.name());
            if (plan != null) {
                plans.put(pattern.name(), plan);
            }
        }
        return new Compiled(design, plans, findings);
    }

    /** Who calls, and who has a role, is read from the tables as well, so something must serve it. */
    private void people(String subject, Node node, List<Pattern> patterns) {
        for (Pattern pattern : patterns) {
            try {
                new ReadCompiler(design, pattern, reads, taken).compile();
            } catch (ReadCompiler.Unserved unserved) {
                if (unserved.getMessage() == null) {
                    // What it is about could not be read, and that was said where it stands.
                    return;
                }
                findings.add((unserved.rule() == null ? CompilerRule.NO_INDEX_SERVES : unserved.rule())
                        .found(subject, place(node), unserved.getMessage(), unserved.help()));
                return;
            } catch (RuntimeException failure) {
                failed(subject, place(node), failure);
            }
        }
    }

    /** Patterns that a pattern leads to come first; one that leads back to itself finds no plan there. */
    private void read(Pattern pattern) {
        if (pattern == null || pattern.verb() == null || pattern.verb().writes() || !visited.add(pattern.name())) {
            return;
        }
        if (pattern.verb() == Pattern.Verb.GATHER) {
            pattern.entities().forEach(name -> read(design.patterns().get(name)));
        }
        if (pattern.then() != null) {
            read(design.patterns().get(pattern.then()));
        }
        if (pattern.each() != null && pattern.each().fromPattern() != null) {
            read(design.patterns().get(pattern.each().fromPattern()));
        }
        try {
            reads.put(pattern.name(), new ReadCompiler(design, pattern, reads, taken).compile());
        } catch (ReadCompiler.Unserved unserved) {
            if (unserved.rule() != null) {
                findings.add(unserved.rule()
                        .found(
                                pattern.name(),
                                unserved.word() == null || pattern.node() == null
                                        ? place(pattern.node())
                                        : pattern.node().placeOf(unserved.word()),
                                unserved.getMessage(),
                                unserved.help()));
            }
        } catch (RuntimeException failure) {
            failed(pattern.name(), place(pattern.node()), failure);
        }
    }

    private Plan write(WriteCompiler writes, Pattern pattern) {
        try {
            return writes.compile(pattern);
        } catch (RuntimeException failure) {
            failed(pattern.name(), place(pattern.node()), failure);
            return null;
        }
    }

    /** Where the file has errors names lead nowhere, so this is no fault of ours; the linter keeps it from being shown then. */
    private void failed(String subject, Place place, RuntimeException failure) {
        findings.add(new Finding(
                FAILED,
                Severity.ERROR,
                subject,
                place,
                subject + " could not be compiled (" + failure + "); this is a fault of Partita",
                "report it, with the design if you can"));
    }

    private static Place place(Node node) {
        return node == null ? Place.START : node.place();
    }
}
