package dev.partita;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Holds the code to the map in ARCHITECTURE.md, and a few rules that no compiler checks. */
class ArchitectureTest {

    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    /** Those of every module, as they were compiled; {@code bench}'s with the code that is generated for it. */
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .importPaths(modules().stream()
                    .map(module -> module.resolve("target/classes"))
                    .toList());

    private static final int MOST_FILES = 42;

    private static final int MOST_CHARACTERS = 12_950;

    private static final int MOST_COLUMNS = 150;

    /** Names that two packages have, each with the reason why nobody takes one for the other. */
    private static final Map<String, String> SHARED_NAMES = Map.of(
            "Check", "a command and a goal of Maven; both are called what the user calls them",
            "Generate", "as Check",
            "Generated", "the annotation is called as coverage tools know it; the other is a way to read, of the bench",
            "Table", "DynamoDB's word; the engine's is internal, and the engine knows no design",
            "Database", "the engine's is met by its operations and by protocols, the runtime's by applications",
            "Write", "the engine's is package-private; the runtime's is called by generated code, so it cannot change");

    /** A line of the code map. */
    private record Entry(String module, String name) {}

    @Test
    void theCodeMapListsExactlyThePackagesThatExist() throws IOException {
        Set<Entry> inTree = new LinkedHashSet<>();
        for (Path source : sources()) {
            Path path = ROOT.relativize(source);
            inTree.add(new Entry(path.getName(0).toString(), packageOf(source)));
        }
        assertThat(codeMap()).containsExactlyInAnyOrderElementsOf(inTree);
    }

    @Test
    void aPackageUsesOnlyPackagesAboveItOnTheMap() throws IOException {
        List<String> order = codeMap().stream().map(Entry::name).toList();
        Pattern use = Pattern.compile("\\bdev\\.partita\\.([a-z]+(?:\\.[a-z]+)*)\\.[A-Z*]");
        List<String> upward = new ArrayList<>();
        for (Path source : sources()) {
            String own = packageOf(source);
            Matcher matcher = use.matcher(Files.readString(source));
            while (matcher.find()) {
                if (order.indexOf(matcher.group(1)) > order.indexOf(own)) {
                    upward.add(ROOT.relativize(source) + " uses " + matcher.group(1));
                }
            }
        }
        assertThat(upward).isEmpty();
    }

    @Test
    void aPackageCanBeTakenInAtAGlance() throws IOException {
        Map<String, Integer> files = new TreeMap<>();
        sources().forEach(source -> files.merge(packageOf(source), 1, Integer::sum));
        files.values().removeIf(count -> count <= MOST_FILES);
        assertThat(files).isEmpty();
    }

    @Test
    void twoPackagesShareANameOnlyForAReason() throws IOException {
        Map<String, Integer> files = new TreeMap<>();
        for (Path source : sources()) {
            files.merge(source.getFileName().toString().replace(".java", ""), 1, Integer::sum);
        }
        files.remove("package-info");
        files.values().removeIf(count -> count == 1);
        assertThat(files.keySet()).containsExactlyInAnyOrderElementsOf(SHARED_NAMES.keySet());
    }

    @Test
    void everyModuleIsLookedAt() throws IOException {
        for (Path source : sources()) {
            String name = ROOT.relativize(source).getName(0) + " " + packageOf(source);
            assertThat(CLASSES.containPackage("dev.partita." + packageOf(source)))
                    .as(name)
                    .isTrue();
        }
    }

    /** What ships nowhere is named by nobody. */
    @Test
    void everyJarThatShipsHasAModuleNameOfItsOwn() throws IOException {
        Map<String, String> shorter = Map.of("maven-plugin", "maven", "spring-boot", "spring");
        for (Path module : modules()) {
            String name = module.getFileName().toString();
            if (!Set.of("bench", "oracle").contains(name)) {
                assertThat(module.resolve("pom.xml"))
                        .content()
                        .contains("<module.name>dev.partita." + shorter.getOrDefault(name, name) + "</module.name>");
            }
        }
    }

    /** Two pages, printed small. What has more to say has a page of its own in docs. */
    @Test
    void theMapIsShort() throws IOException {
        String text = Files.readString(ROOT.resolve("ARCHITECTURE.md"));
        assertThat(text.replaceAll("\\s+", " ")).hasSizeLessThan(MOST_CHARACTERS);
        assertThat(text.lines()).allSatisfy(line -> assertThat(line).hasSizeLessThan(MOST_COLUMNS));
    }

    @Test
    void theStoreKnowsNoItems() {
        noClasses()
                .that()
                .resideInAPackage("dev.partita.store")
                .should()
                .dependOnClassesThat(resideInAnyPackage("dev.partita.item", "dev.partita.expression"))
                .check(CLASSES);
    }

