package dev.partita.cli.internal.data;

import dev.partita.cli.internal.design.DesignFiles;
import dev.partita.cli.internal.terminal.Flags;
import dev.partita.cli.internal.terminal.InterruptHook;
import dev.partita.cli.internal.terminal.ProgressLine;
import dev.partita.cli.internal.terminal.Terminal;
import dev.partita.cli.internal.terminal.UsageException;
import dev.partita.copy.Comparison;
import dev.partita.copy.Copy;
import dev.partita.copy.CopyRefused;
import dev.partita.design.Design;
import dev.partita.plan.EndpointException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;

/** Carries tables from one endpoint to another. */
@Command(
        name = "copy",
        description = {
            "Copies tables from one endpoint to another, in parallel, and compares both sides afterwards.",
            "Ended in the middle, the same command goes on where it was."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false,
        usageHelpWidth = 110,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:All is copied, and both sides hold the same.",
            "1:It was refused or failed, or the sides differ.",
            "2:It was called wrongly."
        },
        footer = {
            "",
            "partita copy http://localhost:8000 aws:eu-west-1 --design orders.yaml",
            "partita copy aws http://localhost:8000 --tables orders,users=people --rate 500",
            "partita copy http://localhost:8000 aws --verify-only"
        })
public final class CopyCommand implements Callable<Integer> {

    /** On demand, standard class, us-east-1, since November 2024. */
    private static final double DOLLARS_A_WRITE_UNIT = 0.625e-6;

    private static final double DOLLARS_A_READ_UNIT = 0.125e-6;

    private final Terminal terminal;

    @Parameters(
            index = "0",
            paramLabel = "FROM",
            description =
                    "An endpoint such as http://localhost:8000; aws is Amazon DynamoDB, aws:eu-west-1 a region of it.")
    private String from;

    @Parameters(index = "1", paramLabel = "TO", description = "The same.")
    private String to;

    @ArgGroup
    private Which which;

    /** Which tables. */
    private static final class Which {
        @Option(
                names = "--tables",
                paramLabel = "NAME[=NEW]",
                split = ",",
                description = "These tables; NEW is the name at the target (default: all tables of the source).")
        private List<String> tables;

        @Option(names = "--design", paramLabel = "DESIGN", description = "The tables of this design.")
        private String design;
    }

    @Option(
            names = "--segments",
            paramLabel = "N",
            defaultValue = "8",
            description = "Parts of a table to copy side by side (default: ${DEFAULT-VALUE}).")
    private int segments;

    @Option(
            names = "--rate",
            paramLabel = "UNITS",
            description = "Capacity units a second on each side, at most (default: as fast as it goes).")
    private Double rate;

    @Option(
            names = "--overwrite",
            description = "Copy into tables that hold items; those with the same key are replaced.")
    private boolean overwrite;

    @Option(names = "--no-create", description = "Do not make tables that are missing at the target.")
    private boolean noCreate;

    @Option(names = "--skip-expired", description = "Leave out items whose time is over.")
    private boolean skipExpired;

    @ArgGroup
    private Verifying verifying;

    /** Whether to compare. */
    private static final class Verifying {
        @Option(names = "--verify-only", description = "Only compare; write nothing.")
        private boolean only;

        @Option(names = "--no-verify", description = "Do not compare afterwards: that reads both sides once more.")
        private boolean never;
    }

    @Option(names = "--dry-run", description = "Say what would be copied, and end.")
    private boolean dryRun;

    @Option(
            names = "--checkpoint",
            paramLabel = "FILE",
            description = "Where it keeps how far it has come (default: partita-copy-….json in this directory).")
    private Path checkpoint;

    @Option(names = "--restart", description = "Begin anew, whatever an earlier run has done.")
    private boolean restart;

    public CopyCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    /** An endpoint as the command line names it. */
    private record Place(String endpoint, String region) {
        static Place of(String text) {
            if (text.equals(RemoteClients.AWS)) {
                return new Place(null, null);
            }
            return text.startsWith(RemoteClients.AWS + ":")
                    ? new Place(null, text.substring(RemoteClients.AWS.length() + 1))
                    : new Place(text, null);
        }

        @Override
        public String toString() {
            return RemoteClients.place(endpoint, region);
        }
    }

