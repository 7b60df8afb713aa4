package dev.partita.cli.internal.data;

import dev.partita.cli.internal.design.Check;
import dev.partita.cli.internal.design.DesignFiles;
import dev.partita.cli.internal.terminal.Flags;
import dev.partita.cli.internal.terminal.InterruptHook;
import dev.partita.cli.internal.terminal.ProgressLine;
import dev.partita.cli.internal.terminal.Prompt;
import dev.partita.cli.internal.terminal.Terminal;
import dev.partita.cli.internal.terminal.UsageException;
import dev.partita.deploy.AllowedChanges;
import dev.partita.deploy.Deployment;
import dev.partita.deploy.Listener;
import dev.partita.deploy.TableChange;
import dev.partita.deploy.TablePlan;
import dev.partita.design.Design;
import dev.partita.document.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;

/** Brings the tables of a design to an endpoint. */
@Command(
        name = "deploy",
        description = {
            "Creates or changes the tables of a design at an endpoint.",
            "Prints the difference first and asks; refuses what would lose data."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false,
        usageHelpWidth = 110,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:The tables are as the design says.",
            "1:Something was refused or failed, or you said no.",
            "2:It was called wrongly, or the design has errors.",
            "3:With --dry-run: there is something to do."
        },
        footer = {
            "",
            "partita deploy orders.yaml --dry-run",
            "partita deploy orders.yaml --endpoint aws --region eu-west-1"
        })
public final class Deploy implements Callable<Integer> {

    private static final int SOMETHING_TO_DO = 3;

    private final Terminal terminal;
    private final Prompt question;

    @Parameters(index = "0", paramLabel = "DESIGN", description = "A design file, or the name of a design that ships.")
    private String name;

    @Option(
            names = "--endpoint",
            paramLabel = "URL",
            defaultValue = "http://localhost:8000",
            description = "Where the tables are or shall be (default: ${DEFAULT-VALUE}); \"aws\" is Amazon DynamoDB.")
    private String endpoint;

    @Option(names = "--region", paramLabel = "NAME", description = "The AWS region (default: as for every AWS tool).")
    private String region;

    @Option(names = "--dry-run", description = "Print the difference and change nothing.")
    private boolean dryRun;

    @Option(
            names = {"-y", "--yes"},
            description = "Do not ask.")
    private boolean yes;

    @Option(names = "--remove-indexes", description = "Remove indexes that the design does not have.")
    private boolean removeIndexes;

    @Option(
            names = "--replace-indexes",
            description =
                    "Replace indexes with another key or other attributes; they are missing while they are built.")
    private boolean replaceIndexes;

    @Option(
            names = "--change-streams",
            description = "End streams, or replace those that hold something else than the design asks for.")
    private boolean changeStreams;

    @Option(
            names = "--backfill",
            negatable = true,
            description = "Look at every item for missing index keys, or at none (default: when there is reason to).")
    private Boolean backfill;

    @Option(
            names = "--rate",
            paramLabel = "UNITS",
            description = "Capacity units a second for that, at most (default: as fast as it goes).")
    private Double rate;

    @Option(
            names = "--segments",
            paramLabel = "N",
            defaultValue = "8",
            description = "Parts of a table to look at side by side (default: ${DEFAULT-VALUE}).")
    private int segments;

    @Option(names = "--json", description = "Write the difference as JSON; needs --yes or --dry-run.")
    private boolean json;

    public Deploy(Terminal terminal, Prompt question) {
        this.terminal = terminal;
        this.question = question;
    }

    @Override
    public Integer call() {
        if (json && !yes && !dryRun) {
            throw new UsageException("--json cannot ask; add --yes or --dry-run.");
        }
        Transfers.check(rate, segments);
        Design design = DesignFiles.openSound(name).compiled().design();
        String place = RemoteClients.address(endpoint);
        try (DynamoDbClient client = RemoteClients.client(place, region)) {
            Deployment deployment = settings(design, client).plan();
            int outcome = json ? asJson(design, place, deployment) : asText(design, place, deployment);
            terminal.out().flush();
            return outcome;
        } catch (DynamoDbException refused) {
            return terminal.failed(Transfers.refusal(refused, RemoteClients.place(place, region)));
        } catch (SdkClientException unreachable) {
            return terminal.failed(Transfers.unreachable(unreachable, RemoteClients.place(place, region)));
        }
    }

    private Deployment.Builder settings(Design design, DynamoDbClient client) {
        return Deployment.of(design, client)
                .allowed(new AllowedChanges(removeIndexes, replaceIndexes, changeStreams))
                .filling(
                        backfill == null
                                ? Deployment.Filling.AS_NEEDED
                                : backfill ? Deployment.Filling.ALWAYS : Deployment.Filling.NEVER)
                .segments(segments)
                .rate(rate == null ? Double.POSITIVE_INFINITY : rate);
    }

