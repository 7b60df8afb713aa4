package dev.partita.deploy;

import java.util.List;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.ResourceInUseException;
import software.amazon.awssdk.services.dynamodb.model.UpdateTableRequest;

/** One thing a deployment does to a table, in a request of its own: DynamoDB takes most of them only one at a time. */
public sealed interface TableChange {

    /** What kind of change it is. */
    enum Sign {
        CREATE("+"),
        CHANGE("~"),
        REMOVE("-");

        private final String symbol;

        Sign(String symbol) {
            this.symbol = symbol;
        }

        public String symbol() {
            return symbol;
        }
    }

    Sign sign();

    /** What is created, changed or removed: {@code index byEmail}. */
    String subject();

    /** How: {@code email (S), all attributes}. Lines of their own for a table. */
    List<String> details();

    /** Does it and returns when the endpoint is done with it; the result in words, or null. */
    String apply(TableWork work);

    default String step() {
        return sign().symbol() + " " + subject();
    }

    /** A table that is not there yet. */
    record NewTable(String subject, List<String> details, CreateTableRequest request, String fingerprint)
            implements TableChange {
        public NewTable {
            details = List.copyOf(details);
        }

        @Override
        public Sign sign() {
            return Sign.CREATE;
        }

        @Override
        public String apply(TableWork work) {
            try {
                work.client().createTable(request);
            } catch (ResourceInUseException there) {
                throw new IllegalStateException(
                        "The table " + request.tableName() + " was made by another meanwhile; run it again to compare");
            }
            work.await(step());
            // No items, so none that lacks a key.
            work.noteFilled(fingerprint);
            return null;
        }
    }

    /** One UpdateTable. */
    record Update(Sign sign, String subject, List<String> details, UpdateTableRequest request) implements TableChange {
        public Update {
            details = List.copyOf(details);
        }

        @Override
        public String apply(TableWork work) {
            work.client().updateTable(request);
            work.await(step());
            return null;
        }
    }

    /** A stream that is to hold something else: there is no way but to end it and begin another. */
    record NewStream(String subject, List<String> details, UpdateTableRequest off, UpdateTableRequest on)
            implements TableChange {
        public NewStream {
            details = List.copyOf(details);
        }

        @Override
        public Sign sign() {
            return Sign.CHANGE;
        }

        @Override
        public String apply(TableWork work) {
            work.client().updateTable(off);
            work.await(step());
            work.client().updateTable(on);
            work.await(step());
            return null;
        }
    }

    /** Items that expire by an attribute. */
    record Expire(List<String> details, String attribute) implements TableChange {
        public Expire {
            details = List.copyOf(details);
        }

        @Override
        public Sign sign() {
            return Sign.CREATE;
        }

        @Override
        public String subject() {
            return "expiry";
        }

        @Override
        public String apply(TableWork work) {
            work.client().updateTimeToLive(request -> request.tableName(work.table())
                    .timeToLiveSpecification(
                            expiry -> expiry.attributeName(attribute).enabled(true)));
            return null;
        }
    }

    /** Point-in-time recovery for so many days. */
    record Recover(Sign sign, List<String> details, int days) implements TableChange {
        public Recover {
            details = List.copyOf(details);
        }

        @Override
        public String subject() {
            return "recovery";
        }

        @Override
        public String apply(TableWork work) {
            try {
                work.persistent()
                        .call(() -> work.client().updateContinuousBackups(request -> request.tableName(work.table())
                                .pointInTimeRecoverySpecification(recovery -> recovery.pointInTimeRecoveryEnabled(true)
                                        .recoveryPeriodInDays(days))));
                return null;
            } catch (DynamoDbException refused) {
                if (FoundTable.isNotHad(refused)) {
                    return "left out: " + refused.awsErrorDetails().errorMessage();
                }
                throw refused;
            }
        }
    }

    /** Index keys for items that lack them. */
    record FillKeys(List<String> details, Backfill backfill, String fingerprint) implements TableChange {
        public FillKeys {
            details = List.copyOf(details);
        }

        @Override
        public Sign sign() {
            return Sign.CHANGE;
        }

        @Override
        public String subject() {
            return "index keys";
        }

        @Override
        public String apply(TableWork work) {
            Backfill.Outcome outcome = backfill.run(work, step());
            if (outcome.failed() == 0) {
                work.noteFilled(fingerprint);
            }
            return outcome.text();
        }
    }
}
