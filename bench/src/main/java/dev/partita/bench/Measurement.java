package dev.partita.bench;

/** One run of one operation against one server. */
record Measurement(
        Contender.Kind kind,
        Workload workload,
        int connections,
        double perSecond,
        double p50Micros,
        double p99Micros,
        double serverCpuMicros,
        double clientCpuMicros) {

    /** Runs an operation for a while and watches the server's processor time. */
    static Measurement take(Contender contender, Workload workload, int connections, double seconds) {
        try (Load load = contender.connect(connections)) {
            // The first requests of a connection meet cold caches and a cold branch in the client.
            load.run(seconds / 10, i -> workload.source(contender.requests(), i));
            double cpu = contender.cpuSeconds();
            Load.Outcome outcome = load.run(seconds, i -> workload.source(contender.requests(), i));
            double cpuMicros =
                    (contender.cpuSeconds() - cpu) * 1e6 / outcome.latencies().total();
            return new Measurement(
                    contender.kind(),
                    workload,
                    connections,
                    outcome.perSecond(),
                    outcome.latencies().microsAt(0.5),
                    outcome.latencies().microsAt(0.99),
                    cpuMicros,
                    outcome.clientCpuMicros());
        }
    }
}
