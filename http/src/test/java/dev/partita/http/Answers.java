package dev.partita.http;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** Takes the bytes of a connection apart into answers, strictly. */
final class Answers {

    private static final Pattern STATUS = Pattern.compile("HTTP/1\\.1 [1-5]\\d\\d [A-Z][A-Za-z ]+");
    private static final Pattern FIELD = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+: [\\x20-\\x7e\\x80-\\xff\\t]*");

    private final String text;
    private final boolean heads;
    private int at;

    private Answers(byte[] bytes, boolean heads) {
        this.text = new String(bytes, StandardCharsets.ISO_8859_1);
        this.heads = heads;
    }

    /**
     * The status of each; fails if anything is left over, missing or not as it should be.
     *
     * @param heads whether a HEAD may be among the requests: when it is refused, its answer does not say that it was one
     */
    static List<Integer> statuses(byte[] bytes, boolean heads) throws IOException {
        Answers answers = new Answers(bytes, heads);
        List<Integer> statuses = new ArrayList<>();
        while (answers.at < answers.text.length()) {
            statuses.add(answers.next());
        }
        return statuses;
    }

    private int next() throws IOException {
        String line = line();
        if (!STATUS.matcher(line).matches()) {
            throw new IOException("not a status line: " + line);
        }
        int status = Integer.parseInt(line, 9, 12, 10);
        long length = 0;
        boolean chunked = false;
        boolean last = false;
        boolean head = false;
        boolean framed = status == 100 || status == 204;
        for (String field = line(); !field.isEmpty(); field = line()) {
            if (!FIELD.matcher(field).matches()) {
                throw new IOException("not a header field: " + field);
            }
            String lower = field.toLowerCase(Locale.ROOT);
            if (lower.startsWith("content-length: ")) {
                length = Long.parseLong(lower.substring(16));
                framed = true;
            }
            if (lower.equals("transfer-encoding: chunked")) {
                chunked = true;
                framed = true;
            }
            last |= lower.equals("connection: close");
            head |= lower.equals("x-head: true");
        }
        if (!framed && !last) {
            throw new IOException("an answer without an end");
        }
        if (head) {
            return status;
        }
        if (chunked) {
            chunks();
        } else if (!framed) {
            at = text.length();
        } else if (!((last || heads && status >= 400) && at == text.length())) {
            // A refused HEAD ends after its head; we cannot tell whether it was one, but nothing follows it. Whether
            // the
            // connection goes on depends on whether the server had seen by then that no more comes.
            skip(length);
        }
        return status;
    }

    private void chunks() throws IOException {
        int size;
        do {
            size = Integer.parseInt(line(), 16);
            skip(size);
            if (!line().isEmpty()) {
                throw new IOException("a chunk without an end");
            }
        } while (size > 0);
    }

    private void skip(long count) throws IOException {
        if (text.length() - at < count) {
            throw new IOException("a body cut short");
        }
        at += (int) count;
    }

    private String line() throws IOException {
        int end = text.indexOf("\r\n", at);
        if (end < 0) {
            throw new IOException("a line without an end: " + text.substring(at));
        }
        String line = text.substring(at, end);
        at = end + 2;
        return line;
    }
}
