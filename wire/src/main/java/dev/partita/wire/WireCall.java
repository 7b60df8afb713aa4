package dev.partita.wire;

import dev.partita.engine.Operation;
import java.util.function.BiConsumer;
import java.util.function.Function;

/** How one operation's request is read, checked against the model's constraints, and its result written. */
record WireCall<R>(Function<JsonIn, Operation<R>> read, BiConsumer<JsonOut, R> write) {}
