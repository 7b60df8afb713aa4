package dev.partita.codegen;

import dev.partita.design.Design;
import dev.partita.plan.internal.compile.Compiled;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What all emitters of one design share. */
record Scope(Compiled compiled, String packageName, ClassNames vocabulary, JavaTypes types) {

    static Scope of(Compiled compiled, String packageName) {
        ClassNames vocabulary = new ClassNames(compiled.design());
        return new Scope(compiled, packageName, vocabulary, new JavaTypes(vocabulary));
    }

    Design design() {
        return compiled.design();
    }

    JavaFile file(String className) {
        return file(className, List.of());
    }

    /** @param nested the names of classes inside it */
    JavaFile file(String className, List<String> nested) {
        Set<String> taken = new HashSet<>(vocabulary.all());
        taken.addAll(nested);
        return new JavaFile(packageName, className, taken);
    }
}
