package dev.partita.codegen;

import dev.partita.design.model.Type;

/** What a reading pattern gives in Java, and how that is made of a plan's result. */
sealed interface ResultShape {

    String ANSWERS = "dev.partita.runtime.Answers";

    /** The type as the file writes it. */
    String type(JavaFile file);

    /** The same between angle brackets. */
    default String boxed(JavaFile file) {
        return type(file);
    }

    /** An expression that makes it of a {@code Result}. */
    String of(String result, JavaFile file);

    /** One item or none. */
    record One(String record) implements ResultShape {
        @Override
        public String type(JavaFile file) {
            return file.use("java.util.Optional") + "<" + record + ">";
        }

        @Override
        public String of(String result, JavaFile file) {
            return file.use(ANSWERS) + ".one(" + result + ", " + record + "::of)";
        }
    }

    /** A page of items. */
    record Paged(String record) implements ResultShape {
        @Override
        public String type(JavaFile file) {
            return file.use("dev.partita.runtime.Page") + "<" + record + ">";
        }

        @Override
        public String of(String result, JavaFile file) {
            return file.use(ANSWERS) + ".page(" + result + ", " + record + "::of)";
        }
    }

    /** Items of several entities in a record of their own; without its head, if it has one, there is nothing. */
    record Whole(String record, boolean hasHead) implements ResultShape {
        @Override
        public String type(JavaFile file) {
            return hasHead ? file.use("java.util.Optional") + "<" + record + ">" : record;
        }

        @Override
        public String of(String result, JavaFile file) {
            return hasHead
                    ? file.use(ANSWERS) + ".whole(" + result + ", " + record + "::of)"
                    : record + ".of(" + result + ")";
        }
    }

    /** How many there are. */
    record Count() implements ResultShape {
        @Override
        public String type(JavaFile file) {
            return "long";
        }

        @Override
        public String boxed(JavaFile file) {
            return "Long";
        }

        @Override
        public String of(String result, JavaFile file) {
            return result + ".count()";
        }
    }

    /** How many there are of each value. */
    record Counts(Type value, JavaTypes types) implements ResultShape {
        @Override
        public String type(JavaFile file) {
            return file.use("java.util.Map") + "<" + types.boxed(value, file) + ", Long>";
        }

        @Override
        public String of(String result, JavaFile file) {
            return file.use(ANSWERS) + ".counts(" + result + ", " + types.as(value, file) + ")";
        }
    }
}
