package dev.partita.codegen;

import dev.partita.codegen.PatternRecords.Part;
import java.util.ArrayList;
import java.util.List;

/** The record of entities that are read together: {@code ProblemWithTestCases}. */
record CollectionFile(Scope scope, String className, PatternRecords.Collection collection) {

    JavaFile file() {
        JavaFile file = scope.file(className);
        List<String> doc = new ArrayList<>();
        doc.add("What is read together: "
                + String.join(", ", collection.parts().stream().map(Part::name).toList()) + ".");
        collection.parts().stream()
                .filter(part -> part.isOne() && !part.isHead())
                .forEach(part -> doc.add("@param " + part.name() + " null when there is none"));
        file.javadoc(doc);
        file.openList(
                "public record " + className,
                collection.parts().stream().map(part -> declaration(part, file)).toList(),
                "");
        if (collection.parts().stream().anyMatch(part -> !part.isOne())) {
            file.blank().open("public " + className);
            collection.parts().stream()
                    .filter(part -> !part.isOne())
                    .forEach(part -> file.line(
                            part.name() + " = " + file.use("java.util.List") + ".copyOf(" + part.name() + ");"));
            file.close();
        }
        file.blank().javadoc("Makes one of what the same pattern gives when it is run by name.");
        file.open("public static " + className + " of(" + file.use("dev.partita.plan.Result") + " result)");
        file.list(
                "return new " + className,
                collection.parts().stream().map(CollectionFile::taken).toList(),
                ";");
        return file.close().close();
    }

    private static String declaration(Part part, JavaFile file) {
        return (part.isOne() ? part.record() : file.use("java.util.List") + "<" + part.record() + ">") + " "
                + part.name();
    }

    private static String taken(Part part) {
        String all =
                "result.of(" + JavaFile.literal(part.entity().name()) + ").stream().map(" + part.record() + "::of)";
        return all + (part.isOne() ? ".findFirst().orElse(null)" : ".toList()");
    }
}