    /** The compiler keeps the writer from it; the store it sees, since it reads there. */
    @Test
    void whatOnlyReadsHasNothingToWriteWith() {
        noClasses()
                .that()
                .resideInAPackage("dev.partita.engine.read")
                .should()
                .dependOnClassesThat()
                .haveSimpleName("StoreBatch")
                .check(CLASSES);
    }

    @Test
    void onlyWhoSpeaksJsonKnowsItsParserAndOnlyTheServerKnowsSockets() {
        noClasses()
                .that()
                .resideOutsideOfPackages(
                        "dev.partita.wire", "dev.partita.document", "dev.partita.plan..", "dev.partita.service")
                .should()
                .dependOnClassesThat(resideInAnyPackage("tools.jackson.."))
                .check(CLASSES);
        noClasses()
                .that()
                // The bench measures Netty's own reader of HTTP beside ours.
                .resideOutsideOfPackages("dev.partita.http", "dev.partita.bench")
                .should()
                .dependOnClassesThat(resideInAnyPackage("io.netty.."))
                .check(CLASSES);
    }

    /** One place decides which bytes of a password are hashed. */
    @Test
    void onlyOneClassKnowsTheLibraryForPasswords() {
        noClasses()
                .that()
                .doNotHaveSimpleName("Bcrypt")
                .should()
                .dependOnClassesThat(resideInAnyPackage("org.springframework.security.."))
                .check(CLASSES);
    }

    @Test
    void timeAndChanceComeFromTheEnginesOptions() {
        noClasses()
                .that()
                .resideInAnyPackage(
                        "dev.partita.item", "dev.partita.expression", "dev.partita.store", "dev.partita.engine..")
                .and()
                .haveNameNotMatching("dev\\.partita\\.engine\\.Engine(\\$.*)?")
                .should()
                .accessTargetWhere(asksTheSystem())
                .check(CLASSES);
    }

    /** A library names its setting: whoever calls it may have no command line. What the AWS CLI takes is not ours. */
    @Test
    void onlyTheCommandLineSpeaksOfItsOptions() throws IOException {
        Pattern option = Pattern.compile("\"[^\"]*--(?!table-name|time-to-live-specification)[a-z]");
        List<String> found = new ArrayList<>();
        for (Path source : sources()) {
            Path path = ROOT.relativize(source);
            if (Set.of("cli", "bench", "oracle").contains(path.getName(0).toString())) {
                continue;
            }
            for (String line : Files.readAllLines(source)) {
                if (option.matcher(line).find()) {
                    found.add(path + ": " + line.strip());
                }
            }
        }
        assertThat(found).isEmpty();
    }

    /** Except for those who wait for a process of somebody else, which tells nobody when it is ready. */
    @Test
    void nobodySleeps() {
        noClasses()
                .that()
                .resideOutsideOfPackages("dev.partita.bench..", "dev.partita.oracle")
                .should()
                .callMethod(Thread.class, "sleep", long.class)
                .orShould()
                .callMethod(TimeUnit.class, "sleep", long.class)
                .check(CLASSES);
    }

    /** Whoever stands before an endpoint would forget to hand something on. */
    @Test
    void whoeverHoldsAnEndpointAndIsOneIsADecorator() {
        assertThat(CLASSES.stream()
                        .filter(type -> type.isAssignableTo("dev.partita.plan.Endpoint")
                                && !type.isAssignableTo("dev.partita.plan.EndpointDecorator"))
                        .filter(type -> type.getFields().stream()
                                .anyMatch(field -> field.getRawType().isAssignableTo("dev.partita.plan.Endpoint")))
                        .map(JavaClass::getName))
                .isEmpty();
    }

    /** An iterator that meets damage just stops; whoever walks it must ask for its status. */
    @Test
    void whoeverWalksRocksIteratorsChecksTheirStatus() {
        List<JavaClass> walkers = CLASSES.stream()
                .filter(type -> type.getDirectDependenciesFromSelf().stream()
                        .anyMatch(use -> use.getTargetClass().getName().equals("org.rocksdb.RocksIterator")))
                .toList();
        // For requests, for a look before a start, and for what is left of a damaged directory: its files and its
        // journal.
        assertThat(walkers)
                .extracting(walker -> walker.getName().replace("dev.partita.store.", ""))
                .containsExactlyInAnyOrder("RocksWalker", "RocksView$Walk", "Salvage", "JournalRows$Walk");
        assertThat(walkers).allSatisfy(walker -> assertThat(walker.getMethodCallsFromSelf())
                .anyMatch(call -> call.getTarget().getName().equals("status")));
    }

