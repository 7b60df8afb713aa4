package dev.partita.maven;

import dev.partita.design.Reader;
import dev.partita.design.Report;
import dev.partita.design.Source;
import dev.partita.design.model.Finding;
import dev.partita.lint.JudgedDesign;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.maven.execution.MavenSession;
import org.apache.maven.plugin.AbstractMojo;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.project.MavenProject;

/** What every goal begins with: the design files of a project, and a build that fails when they cannot work. */
abstract class DesignGoal extends AbstractMojo {

    @Parameter(defaultValue = "${project}", readonly = true, required = true)
    MavenProject project;

    @Parameter(defaultValue = "${session}", readonly = true)
    MavenSession session;

    /** The directory with the design files, {@code *.yaml} and {@code *.yml}. */
    @Parameter(property = "partita.designs", defaultValue = "${project.basedir}/src/main/partita")
    File designs;

    /** Whether warnings fail the build, too. */
    @Parameter(property = "partita.strict", defaultValue = "false")
    boolean strict;

    /** Whether advice is printed beside errors and warnings. */
    @Parameter(property = "partita.advice", defaultValue = "true")
    boolean advice = true;

    /** Leaves it all out. */
    @Parameter(property = "partita.skip", defaultValue = "false")
    boolean skip;

    @Override
    public final void execute() throws MojoExecutionException, MojoFailureException {
        if (skip) {
            getLog().info("Skipped.");
            return;
        }
        try {
            List<Path> files = Files.isDirectory(designs.toPath()) ? filesIn(designs.toPath()) : List.of();
            if (files.isEmpty()) {
                getLog().warn("There is no design (*.yaml) in " + designs + ".");
            }
            run(files);
        } catch (IOException problem) {
            throw new MojoExecutionException(problem.getMessage(), problem);
        }
    }

    abstract void run(List<Path> files) throws IOException, MojoFailureException;

    /** Reads and judges the files and prints what was found. */
    final List<JudgedDesign> read(List<Path> files) throws IOException, MojoFailureException {
        List<JudgedDesign> read = new ArrayList<>();
        for (Path file : files) {
            JudgedDesign design = read(file, root());
            read.add((advice ? design : design.withoutAdvice()).helped());
        }
        read.forEach(this::print);
        if (read.stream().anyMatch(design -> design.fails(strict))) {
            List<Finding> all =
                    read.stream().flatMap(design -> design.findings().stream()).toList();
            throw new MojoFailureException(
                    Report.summary(all) + (all.stream().anyMatch(Finding::isError) ? "" : "; strict is on")
                            + " (partita rules RULE explains one)");
        }
        return read;
    }

    /** The design files directly in a directory, by name. */
    private static List<Path> filesIn(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> Files.isRegularFile(file) && isDesign(file.toString()))
                    .sorted()
                    .toList();
        }
    }

    private static boolean isDesign(String name) {
        return name.endsWith(".yaml") || name.endsWith(".yml");
    }

    /** @param root where the build was started; what lies beneath is shown without the way there */
    private static JudgedDesign read(Path path, Path root) throws IOException {
        byte[] bytes = Files.readAllBytes(path);
        Path name = path.startsWith(root) ? root.relativize(path) : path;
        Source shown = new Source(name.toString(), new String(bytes, StandardCharsets.UTF_8));
        // The name goes into what is generated, which must not differ from machine to machine.
        return JudgedDesign.of(shown, Reader.read(path.getFileName().toString(), bytes));
    }

    private void print(JudgedDesign design) {
        Report report = new Report(design.source(), false);
        for (Finding finding : design.findings()) {
            String text = report.text(finding).stripTrailing();
            switch (finding.severity()) {
                case ERROR -> getLog().error(text);
                case WARNING -> getLog().warn(text);
                case ADVICE -> getLog().info(text);
            }
        }
    }

    private Path root() {
        String root = session == null ? null : session.getExecutionRootDirectory();
        return root == null ? project.getBasedir().toPath() : Path.of(root);
    }
}
