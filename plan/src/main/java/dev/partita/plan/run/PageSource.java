package dev.partita.plan.run;

import dev.partita.plan.internal.read.ListPosition;

/** What a list is read from, page by page. */
interface PageSource {

    /** Where the first page begins; null when there is nothing to read. */
    ListPosition start();

    /** The same place as a cursor names it; null when it is gone. */
    ListPosition at(ListPosition cursor);

    /** Up to {@code wanted} items; all there are when null. */
    Paging.Page next(ListPosition cursor, Integer wanted);

    /** Whether a page is one request as its author wrote it, which is not filled up. */
    boolean isLiteral();
}
