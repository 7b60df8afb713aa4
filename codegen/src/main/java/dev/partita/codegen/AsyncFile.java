package dev.partita.codegen;

import dev.partita.plan.internal.read.Plan;
import dev.partita.plan.internal.read.ReadPlan;

/** The class of a design's reads whose callers do not wait: the same methods, each with a future. */
record AsyncFile(ApiNames face) {

    JavaFile file() {
        String client = face.vocabulary().client();
        JavaFile file = face.file(face.async());
        String future = file.use("java.util.concurrent.CompletableFuture");
        file.javadoc("The reads of {@link " + client + "} on the database's executor: no method waits for an answer.");
        file.open("public final class " + face.async());
        file.blank().line("private final " + client + " calls;");
        file.blank()
                .open(face.async() + "(" + client + " calls)")
                .line("this.calls = calls;")
                .close();
        for (Plan plan : face.compiled().plans().values()) {
            if (plan instanceof ReadPlan read) {
                ResultShape shape = face.shape(read);
                for (Method method : new ReadMethods(face, read, file).all()) {
                    write(method, shape, future, file);
                }
            }
        }
        return file.close();
    }

    private void write(Method method, ResultShape shape, String future, JavaFile file) {
        file.blank();
        file.javadoc("See {@link " + face.vocabulary().client() + "#" + method.name() + "(" + method.types() + ")}.");
        if (method.isLazy()) {
            Parameter each = new Parameter(
                    method.free("each"),
                    file.use("java.util.function.Consumer") + "<? super " + shape.boxed(file) + ">",
                    null,
                    null);
            Method all = method.with(each);
            file.openList("public " + future + "<Void> " + method.name(), all.declarations(), "");
            file.line("return calls.database().async(() -> {");
            file.line("    calls." + method.call() + ".forEach(" + each.name() + ");");
            file.line("    return null;");
            file.line("});");
        } else {
            file.openList(
                    "public " + future + "<" + shape.boxed(file) + "> " + method.name(), method.declarations(), "");
            file.line("return calls.database().async(() -> calls." + method.call() + ");");
        }
        file.close();
    }
}
