package dev.partita.cli.internal.up;

import dev.partita.cli.internal.terminal.Terminal;
import dev.partita.design.Design;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Offers the samples of designs whose tables are empty, once, and remembers the answer. */
final class SampleOffers implements AutoCloseable {

    private record Offer(Design design, SampleData samples) {}

    private final ServiceOptions.Samples wanted;
    private final boolean here;
    private final Terminal terminal;
    private final Path remembered;
    private final List<Offer> offers = new ArrayList<>();
    private final Object writing = new Object();
    private volatile boolean stopping;
    private String summary;

    /**
     * @param here whether the tables are in this process; elsewhere nothing is written unasked, and nobody is asked
     * @param kept where answers are kept; null when they are not
     */
    SampleOffers(ServiceOptions.Samples wanted, boolean here, Terminal terminal, Path kept) {
        this.wanted = wanted;
        this.here = here;
        this.terminal = terminal;
        this.remembered = kept == null ? null : kept.resolve("samples");
    }

    void add(Design design, SampleData samples) {
        if (SampleData.count(design) > 0) {
            offers.add(new Offer(design, samples));
        }
    }

    /** Writes them where they were asked for: before anybody is answered, or a script would not find what it counts on. */
    void writeIfWanted() {
        if (wanted == ServiceOptions.Samples.YES) {
            Map<String, String> answers = answers();
            write(open(answers), answers);
        }
    }

    /** Says what was written, asks, or says how to have them. */
    void make() {
        if (wanted == ServiceOptions.Samples.YES) {
            say();
            return;
        }
        if (wanted == ServiceOptions.Samples.NO || !here) {
            return;
        }
        Map<String, String> answers = answers();
        List<Offer> first = open(answers).stream()
                .filter(offer -> offer.samples().isFirst())
                .toList();
        if (first.isEmpty()) {
            return;
        }
        int count = first.stream()
                .mapToInt(offer -> SampleData.count(offer.design()))
                .sum();
        if (!terminal.canAsk()) {
            terminal.out()
                    .println(terminal.dim(
                            "  The tables are empty.  --samples yes  writes " + count + " samples into them.\n"));
            terminal.out().flush();
            return;
        }
        if (ask(count, first.size())) {
            write(first, answers);
            say();
        } else {
            first.forEach(offer -> answers.put(offer.design().name(), "no"));
            remember(answers);
        }
    }

    /**
     * Writes those of one design, since somebody asked for them on the console.
     *
     * @return how many
     */
    int write(String design) {
        Offer wished = offers.stream()
                .filter(offer -> offer.design().name().equals(design))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("No design of that name with samples is served here."));
        synchronized (writing) {
            return wished.samples().write(() -> stopping).written();
        }
    }

    /** Lets the item at hand be written, and no other. */
    @Override
    public void close() {
        stopping = true;
        synchronized (writing) {
            // Whoever writes has seen it by now.
            stopping = true;
        }
    }

    private boolean isSettled(String answer) {
        return "yes".equals(answer) || "no".equals(answer) && wanted != ServiceOptions.Samples.YES;
    }

    private void write(List<Offer> open, Map<String, String> answers) {
        int written = 0;
        int expired = 0;
        for (Offer offer : open) {
            SampleData.Outcome outcome;
            synchronized (writing) {
                outcome = offer.samples().write(() -> stopping);
            }
            if (stopping) {
                return;
            }
            written += outcome.written();
            expired += outcome.expired();
            outcome.refused()
                    .forEach(refusal -> terminal.warn(
                            "A sample of " + offer.design().name() + " is refused by the design itself: " + refusal));
            answers.put(offer.design().name(), "yes");
        }
        summary = written == 0
                ? null
                : written + (written == 1 ? " item" : " items") + " written"
                        + (expired == 0 ? "" : "; " + expired + " left out that would have expired by now");
        remember(answers);
    }

    private void say() {
        if (summary != null) {
            terminal.out().println("  " + terminal.dim("Samples  ") + summary + "\n");
            terminal.out().flush();
        }
    }

    private List<Offer> open(Map<String, String> answers) {
        return offers.stream()
                .filter(offer -> !isSettled(answers.get(offer.design().name())))
                .toList();
    }

    private boolean ask(int count, int designs) {
        terminal.out()
                .print("  The tables are empty. Write " + count + " samples"
                        + (designs == 1 ? "" : " of " + designs + " designs") + " into them? [Y/n] ");
        terminal.out().flush();
        try {
            String answer = new BufferedReader(new InputStreamReader(System.in, Charset.defaultCharset())).readLine();
            return answer != null
                    && (answer.isBlank()
                            || answer.strip().toLowerCase(Locale.ROOT).startsWith("y"));
        } catch (IOException gone) {
            return false;
        }
    }

    private Map<String, String> answers() {
        Map<String, String> answers = new LinkedHashMap<>();
        try {
            if (remembered != null && Files.exists(remembered)) {
                for (String line : Files.readAllLines(remembered)) {
                    String[] words = line.strip().split("\\s+");
                    if (words.length == 2) {
                        answers.put(words[0], words[1]);
                    }
                }
            }
        } catch (IOException problem) {
            terminal.warn("Cannot read " + remembered + ": " + problem.getMessage());
        }
        return answers;
    }

    private void remember(Map<String, String> answers) {
        if (remembered == null) {
            return;
        }
        StringBuilder text = new StringBuilder();
        answers.forEach((design, answer) ->
                text.append(design).append(' ').append(answer).append('\n'));
        try {
            Files.createDirectories(remembered.getParent());
            Files.writeString(remembered, text);
        } catch (IOException problem) {
            terminal.warn("Cannot write " + remembered + ", so the question will come again: " + problem.getMessage());
        }
    }
}
