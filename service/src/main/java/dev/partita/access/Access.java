package dev.partita.access;

import dev.partita.design.Pattern;
import dev.partita.plan.Result;
import dev.partita.plan.Written;
import dev.partita.runtime.Database;
import dev.partita.runtime.Write;
import java.util.Map;

/** Who may call which pattern of one design, as its {@code allow:}, {@code owner:} and {@code roles:} say. */
public final class Access {

    private final Database database;

    private Access(Database database) {
        this.database = database;
    }

    /** By the rules of the database's design; roles that need a look into its tables read them there. */
    public static Access of(Database database) {
        return new Access(database);
    }

    /**
     * Lets a call through or not. May read from the database, to find out about a role.
     *
     * @throws AccessDenied when the caller may not
     */
    public Decision decide(Caller caller, Pattern pattern, Map<String, Object> arguments) {
        if (caller.trusted()) {
            return Decision.free(arguments);
        }
        throw AccessDenied.forbidden("not yet decided for " + database.design().name());
    }

    /**
     * What the caller may see of a result: all of it, where the decision asks for no owner. One item that is somebody else's is
     * answered as if it were not there; lists leave such items out.
     *
     * @throws AccessDenied when there is nothing left
     */
    public Result requireOwned(Decision decision, Result result) {
        return result;
    }

    /** The write on the condition that its item is the caller's, in the same request; the write itself where that does not matter. */
    public Write<Written> guard(Decision decision, Write<Written> write) {
        return write;
    }
}
