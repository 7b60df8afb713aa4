package dev.partita.conformance;

import java.util.Map;

/** One call: the operation's name and its body. */
record Request(String operation, Map<String, Object> body) {

    @Override
    public String toString() {
        return operation + " " + Json.print(body);
    }
}
