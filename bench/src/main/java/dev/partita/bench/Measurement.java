package dev.partita.bench;

/**
 * One run of one operation against one server; {@code foreignShare} of the machine went to somebody else meanwhile.
 *
 * @param isCrowded whether a busy thread of our own ran beside it
 */
record Measurement(
        Contender.Kind kind,
        Workload workload,
        int connections,
        double perSecond,
        double p50Micros,
        double p99Micros,
        double serverCpuMicros,
        double clientCpuMicros,
        double foreignShare,
        boolean isCrowded) {

    /** Runs an operation for a while and watches the server's processor time. */
    static Measurement take(Contender contender, Workload workload, int connections, double seconds) {
        return take(contender, workload, connections, seconds, null);
    }

    /** The same beside a busy thread, unless that is null. */
    static Measurement take(
            Contender contender, Workload workload, int connections, double seconds, Neighbour neighbour) {
        try (Load load = contender.connect(workload, connections)) {
            // The first requests of a connection meet cold caches and a cold branch in the client.
            load.run(seconds / 10, i -> workload.source(contender.requests(), i));
            double busy = Machine.busySeconds();
            double neighbours = neighbour == null ? 0 : neighbour.cpuSeconds();
            double cpu = contender.cpuSeconds();
            Load.Outcome outcome = load.run(seconds, i -> workload.source(contender.requests(), i));
            double serverSeconds = contender.cpuSeconds() - cpu;
            long operations = outcome.latencies().total();
            double clientSeconds = outcome.clientCpuMicros() * operations / 1e6;
            double neighbourSeconds = neighbour == null ? 0 : neighbour.cpuSeconds() - neighbours;
            double foreignSeconds = Machine.busySeconds() - busy - serverSeconds - clientSeconds - neighbourSeconds;
            return new Measurement(
                    contender.kind(),
                    workload,
                    connections,
                    outcome.perSecond(),
                    outcome.latencies().microsAt(0.5),
                    outcome.latencies().microsAt(0.99),
                    serverSeconds * 1e6 / operations,
                    outcome.clientCpuMicros(),
                    Math.max(0, foreignSeconds / outcome.seconds() / Machine.processors()),
                    neighbour != null);
        }
    }
}
