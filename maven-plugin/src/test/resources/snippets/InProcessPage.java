package pages;

import com.example.orders.*;
import dev.partita.embedded.*;
import java.time.Clock;

/** What the blocks of docs/in-process.md find around them. */
abstract class InProcessPage {
    static final Clock myClock = Clock.systemUTC();
    final Partita partita = Partita.inMemory();
}
