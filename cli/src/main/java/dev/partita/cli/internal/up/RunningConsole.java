package dev.partita.cli.internal.up;

import dev.partita.cli.internal.data.RemoteClients;
import dev.partita.cli.internal.terminal.Version;
import dev.partita.console.Console;
import dev.partita.console.ConsoleKey;
import dev.partita.console.Designs;
import dev.partita.console.EndpointDescription;
import dev.partita.console.Partitions;
import dev.partita.console.Samples;
import dev.partita.console.Traffic;
import dev.partita.console.WatchedEndpoint;
import dev.partita.engine.Engine;
import dev.partita.http.Handler;
import dev.partita.plan.Endpoint;
import dev.partita.wire.Wire;
import java.time.Clock;

/** The console of {@code partita up}: what it looks at, and the pages before the service. */
public final class RunningConsole {

    private final ServiceTables tables;
    private final Traffic traffic;
    private final Partitions partitions;

    /** @param api what answers DynamoDB's API here, or null when that is elsewhere */
    public RunningConsole(ServiceTables tables, Wire api, Clock clock) {
        this.tables = tables;
        this.partitions = new Partitions(tables.raw());
        if (api == null) {
            this.traffic = new Traffic(clock, () -> {}, () -> {});
        } else {
            Engine engine = api.engine();
            this.traffic = new Traffic(clock, () -> engine.countUnits(true), () -> engine.countUnits(false));
            api.watch(new ApiTraffic(traffic, partitions));
        }
    }

    /** The same endpoint; what the design sends there can be seen. */
    Endpoint watched(Endpoint endpoint, String design) {
        return new WatchedEndpoint(endpoint, design, traffic, partitions);
    }

    /**
     * @param region what clients have to name; null where that is the endpoint's business
     * @param key what the pages need; null in local mode
     */
    Handler before(Handler service, Designs designs, Samples samples, String region, ConsoleKey key) {
        String address = RemoteClients.address(tables.url());
        String label = tables.here() ? "this machine" : address == null ? "Amazon DynamoDB" : address;
        EndpointDescription where = new EndpointDescription(
                label + (tables.here() || region == null ? "" : ", " + region),
                null,
                address,
                region,
                tables.here(),
                !tables.nearby(),
                key == null,
                Version.number());
        return new Console(tables.raw(), where, designs, samples, traffic, key).before(service);
    }
}
