package dev.partita.cli;

import dev.partita.deploy.ParallelScan;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;

/** What commands share that work on whole tables elsewhere. */
final class Transfers {

    static void check(Double rate, int segments) {
        if (rate != null && !(rate > 0)) {
            throw new UsageException("--rate must be above 0.");
        }
        if (segments < 1 || segments > ParallelScan.MOST_SEGMENTS) {
            throw new UsageException("--segments must be between 1 and " + ParallelScan.MOST_SEGMENTS + ".");
        }
    }

    static String refusal(DynamoDbException refused, String place) {
        return place + " refused: "
                + (refused.awsErrorDetails() == null
                        ? refused.getMessage()
                        : refused.awsErrorDetails().errorMessage() + " ("
                                + refused.awsErrorDetails().errorCode() + ")");
    }

    static int failed(Terminal terminal, String message) {
        terminal.err().println(terminal.red("error") + " " + message);
        terminal.err().flush();
        return 1;
    }

    private Transfers() {}
}