    @Override
    public Integer call() throws IOException {
        Transfers.check(rate, segments);
        Place source = Place.of(from);
        Place target = Place.of(to);
        Path file = checkpoint == null ? defaultCheckpoint() : checkpoint;
        if (restart) {
            Files.deleteIfExists(file);
        }
        // The JDK keeps only five connections of those not in use, and each segment has one.
        if (System.getProperty("http.maxConnections") == null) {
            System.setProperty("http.maxConnections", Integer.toString(Math.max(16, 2 * segments)));
        }
        try (DynamoDbClient reader = RemoteClients.client(source.endpoint(), source.region());
                DynamoDbClient writer = RemoteClients.client(target.endpoint(), target.region())) {
            Copy copy = settings(reader, writer, file).plan();
            terminal.out().println("from " + terminal.bold(source.toString()));
            terminal.out().println("to   " + terminal.bold(target.toString()));
            terminal.out().println();
            copy.tables().forEach(this::print);
            terminal.out().println();
            terminal.out().flush();
            if (copy.tables().isEmpty()) {
                terminal.out().println("There is no table to copy.");
                return 0;
            }
            return dryRun ? 0 : run(copy, file);
        } catch (CopyRefused refused) {
            return terminal.failed(Flags.in(refused.getMessage()));
        } catch (DynamoDbException refused) {
            return interrupted(Transfers.refusal(refused, "The endpoint"), file);
        } catch (EndpointException refused) {
            return interrupted(refused.getMessage(), file);
        } catch (SdkClientException unreachable) {
            return interrupted(Transfers.unreachable(unreachable, source + " or " + target), file);
        }
    }

    private Copy.Builder settings(DynamoDbClient reader, DynamoDbClient writer, Path file) {
        Copy.Builder settings = Copy.of(reader, writer)
                .segments(segments)
                .rate(rate == null ? Double.POSITIVE_INFINITY : rate)
                .overwrite(overwrite)
                .create(!noCreate)
                .skipExpired(skipExpired)
                .verify(
                        verifying == null
                                ? Copy.Verify.AFTERWARDS
                                : verifying.only ? Copy.Verify.ONLY : Copy.Verify.NEVER)
                .checkpoint(file);
        if (which != null) {
            settings.tables(which.design == null ? named(which.tables) : designed(which.design));
        }
        return settings;
    }

    /** Not when it only compares. */
    private boolean writes() {
        return verifying == null || !verifying.only;
    }

    private static Map<String, String> named(List<String> tables) {
        Map<String, String> names = new LinkedHashMap<>();
        for (String table : tables) {
            int equals = table.indexOf('=');
            String name = equals < 0 ? table : table.substring(0, equals);
            if (name.isBlank() || equals == table.length() - 1) {
                throw new UsageException("\"" + table + "\" names no table; write --tables orders,users=people.");
            }
            names.put(name, equals < 0 ? name : table.substring(equals + 1));
        }
        return names;
    }

    private static Map<String, String> designed(String name) {
        Design design = DesignFiles.openSound(name).compiled().design();
        Map<String, String> names = new LinkedHashMap<>();
        design.tables().values().forEach(table -> {
            String physical = table.physicalName(System.getenv());
            names.put(physical, physical);
        });
        return names;
    }

    private int run(Copy copy, Path file) {
        ProgressLine gauge = new ProgressLine(terminal);
        List<Copy.TableReport> reports;
        try (InterruptHook farewell = InterruptHook.of(
                gauge,
                terminal,
                writes() ? "Stopped. The same command goes on from here." : "Stopped.",
                writes() ? copy::save : () -> {})) {
            reports = copy.run(gauge);
        } finally {
            gauge.clear();
        }
        terminal.out().println();
        reports.forEach(this::print);
        double read = reports.stream().mapToDouble(Copy.TableReport::readUnits).sum();
        double written =
                reports.stream().mapToDouble(Copy.TableReport::writeUnits).sum();
        terminal.out()
                .println(terminal.dim(String.format(
                        Locale.ROOT,
                        "%,.0f units read, %,.0f written; at Amazon's on-demand prices %s",
                        Math.ceil(read),
                        Math.ceil(written),
                        dollars(read * DOLLARS_A_READ_UNIT + written * DOLLARS_A_WRITE_UNIT))));
        boolean isGood = reports.stream().allMatch(Copy.TableReport::isGood);
        if (!isGood && writes() && Files.exists(file)) {
            terminal.out()
                    .println(terminal.dim("The checkpoint " + file
                            + " is kept: the same command compares again, --restart --overwrite copies again."));
        }
        terminal.out().flush();
        return isGood ? 0 : 1;
    }

