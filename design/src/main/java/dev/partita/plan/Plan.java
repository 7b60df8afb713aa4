package dev.partita.plan;

import dev.partita.design.Pattern;
import java.util.List;

/** How one access pattern is served. */
public interface Plan {

    Pattern pattern();

    /** What a caller gives. */
    List<Argument> arguments();
}
