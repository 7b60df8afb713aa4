package dev.partita.lint;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Designs with some of their words changed, as somebody changes them who knows the language: a word goes, has the value it
 * has elsewhere, or comes from a line of the same kind. Most of them can be read.
 */
final class Reworded {

    private static final Pattern ENTRY =
            Pattern.compile("([a-zA-Z][\\w-]*): (\"[^\"]*\"|\\[[^\\]]*]|\\{[^{}]*}|[^,{}\\[\\]\\n\"]+)");
    private static final Pattern VERB =
            Pattern.compile("\\{ (get|list|create|put|update|delete|scan|count|search|restore): (\\w+)");

    private final List<String> designs;
    private final Map<String, List<String>> values = new HashMap<>();
    private final Map<String, List<String>> entriesOfVerb = new HashMap<>();
    private final List<String> entriesOfAttribute = new ArrayList<>();

    Reworded(List<String> designs) {
        this.designs = designs;
        for (String design : designs) {
            design.lines().filter(line -> !line.strip().startsWith("#")).forEach(line -> {
                Matcher verb = VERB.matcher(line);
                boolean isPattern = verb.find();
                Matcher entry = ENTRY.matcher(line);
                while (entry.find()) {
                    values.computeIfAbsent(entry.group(1), word -> new ArrayList<>())
                            .add(entry.group(2).trim());
                    if (isPattern && entry.start() > verb.start()) {
                        entriesOfVerb
                                .computeIfAbsent(verb.group(1), word -> new ArrayList<>())
                                .add(entry.group().trim());
                    } else if (line.contains("{ type: ") && entry.start() > line.indexOf("{ type")) {
                        entriesOfAttribute.add(entry.group().trim());
                    }
                }
            });
        }
    }

    String next(Random random) {
        List<String> lines = new ArrayList<>(
                designs.get(random.nextInt(designs.size())).lines().toList());
        int changes = 1 + random.nextInt(3);
        for (int i = 0; i < changes; i++) {
            int at = random.nextInt(lines.size());
            lines.set(at, changed(lines.get(at), String.join("\n", lines), random));
        }
        return String.join("\n", lines) + "\n";
    }

    private String changed(String line, String design, Random random) {
        List<int[]> entries = new ArrayList<>();
        Matcher entry = ENTRY.matcher(line);
        while (entry.find()) {
            entries.add(new int[] {entry.start(), entry.end(), entry.start(2), entry.end(2)});
        }
        if (entries.isEmpty() || line.strip().startsWith("#")) {
            return line;
        }
        int[] one = entries.get(random.nextInt(entries.size()));
        String word =
                ENTRY.matcher(line).results().toList().get(entries.indexOf(one)).group(1);
        switch (random.nextInt(4)) {
            case 0:
                String rest = line.substring(0, one[0]) + line.substring(one[1]);
                return entries.size() == 1
                        ? line
                        : rest.replace("{ , ", "{ ").replace(", ,", ",").replace(",  }", " }");
            case 1:
                List<String> others = values.get(word);
                return others == null
                        ? line
                        : line.substring(0, one[2])
                                + others.get(random.nextInt(others.size()))
                                + line.substring(one[3]);
            case 2:
                // A name of this design for another one: an attribute for an attribute.
                List<String> names = Pattern.compile("(?m)^ {6}([a-zA-Z]\\w*):")
                        .matcher(design)
                        .results()
                        .map(name -> name.group(1))
                        .toList();
                String value = line.substring(one[2], one[3]);
                List<String> used = names.stream().filter(value::contains).toList();
                return used.isEmpty()
                        ? line
                        : line.substring(0, one[2])
                                + value.replace(
                                        used.get(random.nextInt(used.size())), names.get(random.nextInt(names.size())))
                                + line.substring(one[3]);
            default:
                Matcher verb = VERB.matcher(line);
                List<String> more = verb.find()
                        ? entriesOfVerb.get(verb.group(1))
                        : line.contains("{ type: ") ? entriesOfAttribute : List.of();
                int end = line.lastIndexOf('}');
                return more == null || more.isEmpty() || end < 0
                        ? line
                        : line.substring(0, end).stripTrailing() + ", " + more.get(random.nextInt(more.size())) + " }";
        }
    }
}
