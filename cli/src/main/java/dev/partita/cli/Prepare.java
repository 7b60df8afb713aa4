package dev.partita.cli;

import dev.partita.cli.internal.data.CloseOrder;
import dev.partita.cli.internal.design.ShippedDesigns;
import dev.partita.cli.internal.terminal.Terminal;
import dev.partita.cli.internal.up.RunningConsole;
import dev.partita.cli.internal.up.RunningService;
import dev.partita.cli.internal.up.ServiceOptions;
import dev.partita.cli.internal.up.ServiceTables;
import dev.partita.embedded.Partita;
import dev.partita.engine.Engine;
import dev.partita.http.HttpServer;
import dev.partita.server.Server;
import dev.partita.wire.Wire;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.Writer;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/**
 * Makes later starts faster. The launcher runs it once after a build, and has the JVM note which classes it loads: so it
 * does what every start does, and the calls that most sessions begin with.
 */
@Command(name = "prepare", hidden = true)
final class Prepare implements Callable<Integer> {

    private static final List<String> CALLS = List.of(
            "ListTables", "{}",
            "CreateTable", """
                    {"TableName":"table","BillingMode":"PAY_PER_REQUEST",
                     "AttributeDefinitions":[{"AttributeName":"p","AttributeType":"S"},{"AttributeName":"s","AttributeType":"N"}],
                     "KeySchema":[{"AttributeName":"p","KeyType":"HASH"},{"AttributeName":"s","KeyType":"RANGE"}],
                     "GlobalSecondaryIndexes":[{"IndexName":"index","KeySchema":[{"AttributeName":"s","KeyType":"HASH"}],
                                                "Projection":{"ProjectionType":"ALL"}}]}""",
            "DescribeTable", "{\"TableName\":\"table\"}",
            "PutItem", """
                    {"TableName":"table","Item":{"p":{"S":"a"},"s":{"N":"1"},"l":{"L":[{"BOOL":true},{"NULL":true}]}},
                     "ConditionExpression":"attribute_not_exists(p)"}""",
            "GetItem", "{\"TableName\":\"table\",\"Key\":{\"p\":{\"S\":\"a\"},\"s\":{\"N\":\"1\"}}}",
            "UpdateItem", """
                    {"TableName":"table","Key":{"p":{"S":"a"},"s":{"N":"1"}},"UpdateExpression":"SET n = :n",
                     "ExpressionAttributeValues":{":n":{"N":"2"}},"ReturnValues":"ALL_NEW"}""",
            "Query", """
                    {"TableName":"table","KeyConditionExpression":"p = :p","ExpressionAttributeValues":{":p":{"S":"a"}}}""",
            "Scan", "{\"TableName\":\"table\"}",
            "DeleteTable", "{\"TableName\":\"table\"}");

    private static final List<String> PAGES = List.of(
            "/ready",
            "/api",
            "/api/url-checks",
            "/api/url-checks/users/123456",
            "/api/url-checks/users/123456/checks",
            "/api/url-checks/users/nobody",
            "/metrics",
            "/api/url-checks/openapi.json");

    private static final Terminal NOWHERE =
            new Terminal(new PrintWriter(Writer.nullWriter()), new PrintWriter(Writer.nullWriter()), true);

    @Override
    public Integer call() throws IOException {
        new ClassPreloader().run();
        // Designs are checked in one short process after another: nobody feels a start more than they do.
        Main.run(NOWHERE, "up", "--show-config");
        for (String name : ShippedDesigns.NAMES) {
            Main.run(NOWHERE, "check", name);
            Main.run(NOWHERE, "show", name);
            Main.run(NOWHERE, "explain", name);
        }
        Path data = Files.createTempDirectory("partita-prepare");
        try {
            serve(data.resolve("data"));
        } finally {
            try (Stream<Path> files = Files.walk(data)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
        return 0;
    }

    private static void serve(Path data) throws IOException {
        try (Engine engine = Engine.open(data, Engine.Options.defaults());
                Server server = Server.start(
                        new Wire(engine, false), Server.Options.defaults().withPort(0));
                Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            OutputStream out = socket.getOutputStream();
            for (int i = 0; i < CALLS.size(); i += 2) {
                String body = CALLS.get(i + 1);
                out.write(("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-amz-json-1.0\r\n"
                                + "Authorization: AWS4-HMAC-SHA256 Credential=a/20260101/us-east-1/dynamodb/aws4_request,"
                                + " SignedHeaders=host, Signature=0\r\n"
                                + "X-Amz-Target: DynamoDB_20120810." + CALLS.get(i) + "\r\n"
                                + (i + 2 == CALLS.size() ? "Connection: close\r\n" : "")
                                + "Content-Length: " + body.length() + "\r\n\r\n" + body)
                        .getBytes(StandardCharsets.US_ASCII));
            }
            out.flush();
            socket.getInputStream().readAllBytes();
            service(engine);
        }
    }

    /** The designs over HTTP, and of each answer the kind of work it is. */
    private static void service(Engine engine) throws IOException {
        ServiceOptions options = new ServiceOptions();
        new CommandLine(options).setCaseInsensitiveEnumValuesAllowed(true).parseArgs("--samples", "yes");
        CloseOrder ending = new CloseOrder();
        try {
            RunningService running =
                    new RunningService(HttpServer.Options.defaults().withPort(0), options, NOWHERE, Map.of(), ending);
            Wire wire = new Wire(engine, false);
            ServiceTables tables = ServiceTables.here(Partita.on(engine), "http://localhost:8000", wire);
            running.serve(tables, null, new RunningConsole(tables, wire, Clock.systemUTC()), "us-east-1");
            running.offerSamples();
            try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), running.port())) {
                OutputStream out = socket.getOutputStream();
                for (int i = 0; i < PAGES.size(); i++) {
                    out.write(("GET " + PAGES.get(i) + " HTTP/1.1\r\nHost: localhost\r\n"
                                    + (i + 1 == PAGES.size() ? "Connection: close\r\n" : "") + "\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
                }
                out.flush();
                socket.getInputStream().readAllBytes();
            }
        } finally {
            ending.run();
        }
    }
}
