package dev.partita.maven;

import dev.partita.codegen.Generator;
import dev.partita.lint.JudgedDesign;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.inject.Inject;
import javax.lang.model.SourceVersion;
import org.apache.maven.artifact.Artifact;
import org.apache.maven.plugin.MojoExecution;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.codehaus.plexus.build.BuildContext;

/**
 * Writes typed Java from the design files: records, enums, and one class with a method for each access pattern.
 *
 * <p>Does nothing when neither a design, an option nor the plugin has changed since the last time.
 */
@Mojo(name = "generate", defaultPhase = LifecyclePhase.GENERATE_SOURCES, threadSafe = true)
public final class Generate extends DesignGoal {

    /** The part of {@link #packageName} that stands for the name of the design. */
    private static final String DESIGN = "{design}";

    /**
     * The package of the generated code. {@code {design}} in it stands for the name of the design, without its hyphens:
     * {@code com.example.{design}}.
     */
    @Parameter(property = "partita.packageName", defaultValue = DESIGN)
    String packageName;

    /** Where the generated code goes. It is compiled with the sources of the project. */
    @Parameter(property = "partita.output", defaultValue = "${project.build.directory}/generated-sources/partita")
    File output;

    /** Whether the generated code is compiled with the project's tests instead. */
    @Parameter(property = "partita.testSources", defaultValue = "false")
    boolean testSources;

    @Parameter(defaultValue = "${plugin.artifacts}", readonly = true)
    List<Artifact> pluginArtifacts = List.of();

    @Parameter(defaultValue = "${mojoExecution}", readonly = true)
    MojoExecution execution;

    private final BuildContext buildContext;

    @Inject
    public Generate(BuildContext buildContext) {
        this.buildContext = buildContext;
    }

    @Override
    void run(List<Path> files) throws IOException, MojoFailureException {
        String id = execution == null ? "default" : execution.getExecutionId();
        Path record = Path.of(project.getBuild().getDirectory(), "partita", id + ".generated");
        GeneratedFiles generated = new GeneratedFiles(output.toPath(), record);
        String inputs = inputs(files);
        if (generated.areMadeFrom(inputs)) {
            getLog().info("Nothing to generate: no design has changed.");
        } else {
            Map<String, String> texts = texts(read(files));
            int changed = generated.replace(inputs, texts);
            buildContext.refresh(output);
            getLog().info("Generated " + texts.size() + " files, " + changed + " of them changed, in " + output + ".");
        }
        if (testSources) {
            project.addTestCompileSourceRoot(output.getPath());
        } else {
            project.addCompileSourceRoot(output.getPath());
        }
    }

    /** Everything the generated code depends on, as text. */
    private String inputs(List<Path> files) throws IOException {
        StringBuilder inputs = new StringBuilder();
        for (Artifact artifact : pluginArtifacts) {
            inputs.append(artifact.getId());
            // A snapshot changes and keeps its version; inside its own build the plugin is a directory of classes.
            try (Stream<Path> parts = Files.walk(artifact.getFile().toPath())) {
                parts.map(Path::toFile).sorted().forEach(part -> inputs.append(' ')
                        .append(part.length())
                        .append(' ')
                        .append(part.lastModified()));
            }
            inputs.append('\n');
        }
        inputs.append(packageName).append(' ').append(strict).append('\n');
        for (Path file : files) {
            String digest = GeneratedFiles.digest(Files.readAllBytes(file));
            inputs.append(file.getFileName()).append(' ').append(digest).append('\n');
        }
        return inputs.toString();
    }

    private Map<String, String> texts(List<JudgedDesign> designs) throws MojoFailureException {
        Map<String, String> texts = new LinkedHashMap<>();
        Map<String, JudgedDesign> authors = new LinkedHashMap<>();
        for (JudgedDesign design : designs) {
            for (Map.Entry<String, String> file : textsOf(design).entrySet()) {
                JudgedDesign other = authors.put(file.getKey(), design);
                if (other != null) {
                    throw new MojoFailureException(
                            other.source().name() + " and " + design.source().name() + " both make " + file.getKey()
                                    + ". Give each a package of its own: <packageName>" + packageName + "." + DESIGN
                                    + "</packageName>");
                }
                texts.put(file.getKey(), file.getValue());
            }
        }
        return texts;
    }

    private Map<String, String> textsOf(JudgedDesign design) throws MojoFailureException {
        String name = packageName.replace(
                DESIGN, Generator.packageOf(design.compiled().design()));
        if (!SourceVersion.isName(name)) {
            throw new MojoFailureException("<packageName>: " + name + " cannot be the name of a package.");
        }
        return Generator.generate(design.compiled(), new Generator.Options(name));
    }
}
