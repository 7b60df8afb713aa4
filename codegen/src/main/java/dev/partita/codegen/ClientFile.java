package dev.partita.codegen;

import dev.partita.plan.internal.read.Plan;
import dev.partita.plan.internal.read.ReadPlan;
import dev.partita.plan.internal.write.WritePlan;
import java.util.List;

/** The class of a design: a method for each pattern, in the file's order. */
record ClientFile(ApiNames face) {

    JavaFile file() {
        JavaFile file = face.file(name());
        String database = file.use("dev.partita.runtime.Database");
        String design = face.vocabulary().designClass() + ".design()";
        String about = JavaFile.doc(face.design().about());
        file.javadoc(
                about == null ? "The patterns of the design " + face.design().name() + "." : about,
                "One method for each access pattern of the design "
                        + JavaFile.doc(face.design().name())
                        + ". Reads answer at once; writes are described first and happen with {@code run()}."
                        + " Threads may share it.");
        file.open("public final class " + name());
        file.blank().line("private final " + database + " database;");
        file.blank().open("private " + name() + "(" + database + " database)");
        file.line("this.database = database;").close();
        on(
                file,
                "On a client of the AWS SDK, which stays the caller's to configure and to close.",
                file.use("software.amazon.awssdk.services.dynamodb.DynamoDbClient") + " client",
                "on(" + database + ".builder(" + design + ", client).build())");
        on(
                file,
                "On any endpoint.",
                file.use("dev.partita.plan.Endpoint") + " endpoint",
                "on(" + database + ".builder(" + design + ", endpoint).build())");
        on(
                file,
                "On a database that was put together by hand, of this design.",
                database + " database",
                "new " + name() + "(database)");
        own(file, database);
        for (Plan plan : face.compiled().plans().values()) {
            methods(plan, file).forEach(method -> method.write(file));
        }
        return file.close();
    }

    /** The methods of one pattern. */
    private List<Method> methods(Plan plan, JavaFile file) {
        return plan instanceof ReadPlan read
                ? new ReadMethods(face, read, file).all()
                : new WriteFile(face, (WritePlan) plan).methods(file);
    }

    private void on(JavaFile file, String doc, String parameter, String made) {
        file.blank().javadoc(doc);
        file.open("public static " + name() + " on(" + parameter + ")")
                .line("return " + made + ";")
                .close();
    }

    private void own(JavaFile file, String database) {
        file.blank().javadoc("The same patterns by name, with maps; and what they run on.");
        file.open("public " + database + " database()").line("return database;").close();
        file.blank().javadoc("The same for a caller: the one the design calls {@code me}.");
        file.open("public " + name() + " as(String me)")
                .line("return on(database.as(me));")
                .close();
        file.blank().javadoc("The same, whose calls have these options.");
        file.open("public " + name() + " with(" + file.use("dev.partita.runtime.CallOptions") + " options)");
        file.line("return on(database.with(options));").close();
        if (new BatchFile(face).isNeeded()) {
            file.blank().javadoc("Many items by their keys at once.");
            file.open("public " + face.batch() + " batch()")
                    .line("return new " + face.batch() + "(database);")
                    .close();
        }
        file.blank().javadoc("The reads, without waiting for their answers. Writes have {@code runAsync()}.");
        file.open("public " + face.async() + " async()")
                .line("return new " + face.async() + "(this);")
                .close();
    }

    private String name() {
        return face.vocabulary().client();
    }
}