    private int asText(Design design, String place, Deployment deployment) {
        terminal.out().println(terminal.bold(design.name()) + " at " + RemoteClients.place(place, region));
        terminal.out().println();
        deployment.tables().forEach(this::print);
        if (deployment.isRefused()) {
            terminal.out()
                    .println(terminal.red("Nothing was changed.") + " What is marked with ! must be settled first.");
            return 1;
        }
        if (deployment.isNothing()) {
            terminal.out()
                    .println("Nothing to do: "
                            + (deployment.tables().size() == 1 ? "the table is" : "the tables are")
                            + " as the design says.");
            return 0;
        }
        terminal.out().println(summary(deployment));
        if (dryRun) {
            terminal.out().println("Nothing was changed, as this is a dry run.");
            return SOMETHING_TO_DO;
        }
        terminal.out().flush();
        if (!yes) {
            Boolean answer = question.ask("Shall it be done? [y/N] ");
            if (!Boolean.TRUE.equals(answer)) {
                terminal.out()
                        .println(
                                answer == null
                                        ? "Nothing was changed: there is nobody to ask here. Add --yes to go ahead."
                                        : "Nothing was changed.");
                return 1;
            }
        }
        terminal.out().println();
        return apply(deployment);
    }

    private int apply(Deployment deployment) {
        ProgressLine gauge = new ProgressLine(terminal);
        List<String> failures;
        try (InterruptHook farewell =
                InterruptHook.of(gauge, terminal, "Stopped. The same command does what is left.", () -> {})) {
            failures = deployment.apply(gauge);
        } finally {
            gauge.clear();
        }
        terminal.out().println();
        if (!failures.isEmpty()) {
            terminal.out().println(terminal.red("Some items could not be given their index keys:"));
            failures.forEach(failure -> terminal.out().println("  " + failure));
            terminal.out().println("The rest is done. Mend these items, or the design, and deploy again.");
            return 1;
        }
        terminal.out().println("Done: the tables are as the design says.");
        return 0;
    }

    private int asJson(Design design, String place, Deployment deployment) {
        boolean isApplied = !dryRun && !deployment.isRefused() && !deployment.isNothing();
        List<String> failures = isApplied ? deployment.apply(Listener.SILENT) : List.of();
        List<Object> tables = new ArrayList<>();
        for (TablePlan table : deployment.tables()) {
            tables.add(Json.map(
                    "table",
                    table.name(),
                    "exists",
                    table.exists(),
                    "changes",
                    table.changes().stream()
                            .<Object>map(change -> Json.map(
                                    "change",
                                    change.sign().name().toLowerCase(Locale.ROOT),
                                    "what",
                                    change.subject(),
                                    "details",
                                    change.details()))
                            .toList(),
                    "refused",
                    table.refusals().stream()
                            .<Object>map(
                                    refusal -> Json.map("what", refusal.what(), "instead", Flags.in(refusal.instead())))
                            .toList(),
                    "leftAlone",
                    table.notes().stream().map(Flags::in).toList()));
        }
        terminal.out()
                .print(Json.write(Json.map(
                        "design",
                        design.name(),
                        "endpoint",
                        RemoteClients.place(place, region),
                        "tables",
                        tables,
                        "applied",
                        isApplied,
                        "failures",
                        failures)));
        if (deployment.isRefused() || !failures.isEmpty()) {
            return 1;
        }
        return dryRun && !deployment.isNothing() ? SOMETHING_TO_DO : 0;
    }

    private void print(TablePlan table) {
        boolean isChanged = !table.changes().isEmpty() || !table.refusals().isEmpty();
        String title = "table " + table.name();
        if (!table.exists()) {
            terminal.out().println(sign(TableChange.Sign.CREATE) + " " + terminal.bold(title));
        } else {
            terminal.out().println((isChanged ? sign(TableChange.Sign.CHANGE) : "=") + " " + terminal.bold(title));
        }
        table.refusals().forEach(refusal -> {
            terminal.out().println("    " + terminal.red("!") + " " + refusal.what());
            wrapped(Flags.in(refusal.instead())).forEach(line -> terminal.out().println("      " + terminal.dim(line)));
        });
        for (TableChange change : table.changes()) {
            if (change instanceof TableChange.NewTable) {
                change.details().forEach(detail -> terminal.out()
                        .println("    " + sign(TableChange.Sign.CREATE) + " " + detail));
            } else {
                terminal.out()
                        .println("    " + sign(change.sign()) + " " + change.subject()
                                + (change.details().isEmpty()
                                        ? ""
                                        : ": " + change.details().get(0)));
                change.details().stream().skip(1).forEach(detail -> terminal.out()
                        .println("        " + detail));
            }
        }
        table.notes().forEach(note -> terminal.out().println("    " + terminal.dim("= " + Flags.in(note))));
        terminal.out().println();
    }

    private String sign(TableChange.Sign sign) {
        return switch (sign) {
            case CREATE -> terminal.styled("32", sign.symbol());
            case CHANGE -> terminal.styled("33", sign.symbol());
            case REMOVE -> terminal.styled("31", sign.symbol());
        };
    }

    private static String summary(Deployment deployment) {
        int tables = 0;
        int others = 0;
        for (TablePlan table : deployment.tables()) {
            if (table.exists()) {
                others += table.changes().size();
            } else {
                tables++;
            }
        }
        List<String> parts = new ArrayList<>();
        if (tables > 0) {
            parts.add(Check.count(tables, "table") + " to create");
        }
        if (others > 0) {
            parts.add(Check.count(others, "change") + " to make");
        }
        return String.join(", ", parts) + ".";
    }

    private static List<String> wrapped(String text) {
        int width = 100;
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        for (String word : text.split(" ")) {
            if (line.length() > 0 && line.length() + 1 + word.length() > width) {
                lines.add(line.toString());
                line.setLength(0);
            }
            line.append(line.length() == 0 ? "" : " ").append(word);
        }
        lines.add(line.toString());
        return lines;
    }
}