    /** Who reads has this repository and nothing else, so a comment says the fact, and not where somebody once read it. */
    @Test
    void nothingCitesWhatIsNotInTheRepository() throws IOException {
        Pattern citation = Pattern.compile(
                "(?i)fact[ -]sheet|\\bFS \\d|\\(trap \\d|seeds/\\d|\u00a7|engineering[ -]notes|house[ -]style"
                        + "|\\bissues? #?\\d");
        List<String> found = new ArrayList<>();
        for (Path text : texts()) {
            Matcher matcher = citation.matcher(Files.readString(text));
            if (!text.endsWith("ArchitectureTest.java") && matcher.find()) {
                found.add(ROOT.relativize(text) + ": " + matcher.group());
            }
        }
        assertThat(found).isEmpty();
    }

    @Test
    void everyLinkInTheDocumentationLeadsSomewhere() throws IOException {
        Pattern link = Pattern.compile("\\]\\(([^)#\\s]+)(#[^)]*)?\\)");
        List<String> dead = new ArrayList<>();
        for (Path page : pages()) {
            Matcher matcher = link.matcher(Files.readString(page));
            while (matcher.find()) {
                String target = matcher.group(1);
                if (!target.contains("://") && !Files.exists(page.resolveSibling(target))) {
                    dead.add(ROOT.relativize(page) + " -> " + target);
                }
            }
        }
        assertThat(dead).isEmpty();
    }

    private static DescribedPredicate<JavaAccess<?>> asksTheSystem() {
        return DescribedPredicate.describe("asks the system for time or chance", access -> {
            AccessTarget target = access.getTarget();
            String owner = target.getOwner().getName();
            return switch (owner) {
                case "java.lang.System" -> target.getName().equals("currentTimeMillis");
                case "java.lang.Math" -> target.getName().equals("random");
                case "java.time.Clock" -> target.getName().startsWith("system");
                case "java.util.UUID" -> target.getName().equals("randomUUID");
                case "java.util.concurrent.ThreadLocalRandom" -> true;
                default ->
                    owner.startsWith("java.time.")
                            && target.getName().equals("now")
                            && target instanceof AccessTarget.CodeUnitAccessTarget call
                            && call.getRawParameterTypes().isEmpty();
            };
        });
    }

    private static List<Entry> codeMap() throws IOException {
        List<Entry> entries = new ArrayList<>();
        String module = null;
        for (String line : block("## Code map").lines().toList()) {
            String[] words = line.strip().split("\\s+");
            int first = 0;
            if (words[0].endsWith("/")) {
                module = words[0].substring(0, words[0].length() - 1);
                first = 1;
            }
            // A module of tests only has a description but no package.
            if (Character.isLowerCase(line.charAt(14))) {
                entries.add(new Entry(module, words[first]));
            }
        }
        return entries;
    }

    /** The first block of text under a heading of ARCHITECTURE.md. */
    private static String block(String heading) throws IOException {
        String text = Files.readString(ROOT.resolve("ARCHITECTURE.md"));
        return text.substring(text.indexOf(heading)).split("```")[1].strip();
    }

    /** Those that are more than tests. */
    private static List<Path> modules() {
        try (Stream<Path> all = Files.list(ROOT)) {
            return all.filter(module -> Files.isDirectory(module.resolve("src/main/java")))
                    .sorted()
                    .toList();
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        }
    }

    private static List<Path> sources() throws IOException {
        List<Path> sources = new ArrayList<>();
        for (Path module : modules()) {
            try (Stream<Path> files = Files.walk(module.resolve("src/main/java"))) {
                files.filter(file -> file.toString().endsWith(".java")).forEach(sources::add);
            }
        }
        return sources;
    }

    /** Without {@code dev.partita}, which all begin with. */
    private static String packageOf(Path source) {
        String path = ROOT.relativize(source.getParent()).toString().replace('\\', '/');
        return path.substring(path.indexOf("/dev/partita/") + "/dev/partita/".length())
                .replace('/', '.');
    }

    /** What people wrote: code, designs, cases, pages and scripts. */
    private static List<Path> texts() throws IOException {
        Set<String> kinds = Set.of("java", "xml", "md", "yaml", "yml", "txt", "sh", "js", "c");
        List<Path> texts = new ArrayList<>();
        Files.walkFileTree(ROOT, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
                String name = directory.getFileName().toString();
                boolean isMade = name.equals("target") || name.equals("node_modules");
                return isMade || name.startsWith(".") && !directory.equals(ROOT)
                        ? FileVisitResult.SKIP_SUBTREE
                        : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                String name = file.getFileName().toString();
                if (kinds.contains(name.substring(name.lastIndexOf('.') + 1))) {
                    texts.add(file);
                }
                return FileVisitResult.CONTINUE;
            }
        });
        return texts;
    }

    private static List<Path> pages() throws IOException {
        List<Path> pages = new ArrayList<>();
        for (Path directory : List.of(ROOT, ROOT.resolve("docs"))) {
            if (Files.isDirectory(directory)) {
                try (Stream<Path> files = Files.list(directory)) {
                    files.filter(file -> file.toString().endsWith(".md")).forEach(pages::add);
                }
            }
        }
        return pages;
    }
}