    private void print(Copy.TableTask table) {
        String names = table.source().equals(table.target()) ? table.source() : table.source() + " → " + table.target();
        String state = table.done() >= 0
                ? String.format(Locale.ROOT, "goes on after %,d items", table.done())
                : table.isCreated() ? "is created" : !writes() ? "is compared" : "exists";
        terminal.out()
                .println("  " + names
                        + terminal.dim(String.format(
                                Locale.ROOT,
                                "  about %,d items, %s; %s",
                                table.about(),
                                bytes(table.aboutBytes()),
                                state)));
    }

    private void print(Copy.TableReport report) {
        Comparison found = report.comparison();
        String mark = report.isGood() ? terminal.green("✓") : terminal.red("✗");
        StringBuilder text =
                new StringBuilder(mark + " " + terminal.bold(report.task().target()));
        if (writes()) {
            text.append(String.format(Locale.ROOT, "  %,d items copied", report.copied()));
            if (report.skipped() > 0) {
                text.append(String.format(Locale.ROOT, ", %,d expired ones left out", report.skipped()));
            }
            text.append(';');
        }
        if (found == null) {
            text.append(" not compared");
        } else if (found.isEqual()) {
            text.append(String.format(
                    Locale.ROOT, " equal: %,d items, checksum %s", found.sourceCount(), found.sourceChecksum()));
        } else {
            text.append(String.format(
                    Locale.ROOT,
                    " %s%,d items differ: %,d only at the source, %,d only at the target, %,d not the same",
                    found.isComplete() ? "" : "at least ",
                    found.differing(),
                    found.onlySource(),
                    found.onlyTarget(),
                    found.different()));
        }
        terminal.out().println(text);
        if (report.refused() > 0) {
            terminal.out()
                    .println(String.format(Locale.ROOT, "    %,d items were refused by the target:", report.refused()));
            report.refusedExamples().forEach(example -> terminal.out().println("      " + example));
        }
        if (found == null) {
            return;
        }
        if (found.sourceExpired() + found.targetExpired() > 0) {
            terminal.out()
                    .println(terminal.dim(String.format(
                            Locale.ROOT,
                            "    not compared: items whose time is over or soon will be, %,d at the source, %,d at the target",
                            found.sourceExpired(),
                            found.targetExpired())));
        }
        if (!found.isEqual()) {
            terminal.out()
                    .println(String.format(
                            Locale.ROOT,
                            "    source: %,d items, checksum %s%n    target: %,d items, checksum %s",
                            found.sourceCount(),
                            found.sourceChecksum(),
                            found.targetCount(),
                            found.targetChecksum()));
            found.examples().forEach(example -> terminal.out().println("      " + example));
            if (found.changedSince() > 0) {
                terminal.out()
                        .println(String.format(
                                Locale.ROOT,
                                "    %,d of them: the source has changed since it was copied. Stop its writers for an exact"
                                        + " copy.",
                                found.changedSince()));
            }
        }
    }

    /** What an end in the middle means depends on whether something was begun. */
    private int interrupted(String message, Path file) {
        return terminal.failed(message
                + (Files.exists(file) && writes()
                        ? "\n      What is copied stays copied; the same command goes on from there."
                        : ""));
    }

    private Path defaultCheckpoint() {
        String name = UUID.nameUUIDFromBytes((from + "\n" + to).getBytes(StandardCharsets.UTF_8))
                .toString()
                .substring(0, 8);
        return Path.of("partita-copy-" + name + ".json");
    }

    private static String dollars(double amount) {
        return amount < 0.01 ? "less than a cent" : String.format(Locale.ROOT, "about $%,.2f", amount);
    }

    private static String bytes(long bytes) {
        if (bytes < 1000) {
            return bytes + " bytes";
        }
        double amount = bytes;
        int unit = -1;
        while (amount >= 1000) {
            amount /= 1000;
            unit++;
        }
        return String.format(Locale.ROOT, "%.1f %sB", amount, "kMGT".charAt(unit));
    }
}
