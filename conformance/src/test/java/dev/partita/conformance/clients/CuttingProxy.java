package dev.partita.conformance.clients;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;

/** Stands between a client and a server, hands requests on, and cuts the connection of writes when it is told to. */
final class CuttingProxy implements Closeable {

    /** Where the connection of a write is cut. */
    enum Cut {
        /** The server has done it, and its answer is lost. */
        AFTER,
        /** The server has not heard of it. */
        BEFORE
    }

    private static final List<String> WRITES = List.of("PutItem", "UpdateItem", "DeleteItem", "TransactWriteItems");

    private final ServerSocket socket;
    private final int serverPort;
    private final List<Cut> cuts = new CopyOnWriteArrayList<>();
    private final List<Socket> open = new CopyOnWriteArrayList<>();
    private final List<String> sent = new CopyOnWriteArrayList<>();

    CuttingProxy(int serverPort) throws IOException {
        this.serverPort = serverPort;
        this.socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        start(this::accept);
    }

    URI endpoint() {
        return URI.create("http://127.0.0.1:" + socket.getLocalPort());
    }

    /** The next writes lose their connections, one after the other; what was sent is counted anew. */
    void cut(List<Cut> next) {
        sent.clear();
        cuts.clear();
        cuts.addAll(next);
    }

    /** Whether every cut that was asked for was made. */
    boolean isThrough() {
        return cuts.isEmpty();
    }

    /** The operations that came since. */
    List<String> sent() {
        return List.copyOf(sent);
    }

    @Override
    public void close() throws IOException {
        socket.close();
        for (Socket connection : open) {
            connection.close();
        }
    }

    private void accept() {
        while (!socket.isClosed()) {
            try {
                Socket client = socket.accept();
                open.add(client);
                start(() -> serve(client));
            } catch (IOException e) {
                return;
            }
        }
    }

    private void serve(Socket client) {
        try (client;
                Socket server = new Socket(InetAddress.getLoopbackAddress(), serverPort)) {
            while (true) {
                byte[] request = message(client.getInputStream());
                if (request == null) {
                    return;
                }
                String operation = operation(request);
                sent.add(operation);
                Cut cut = WRITES.contains(operation) && !cuts.isEmpty() ? cuts.remove(0) : null;
                if (cut == Cut.BEFORE) {
                    return;
                }
                server.getOutputStream().write(request);
                byte[] answer = message(server.getInputStream());
                if (cut == Cut.AFTER || answer == null) {
                    return;
                }
                OutputStream out = client.getOutputStream();
                out.write(answer);
                out.flush();
            }
        } catch (IOException e) {
            // Either side has gone: so does the connection.
        }
    }

    /** Head and body of one message, or null at the end. */
    private static byte[] message(InputStream in) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        int state = 0;
        while (state < 4) {
            int next = in.read();
            if (next < 0) {
                return null;
            }
            bytes.write(next);
            state = next == (state % 2 == 0 ? '\r' : '\n') ? state + 1 : next == '\r' ? 1 : 0;
        }
        int length = 0;
        for (String line : bytes.toString(StandardCharsets.ISO_8859_1).split("\r\n")) {
            if (line.toLowerCase(Locale.ROOT).startsWith("content-length:")) {
                length = Integer.parseInt(line.substring(line.indexOf(':') + 1).trim());
            }
        }
        bytes.write(in.readNBytes(length));
        return bytes.toByteArray();
    }

    private static String operation(byte[] request) {
        for (String line : new String(request, StandardCharsets.ISO_8859_1).split("\r\n")) {
            if (line.toLowerCase(Locale.ROOT).startsWith("x-amz-target:")) {
                return line.substring(line.lastIndexOf('.') + 1).trim();
            }
        }
        throw new UncheckedIOException(new IOException("a request without a target"));
    }

    private static void start(Runnable work) {
        Thread thread = new Thread(work, "cutting-proxy");
        thread.setDaemon(true);
        thread.start();
    }
}
