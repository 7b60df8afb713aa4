package dev.partita.conformance;

import java.util.LinkedHashMap;
import java.util.Map;

/** What came back: the status and the body, with an error's type and message taken out of it. */
record Answer(int status, String type, String message, Map<String, Object> body, String messageMember, boolean empty) {

    Answer(int status, String type, String message, Map<String, Object> body) {
        this(status, type, message, body, null, false);
    }

    static Answer of(int status, String text) {
        if (text.isEmpty()) {
            return new Answer(status, null, null, Map.of(), null, true);
        }
        if (!text.startsWith("{")) {
            return new Answer(status, null, text, Map.of());
        }
        Map<String, Object> body = new LinkedHashMap<>(Json.object(Json.parse(text)));
        String type = (String) body.remove("__type");
        if (type == null) {
            return new Answer(status, null, null, body);
        }
        String member = body.containsKey("message") ? "message" : body.containsKey("Message") ? "Message" : null;
        String message = (String) body.remove(member);
        return new Answer(status, type.substring(type.indexOf('#') + 1), message, body, member, false);
    }

    boolean succeeded() {
        return status == 200;
    }

    /** The outcome in one line: {@code 200}, or the error's type and message. */
    String outcome() {
        return succeeded() ? "200" : (status == 400 ? "" : status + " ") + type + ": " + message;
    }

    @Override
    public String toString() {
        return outcome() + (body.isEmpty() ? "" : " " + Json.print(body));
    }
}
