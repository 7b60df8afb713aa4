package dev.partita.cli;

import picocli.CommandLine;
import picocli.CommandLine.IFactory;

/** Makes the commands, and hands them the terminal. */
record Commands(Terminal terminal) implements IFactory {

    @Override
    public <K> K create(Class<K> type) throws Exception {
        if (type == Up.class) {
            return type.cast(new Up(terminal));
        }
        return CommandLine.defaultFactory().create(type);
    }
}
