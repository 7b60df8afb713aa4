package dev.partita.plan;

import dev.partita.design.Pattern;

/** How one access pattern is served. */
public interface Plan {

    Pattern pattern();
}
