package pages;

import com.example.fusmain.*;
import dev.partita.embedded.*;

/** What the block of docs/systems.md finds around it. */
abstract class SystemsPage {
    final Partita partita = Partita.inMemory();
    final FusMain sites = FusMain.on(partita.endpoint()).as("ann");

    SystemsPage() {
        sites.database().createTables();
    }
}
