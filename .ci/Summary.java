import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamReader;

/** Adds up the test reports of all modules: java Summary.java LOG PROBLEM... ; each problem counts as a failure. */
final class Summary {

    private static final int SHOWN_OF_A_FAILURE = 12;

    private final List<String> failures = new ArrayList<>();
    private final List<String> skips = new ArrayList<>();
    private final Map<String, int[]> passedByModule = new TreeMap<>();
    private int passed;

    public static void main(String[] arguments) throws Exception {
        Summary summary = new Summary();
        summary.readReports();
        summary.printModules(Path.of(arguments[0]));
        summary.failures.addAll(Arrays.asList(arguments).subList(1, arguments.length));
        if (summary.passed == 0) {
            summary.failures.add("no test ran");
        }
        summary.skips.forEach(test -> System.out.println("skipped: " + test));
        summary.failures.forEach(test -> System.out.println("FAILED:  " + test));
        int failed = summary.failures.size();
        int skipped = summary.skips.size();
        System.out.println(summary.passed + " passed, " + failed + " failed, " + skipped + " skipped");
        // A machine that checks for everybody must not leave tests out unseen.
        boolean incomplete = skipped > 0 && "true".equals(System.getenv("CI"));
        System.exit(failed > 0 || incomplete ? 1 : 0);
    }

    private void readReports() throws Exception {
        List<Path> reports;
        try (Stream<Path> files = Files.walk(Path.of("."), 4)) {
            reports = files.filter(file -> file.toString().matches("\\./[^/]+/target/surefire-reports/TEST-.*\\.xml"))
                    .sorted()
                    .toList();
        }
        for (Path report : reports) {
            String module = report.getName(1).toString();
            try (InputStream in = Files.newInputStream(report)) {
                readReport(module, XMLInputFactory.newFactory().createXMLStreamReader(in));
            }
        }
    }

    private void readReport(String module, XMLStreamReader xml) throws Exception {
        String test = null;
        boolean good = false;
        while (xml.hasNext()) {
            int event = xml.next();
            String element = xml.hasName() ? xml.getLocalName() : "";
            if (event == XMLStreamConstants.START_ELEMENT) {
                switch (element) {
                    case "testcase" -> {
                        test = xml.getAttributeValue(null, "classname") + "." + xml.getAttributeValue(null, "name");
                        good = true;
                    }
                    case "failure", "error" -> {
                        failures.add(test + lines(xml, SHOWN_OF_A_FAILURE));
                        good = false;
                    }
                    case "skipped" -> {
                        skips.add(test + lines(xml, 1));
                        good = false;
                    }
                    default -> {}
                }
            } else if (event == XMLStreamConstants.END_ELEMENT && element.equals("testcase") && good) {
                passed++;
                passedByModule.computeIfAbsent(module, name -> new int[1])[0]++;
            }
        }
    }

    private static String lines(XMLStreamReader xml, int most) {
        String message = xml.getAttributeValue(null, "message");
        return message == null || message.isBlank()
                ? ""
                : message.strip()
                        .lines()
                        .limit(most)
                        .map(line -> line.length() > 300 ? line.substring(0, 300) + "…" : line)
                        .collect(Collectors.joining("\n    ", ": ", ""));
    }

    private void printModules(Path log) throws Exception {
        Pattern line = Pattern.compile("\\[INFO] Partita ([\\w-]+) \\.+ (\\w+) \\[ *(.*)]");
        for (String text : Files.readAllLines(log)) {
            Matcher matcher = line.matcher(text);
            if (matcher.matches()) {
                int[] count = passedByModule.getOrDefault(matcher.group(1), new int[1]);
                System.out.printf("%-12s %6d passed  %10s%n", matcher.group(1), count[0], matcher.group(3));
            }
        }
    }
}
