package dev.partita.cli.internal.design;

import dev.partita.plan.internal.key.Target;
import dev.partita.plan.internal.read.Plan;
import dev.partita.plan.internal.read.ReadPlan;
import dev.partita.plan.internal.read.Step;
import dev.partita.plan.internal.write.WritePlan;
import java.util.ArrayList;
import java.util.List;

/** A plan in one line. */
final class PlanView {

    static String summary(Plan plan) {
        if (plan instanceof ReadPlan read) {
            List<String> steps = new ArrayList<>();
            read.steps().forEach(step -> steps.add(step(step)));
            return String.join(", then ", steps) + "  " + units(read.units());
        }
        WritePlan write = (WritePlan) plan;
        return write.requests() + "  " + units(write.writeUnits());
    }

    /** {@code 1 unit}, {@code 7.5 units}. */
    static String units(double units) {
        String number = units == Math.rint(units) ? String.valueOf((long) units) : String.valueOf(units);
        return number + (units == 1 ? " unit" : " units");
    }

    private static String step(Step step) {
        Target target = step.target();
        return step.word()
                + (target == null
                        ? ""
                        : " "
                                + (target.isTable()
                                        ? target.table().id()
                                        : target.index().name()));
    }

    private PlanView() {}
}
