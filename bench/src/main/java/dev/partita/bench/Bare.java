package dev.partita.bench;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;

/**
 * The least that a durable server can do: on the thread that read a request it writes the body to a file, syncs it, and answers. What
 * it reaches on a machine is what that machine's disk and sockets allow one connection.
 */
final class Bare {

    private static final int FILE_BYTES = 32 << 20;
    private static final int REQUEST_BYTES = 64 << 10;
    private static final byte[] HEAD_END = "\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] ANSWER =
            "HTTP/1.1 200 OK\r\nContent-Type: application/x-amz-json-1.0\r\nContent-Length: 2\r\n\r\n{}"
                    .getBytes(StandardCharsets.US_ASCII);

    private final FileChannel file;
    private long position;

    private Bare(FileChannel file) {
        this.file = file;
    }

    /** {@code PORT FILE}: listens until killed, and serves one connection after the other. */
    public static void main(String[] words) throws IOException {
        try (FileChannel file =
                        FileChannel.open(Path.of(words[1]), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
                ServerSocketChannel listener = ServerSocketChannel.open()) {
            // A block that was written before is synced in half the time.
            file.write(ByteBuffer.allocate(FILE_BYTES));
            file.force(true);
            listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(words[0])));
            Bare bare = new Bare(file);
            while (true) {
                try (SocketChannel connection = listener.accept()) {
                    connection.setOption(StandardSocketOptions.TCP_NODELAY, true);
                    bare.serve(connection);
                }
            }
        }
    }

    private void serve(SocketChannel connection) throws IOException {
        ByteBuffer request = ByteBuffer.allocate(REQUEST_BYTES);
        ByteBuffer answer = ByteBuffer.allocateDirect(ANSWER.length).put(ANSWER);
        while (connection.read(request) >= 0) {
            int length = length(request);
            if (length >= 0 && request.position() >= length) {
                write(request.flip());
                request.clear();
                answer.rewind();
                while (answer.hasRemaining()) {
                    connection.write(answer);
                }
            }
        }
    }

    private void write(ByteBuffer bytes) throws IOException {
        position = position + bytes.remaining() > FILE_BYTES ? 0 : position;
        position += file.write(bytes, position);
        file.force(false);
    }

    /** How long a request is with its body; -1 while its head is not complete. */
    private static int length(ByteBuffer request) {
        String text = new String(request.array(), 0, request.position(), StandardCharsets.ISO_8859_1);
        int end = text.indexOf(new String(HEAD_END, StandardCharsets.US_ASCII));
        if (end < 0) {
            return -1;
        }
        String head = text.substring(0, end).toLowerCase(Locale.ROOT);
        int field = head.indexOf("content-length:");
        int body = field < 0
                ? 0
                : Integer.parseInt(head.substring(field + "content-length:".length())
                        .strip()
                        .split("\r\n")[0]
                        .strip());
        return end + HEAD_END.length + body;
    }
}
