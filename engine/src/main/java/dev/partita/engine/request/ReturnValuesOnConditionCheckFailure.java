package dev.partita.engine.request;

/** Whether a blocked write shows the item that blocked it. */
public enum ReturnValuesOnConditionCheckFailure {
    NONE,
    ALL_OLD
}
