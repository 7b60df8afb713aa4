package dev.partita.bench;

import java.util.List;

/** The two reads that all ways are compared by. */
interface TypedClient {

    /** One run of somebody's code, by its id. */
    Object history(String historyId);

    /** The newest twenty of a user. */
    List<?> userHistory(String userId);
}
