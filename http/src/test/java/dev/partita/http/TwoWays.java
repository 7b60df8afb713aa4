package dev.partita.http;

import java.util.ArrayList;
import java.util.List;

/** A request that two parsers could read in two ways, or that is no request, and what our refusal of it says. */
record TwoWays(String request, String why) {

    /** What is wrong is in the request line or a header field. */
    static List<TwoWays> heads() {
        List<TwoWays> all = new ArrayList<>();
        String post = "POST / HTTP/1.1\r\nHost: a\r\n";
        all.add(new TwoWays(
                post + "Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n", "both Content-Length and"));
        all.add(new TwoWays(
                post + "Transfer-Encoding: chunked\r\nContent-Length: 2\r\n\r\n", "both Content-Length and"));
        all.add(new TwoWays(
                post + "Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}", "Content-Length must be one number"));
        all.add(new TwoWays(post + "Content-Length: 2, 2\r\n\r\n{}", "Content-Length must be one number"));
        all.add(new TwoWays(post + "Content-Length: +2\r\n\r\n{}", "Content-Length must be one number"));
        all.add(new TwoWays(post + "Content-Length: -1\r\n\r\n{}", "Content-Length must be one number"));
        all.add(new TwoWays(post + "Content-Length: 0x2\r\n\r\n{}", "Content-Length must be one number"));
        all.add(new TwoWays(
                post + "Content-Length: 99999999999999999999\r\n\r\n{}", "Content-Length must be one number"));
        all.add(new TwoWays(post + "Content-Length:\r\n\r\n{}", "Content-Length must be one number"));
        all.add(new TwoWays(post + "Transfer-Encoding: gzip, chunked\r\n\r\n", "Transfer-Encoding"));
        all.add(new TwoWays(post + "Transfer-Encoding: identity\r\n\r\n", "Transfer-Encoding"));
        all.add(new TwoWays(
                post + "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n", "Transfer-Encoding"));
        all.add(new TwoWays("POST / HTTP/1.0\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n", "needs HTTP/1.1"));
        all.add(new TwoWays(post + "Content-Length : 2\r\n\r\n{}", "without a proper name"));
        all.add(new TwoWays(post + " Content-Length: 2\r\n\r\n{}", "without a proper name"));
        all.add(new TwoWays(post + "X: a\r\n folded\r\n\r\n", "without a proper name"));
        all.add(new TwoWays(post + ": a\r\n\r\n", "without a proper name"));
        all.add(new TwoWays(post + "no colon\r\n\r\n", "without a proper name"));
        all.add(new TwoWays(post + "X: a\nContent-Length: 2\r\n\r\n{}", "a line feed without"));
        all.add(new TwoWays(post + "X: a\rContent-Length: 2\r\n\r\n{}", "a carriage return without"));
        all.add(new TwoWays(post + "X: a\u0000b\r\n\r\n", "control character"));
        all.add(new TwoWays(post + "Host: b\r\n\r\n", "Host came twice"));
        all.add(new TwoWays("POST / HTTP/1.1\r\n\r\n", "needs a Host"));
        all.add(new TwoWays("POST  / HTTP/1.1\r\nHost: a\r\n\r\n", "HTTP"));
        all.add(new TwoWays("POST / HTTP/1.1 \r\nHost: a\r\n\r\n", "HTTP"));
        all.add(new TwoWays("POST /\r\nHost: a\r\n\r\n", "HTTP"));
        all.add(new TwoWays("POST / HTTP/2.0\r\nHost: a\r\n\r\n", "HTTP"));
        all.add(new TwoWays("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "HTTP"));
        all.add(new TwoWays("\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\r\n\r\n", "control character"));
        return all;
    }

    /** What is wrong is in a chunk or a trailer. */
    static List<TwoWays> chunks() {
        List<TwoWays> all = new ArrayList<>();
        String head = "POST / HTTP/1.1\r\n" + "Host: localhost\r\n" + "Transfer-Encoding: chunked\r\n\r\n";
        all.add(new TwoWays(head + "\r\n", "chunk"));
        all.add(new TwoWays(head + "x\r\n", "chunk"));
        all.add(new TwoWays(head + "-1\r\n", "chunk"));
        all.add(new TwoWays(head + "0x2\r\n", "chunk"));
        all.add(new TwoWays(head + "2\n{}\r\n", "chunk"));
        all.add(new TwoWays(head + "2\r\n{}x\r\n", "chunk"));
        all.add(new TwoWays(head + "2\r\n{}\r\n0\r\nX: a\n\r\n", "chunk"));
        for (String trailer : List.of(
                "garbage",
                "a b: c",
                ": c",
                "X : a",
                " X: a",
                "X: a\r\n folded",
                "X: \u0001",
                "X: \u007f",
                "X\t: a",
                "(X): a")) {
            all.add(new TwoWays(head + "2\r\n{}\r\n0\r\n" + trailer + "\r\n\r\n", "chunk"));
        }
        all.add(new TwoWays(head + "2 x\r\n{}\r\n0\r\n\r\n", "chunk"));
        all.add(new TwoWays(head + "2;\u0001\r\n{}\r\n0\r\n\r\n", "chunk"));
        all.add(new TwoWays(head + "0000000000000002\r\n{}", "chunk"));
        all.add(new TwoWays(head + "2;" + "e".repeat(17_000) + "\r\n{}", "chunk"));
        all.add(new TwoWays(head + "0\r\n" + "X: aaaaaa\r\n".repeat(2_000), "chunk"));
        return all;
    }
}
