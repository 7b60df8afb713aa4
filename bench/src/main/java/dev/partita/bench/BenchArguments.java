package dev.partita.bench;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** What the command line asked for; {@code chart} is null unless one more copy of the chart is wanted. */
record BenchArguments(
        Set<Workload> workloads,
        Set<Stage> stages,
        Set<Contender.Kind> kinds,
        List<Integer> connections,
        int rounds,
        double seconds,
        double warmUpSeconds,
        int loaded,
        int grown,
        int bulk,
        int starts,
        boolean profile,
        Path chart,
        Path root) {

    /** The parts of a run. */
    enum Stage {
        START,
        SPEED,
        GROWTH,
        TYPED,
        SERVICE,
        LONE,
        BULK
    }

    static final String HELP = """
            bench/run [options]: measures Partita and DynamoDB Local side by side on this machine.

              --quick             about two minutes: fewer rounds, a smaller table
              --only A,B          only these operations, by the start of their names: PutItem, GetItem, Query, COUNT,
                                  UpdateItem, TransactWrite, BatchWrite, mixed
              --stage A,B         only these parts: start, speed, growth, typed, service, lone (one connection, also beside
                                  a busy thread), bulk (only if named: it takes long and many gigabytes)
              --system NAME       only partita or dynamodb_local
              --connections 1,16  numbers of connections
              --rounds N          rounds; each alternates the two systems, medians are reported
              --seconds S         length of one measurement
              --warm-up S         warm-up of each operation before the first round
              --items N           orders in the table while speed is measured
              --grown N           orders in the table when memory is measured
              --bulk N            orders to load in the part bulk (10,000,000)
              --chart FILE        also write the chart there
              --profile           JFR of Partita for each operation instead of a comparison; with --stage service, of the
                                  reads over REST
            """;

    BenchArguments {
        workloads = Set.copyOf(workloads);
        stages = Set.copyOf(stages);
        kinds = Set.copyOf(kinds);
        connections = List.copyOf(connections);
    }

    static BenchArguments parse(String[] words) {
        boolean quick = Arrays.asList(words).contains("--quick");
        Set<Workload> workloads = EnumSet.allOf(Workload.class);
        workloads.removeIf(Workload::isOfService);
        Set<Stage> stages = EnumSet.complementOf(EnumSet.of(Stage.BULK));
        Set<Contender.Kind> kinds = EnumSet.of(Contender.Kind.PARTITA, Contender.Kind.DYNAMODB_LOCAL);
        List<Integer> connections = List.of(1, 16);
        int rounds = quick ? 1 : 5;
        double seconds = quick ? 1.5 : 4;
        double warmUp = quick ? 2 : 8;
        int loaded = quick ? 5_000 : 20_000;
        int grown = quick ? 20_000 : 200_000;
        int bulk = 10_000_000;
        int starts = quick ? 2 : 5;
        boolean profile = false;
        Path chart = null;
        Path root = Path.of("");
        Iterator<String> rest = Arrays.asList(words).iterator();
        while (rest.hasNext()) {
            String word = rest.next();
            switch (word) {
                case "--quick" -> {}
                case "--profile" -> profile = true;
                case "--only" -> workloads = chosen(Workload.class, value(word, rest));
                case "--stage" -> stages = chosen(Stage.class, value(word, rest));
                case "--system" -> kinds = chosen(Contender.Kind.class, value(word, rest));
                case "--connections" -> connections = numbers(value(word, rest));
                case "--rounds" -> rounds = Integer.parseInt(value(word, rest));
                case "--seconds" -> seconds = Double.parseDouble(value(word, rest));
                case "--warm-up" -> warmUp = Double.parseDouble(value(word, rest));
                case "--items" -> loaded = Integer.parseInt(value(word, rest));
                case "--grown" -> grown = Integer.parseInt(value(word, rest));
                case "--bulk" -> bulk = Integer.parseInt(value(word, rest));
                case "--chart" -> chart = Path.of(value(word, rest));
                case "--root" -> root = Path.of(value(word, rest));
                default -> throw new IllegalArgumentException("unknown option " + word);
            }
        }
        return new BenchArguments(
                workloads,
                stages,
                kinds,
                connections,
                rounds,
                seconds,
                warmUp,
                loaded,
                grown,
                bulk,
                starts,
                profile,
                chart,
                root.toAbsolutePath());
    }

    private static String value(String option, Iterator<String> rest) {
        if (!rest.hasNext()) {
            throw new IllegalArgumentException(option + " needs a value");
        }
        return rest.next();
    }

    private static List<Integer> numbers(String list) {
        return Arrays.stream(list.split(",")).map(Integer::valueOf).toList();
    }

    private static <E extends Enum<E>> Set<E> chosen(Class<E> type, String list) {
        List<E> chosen = new ArrayList<>();
        for (String word : list.split(",")) {
            String wanted = plain(word);
            List<E> matches = Arrays.stream(type.getEnumConstants())
                    .filter(constant -> plain(constant.name()).startsWith(wanted))
                    .toList();
            if (wanted.isEmpty() || matches.isEmpty()) {
                throw new IllegalArgumentException(
                        "unknown name " + word + "; one of " + Arrays.toString(type.getEnumConstants()));
            }
            chosen.addAll(matches);
        }
        return EnumSet.copyOf(chosen);
    }

    private static String plain(String word) {
        return word.toLowerCase(Locale.ROOT).replaceAll("[^a-z]", "");
    }
}
