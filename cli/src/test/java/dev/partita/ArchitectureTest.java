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
import com.tngtech.archunit.core.importer.ImportOption;
import dev.partita.engine.Engine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Holds the code to the map in ARCHITECTURE.md, and a few rules that no compiler checks. */
class ArchitectureTest {

    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("dev.partita");

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
        Pattern use = Pattern.compile("\\bdev\\.partita\\.([a-z]+)\\.");
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
    void theWalksNameFilesThatExist() throws IOException {
        List<String> files = sources().stream()
                .map(source -> packageOf(source) + "/"
                        + source.getFileName().toString().replace(".java", ""))
                .toList();
        for (String walk : List.of("## One walk", "## Another walk", "## A third walk")) {
            assertThat(block(walk).lines().map(line -> line.split("\\s+")[0]))
                    .isNotEmpty()
                    .allSatisfy(stop -> assertThat(files).contains(stop));
        }
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

    @Test
    void onlyWhoSpeaksJsonKnowsItsParserAndOnlyTheServerKnowsSockets() {
        noClasses()
                .that()
                .resideOutsideOfPackages(
                        "dev.partita.wire",
                        "dev.partita.plan",
                        "dev.partita.exchange",
                        "dev.partita.rest",
                        "dev.partita.service")
                .should()
                .dependOnClassesThat(resideInAnyPackage("tools.jackson.."))
                .check(CLASSES);
        noClasses()
                .that()
                .resideOutsideOfPackage("dev.partita.http")
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
                        "dev.partita.item", "dev.partita.expression", "dev.partita.store", "dev.partita.engine")
                .and()
                .doNotBelongToAnyOf(Engine.class)
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

    @Test
    void nobodySleeps() {
        noClasses().should().callMethod(Thread.class, "sleep", long.class).check(CLASSES);
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

    private static List<Path> sources() throws IOException {
        List<Path> sources = new ArrayList<>();
        try (Stream<Path> modules = Files.list(ROOT)) {
            for (Path module : modules.toList()) {
                Path main = module.resolve("src/main/java");
                if (Files.isDirectory(main)) {
                    try (Stream<Path> files = Files.walk(main)) {
                        files.filter(file -> file.toString().endsWith(".java")).forEach(sources::add);
                    }
                }
            }
        }
        return sources;
    }

    private static String packageOf(Path source) {
        return source.getParent().getFileName().toString();
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
