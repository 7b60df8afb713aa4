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
        if (type == Check.class) {
            return type.cast(new Check(terminal));
        }
        if (type == Explain.class) {
            return type.cast(new Explain(terminal));
        }
        if (type == Call.class) {
            return type.cast(new Call(terminal));
        }
        if (type == Show.class) {
            return type.cast(new Show(terminal));
        }
        if (type == New.class) {
            return type.cast(new New(terminal));
        }
        if (type == Import.class) {
            return type.cast(new Import(terminal));
        }
        if (type == Export.class) {
            return type.cast(new Export(terminal));
        }
        if (type == RulesCommand.class) {
            return type.cast(new RulesCommand(terminal));
        }
        if (type == SchemaCommand.class) {
            return type.cast(new SchemaCommand(terminal));
        }
        return CommandLine.defaultFactory().create(type);
    }
}
