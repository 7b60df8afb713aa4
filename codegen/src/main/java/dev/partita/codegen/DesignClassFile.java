package dev.partita.codegen;

import dev.partita.design.Design;
import dev.partita.design.PackedDesign;
import java.util.ArrayList;
import java.util.List;

/**
 * The design itself, as text that the runtime reads without YAML. It is a constant of a class and not a file beside it: so it
 * goes wherever the class goes, and the two are always of one version.
 */
record DesignClassFile(Scope scope) {

    /** The JVM's limit for one constant is 65,535 bytes; this text is ASCII. */
    private static final int PIECE_CHARACTERS = 60_000;

    JavaFile file() {
        String name = scope.vocabulary().designClass();
        JavaFile file = scope.file(name);
        String packed = file.use(PackedDesign.class);
        file.javadoc(
                "The design " + JavaFile.doc(scope.design().name()) + ", as any later version of Partita can read it.");
        file.open("public final class " + name).blank();
        file.line("private static final " + packed + " PACKED = " + packed + ".of(");
        file.line("        " + name + ".class,");
        file.line("        " + String.join(",\n        ", pieces()) + ");");
        file.blank().line("private " + name + "() {}");
        file.blank().javadoc("The design; read once, when it is first asked for.");
        file.open("public static " + file.use(Design.class) + " design()")
                .line("return PACKED.design();")
                .close();
        return file.close();
    }

    /** Text blocks of whole lines; only what is too long for one piece is torn. */
    private List<String> pieces() {
        List<String> pieces = new ArrayList<>();
        StringBuilder block = new StringBuilder();
        for (String line : PackedDesign.pack(scope.design()).split("\n")) {
            if (block.length() + line.length() > PIECE_CHARACTERS && block.length() > 0) {
                pieces.add(block(block));
                block.setLength(0);
            }
            int from = 0;
            for (; line.length() - from > PIECE_CHARACTERS; from += PIECE_CHARACTERS) {
                pieces.add(JavaFile.literal(line.substring(from, from + PIECE_CHARACTERS)));
            }
            if (from > 0) {
                pieces.add(JavaFile.literal(line.substring(from) + "\n"));
            } else {
                block.append(line).append('\n');
            }
        }
        pieces.add(block(block));
        return pieces;
    }

    private static String block(CharSequence text) {
        String escaped = text.toString().replace("\\", "\\\\").replace("\"\"\"", "\\\"\"\"");
        return "\"\"\"\n" + escaped.replaceAll("(?m)^(?=.)", "        ") + "        \"\"\"";
    }
}
