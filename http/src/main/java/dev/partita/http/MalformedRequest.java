package dev.partita.http;

/** The bytes are not a request we are willing to guess about; the message goes to the client. */
final class MalformedRequest extends Exception {

    MalformedRequest(String why) {
        super(why, null, false, false);
    }
}
