package dev.partita.maven;

import dev.partita.design.Finding;
import dev.partita.design.Report;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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
            List<Path> files = Files.isDirectory(designs.toPath()) ? DesignFile.in(designs.toPath()) : List.of();
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
    final List<DesignFile> read(List<Path> files) throws IOException, MojoFailureException {
        List<DesignFile> read = new ArrayList<>();
        for (Path file : files) {
            DesignFile design = DesignFile.read(file, root());
            read.add((advice ? design : design.withoutAdvice()).helped());
        }
        read.forEach(design -> design.print(getLog()));
        if (read.stream().anyMatch(design -> design.fails(strict))) {
            List<Finding> all =
                    read.stream().flatMap(design -> design.findings().stream()).toList();
            throw new MojoFailureException(
                    Report.summary(all) + (all.stream().anyMatch(Finding::isError) ? "" : "; strict is on")
                            + " (partita rules RULE explains one)");
        }
        return read;
    }

    private Path root() {
        String root = session == null ? null : session.getExecutionRootDirectory();
        return root == null ? project.getBasedir().toPath() : Path.of(root);
    }
}
