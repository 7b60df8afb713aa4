package dev.partita.proof;

import dev.partita.clock.Clocks;
import dev.partita.crash.Kills;
import dev.partita.crash.PowerCuts;
import dev.partita.disk.CrashPoints;
import dev.partita.disk.DamagedFiles;
import dev.partita.disk.FailingCalls;
import dev.partita.disk.FullDisks;
import dev.partita.disk.GoldenStores;
import dev.partita.disk.Simulations;
import dev.partita.fuzz.Fuzz;
import dev.partita.history.Histories;
import dev.partita.history.Transactions;
import dev.partita.kernel.Kernels;
import dev.partita.load.HostileClients;
import dev.partita.load.MemoryBound;
import dev.partita.load.Overload;
import dev.partita.model.Models;
import java.util.List;

/** All families, in the order of their numbers. */
final class Families {

    static final List<Family> ALL = List.of(
            new Kills(),
            new PowerCuts(),
            new CrashPoints(),
            new DamagedFiles(),
            new FailingCalls(),
            new FullDisks(),
            new Histories(),
            new Transactions(),
            new Models(),
            new Kernels(),
            new Fuzz(),
            new HostileClients(),
            new GoldenStores(),
            new Clocks(),
            new Overload(),
            new MemoryBound(),
            new Simulations());

    private Families() {}
}
