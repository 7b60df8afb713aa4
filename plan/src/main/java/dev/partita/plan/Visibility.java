package dev.partita.plan;

import java.util.List;

/**
 * What of the items found is for whoever reads them. It is asked while they are read, so that limits count what is shown.
 *
 * <p>Of a {@code read} it is asked once, with all its items: some go with others.
 */
@FunctionalInterface
public interface Visibility {

    /** Those that are shown, in their order; each is one of those given. */
    List<Result.Found> of(List<Result.Found> found);

    /** The same for a part of what a {@code gather} reads. */
    default Visibility part(String pattern) {
        return this;
    }
}
