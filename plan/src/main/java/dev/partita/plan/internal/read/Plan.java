package dev.partita.plan.internal.read;

import dev.partita.design.model.Pattern;
import dev.partita.plan.internal.key.Argument;
import java.util.List;
import java.util.Map;

/** How one access pattern is served. */
public interface Plan {

    Pattern pattern();

    /** What a caller gives. */
    List<Argument> arguments();

    /** Of a pattern made of others: which of the arguments is whose. */
    default PartArguments parts() {
        return PartArguments.NONE;
    }

    /** The plan as maps, lists, text, numbers and booleans. */
    Map<String, Object> data();
}
