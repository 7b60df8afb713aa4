package dev.partita.cli.internal.data;

import dev.partita.cli.internal.terminal.UsageException;
import dev.partita.deploy.ParallelScan;
import software.amazon.awssdk.core.exception.SdkClientException;
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

    /** Why a client could not even ask; the SDK's own words for the two usual reasons fill a screen. */
    static String unreachable(SdkClientException problem, String place) {
        String message = String.valueOf(problem.getMessage());
        if (message.startsWith("Unable to load region")) {
            return "No AWS region is known: add --region (for copy, write aws:eu-west-1), or set AWS_REGION.";
        }
        if (message.startsWith("Unable to load credentials")) {
            return "No AWS credentials were found: set AWS_PROFILE, or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or run"
                    + " aws configure.";
        }
        return "Cannot reach " + place + ": " + message;
    }

    private Transfers() {}
}
