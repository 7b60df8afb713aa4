package dev.partita.maven;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * A Maven build as a user runs it, by the wrapper of this repository.
 *
 * <p>It has a local repository with Partita's modules as they are compiled here, and behind it the one of the build that
 * runs this test. So it needs no network: a project may use what this build uses, in the same versions.
 */
record Build(int exitCode, String log) {

    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final List<String> MODULES = List.of(
            "core",
            "engine",
            "wire",
            "http",
            "server",
            "design",
            "plan",
            "check",
            "runtime",
            "redis",
            "search",
            "deploy",
            "service",
            "embedded",
            "codegen",
            "maven-plugin",
            "spring-boot");
    private static final int TIMEOUT_MINUTES = 5;

    private static Path repository;

    static Build run(Path project, String... goals) {
        return run(project, Map.of(), goals);
    }

    /** @param environment variables that the build and its tests see, beside those of this process */
    static Build run(Path project, Map<String, String> environment, String... goals) {
        return run(project, true, environment, goals);
    }

    /** @param isOffline whether what this build does not use cannot be had */
    static Build run(Path project, boolean isOffline, Map<String, String> environment, String... goals) {
        try {
            return start(project, isOffline, environment, goals);
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interrupted);
        }
    }

    private static Build start(Path project, boolean isOffline, Map<String, String> environment, String... goals)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                ROOT.resolve("mvnw").toString(),
                "-B",
                "-ntp",
                "-Dstyle.color=never",
                "-Dmaven.repo.local=" + repository(),
                "-Dmaven.repo.local.tail=" + System.getProperty("partita.test.repository")));
        if (isOffline) {
            command.add("-o");
        }
        command.addAll(List.of(goals));
        Path log = Files.createTempFile("build", ".log");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(project.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        builder.environment().remove("MAVEN_ARGS");
        // A build of seconds ends before the thorough compiler has earned its keep.
        builder.environment().put("MAVEN_OPTS", "-XX:TieredStopAtLevel=1 -Xshare:auto");
        builder.environment().putAll(environment);
        Process process = builder.start();
        if (!process.waitFor(TIMEOUT_MINUTES, TimeUnit.MINUTES)) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly().waitFor();
        }
        String text = Files.readString(log);
        Files.delete(log);
        return new Build(process.exitValue(), text);
    }

    /** Made once, since nothing in it changes while the tests run. */
    private static synchronized Path repository() throws IOException {
        if (repository == null) {
            Path made = Path.of("target", "test-repository").toAbsolutePath();
            Files.createDirectories(made);
            String version = version();
            put(made, "partita", version, ROOT.resolve("pom.xml"), null);
            for (String module : MODULES) {
                Path directory = ROOT.resolve(module);
                put(
                        made,
                        module.equals("spring-boot") ? "partita-spring-boot-starter" : "partita-" + module,
                        version,
                        directory.resolve("pom.xml"),
                        directory.resolve("target/classes"));
            }
            repository = made;
        }
        return repository;
    }

    private static String version() throws IOException {
        String pom = Files.readString(ROOT.resolve("pom.xml"));
        return pom.substring(pom.indexOf("<version>") + "<version>".length(), pom.indexOf("</version>"));
    }

    private static void put(Path repository, String artifact, String version, Path pom, Path classes)
            throws IOException {
        Path directory = repository.resolve("dev/partita").resolve(artifact).resolve(version);
        Files.createDirectories(directory);
        Path base = directory.resolve(artifact + "-" + version);
        Files.writeString(Path.of(base + ".pom"), Files.readString(pom));
        if (classes != null) {
            try (OutputStream jar = Files.newOutputStream(Path.of(base + ".jar"))) {
                jar(classes, jar);
            }
        }
    }

    private static void jar(Path classes, OutputStream out) throws IOException {
        try (ZipOutputStream zip = new ZipOutputStream(out, StandardCharsets.UTF_8);
                Stream<Path> files = Files.walk(classes)) {
            zip.setLevel(0);
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                zip.putNextEntry(
                        new ZipEntry(classes.relativize(file).toString().replace('\\', '/')));
                Files.copy(file, zip);
            }
        }
    }
}
