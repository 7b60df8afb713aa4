package dev.partita.codegen;

import dev.partita.design.model.Pattern;
import dev.partita.plan.internal.read.ReadPlan;
import java.util.List;
import java.util.Map;

/** The record of the answers of patterns that are gathered: {@code AdminStats}. */
record GatherFile(ApiNames face, String className, Pattern pattern) {

    JavaFile file() {
        JavaFile file = face.file(className);
        Map<String, String> names = JavaNames.members(pattern.entities());
        file.javadoc(
                PatternDocs.summary(pattern, null),
                "The answers of " + JavaFile.doc(PatternDocs.and(pattern.entities())) + ".");
        file.openList(
                "public record " + className,
                parts().stream()
                        .map(plan -> face.shape(plan).type(file) + " "
                                + names.get(plan.pattern().name()))
                        .toList(),
                "");
        file.blank().javadoc("Makes one of what the same pattern gives when it is run by name.");
        file.open("public static " + className + " of(" + file.use("dev.partita.plan.Result") + " result)");
        file.list(
                "return new " + className,
                parts().stream().map(plan -> of(plan, file)).toList(),
                ";");
        return file.close().close();
    }

    private String of(ReadPlan plan, JavaFile file) {
        return face.shape(plan)
                .of("result.parts().get(" + JavaFile.literal(plan.pattern().name()) + ")", file);
    }

    private List<ReadPlan> parts() {
        return pattern.entities().stream()
                .distinct()
                .map(name -> (ReadPlan) face.compiled().plans().get(name))
                .toList();
    }
}
