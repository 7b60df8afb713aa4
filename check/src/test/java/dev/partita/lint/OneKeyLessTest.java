package dev.partita.lint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.design.Reader;
import dev.partita.design.Reading;
import dev.partita.design.Report;
import dev.partita.design.Source;
import dev.partita.design.model.Finding;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import dev.partita.plan.internal.compile.Compiler;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Every design of this repository with any one line less, or any one key: the check says what is missing and never falls over. */
class OneKeyLessTest {

    /** {@code allow: owner,} or {@code key: { pk: "A" },} within braces, as far as one pair of them. */
    private static final Pattern KEY =
            Pattern.compile("[\\w-]+: *(?:\\{[^{}]*\\}|\\[[^\\[\\]]*\\]|\"[^\"]*\"|[^,{}\\[\\]\"\\n]+),? *");

    /** Two tables, so that an entity without one is of none, and people who are found out by it. */
    private static final String TWO_TABLES = """
            design: classes
            tables:
              main: { name: classes, key: { partition: pk, sort: sk } }
              side: { name: sides, key: { partition: id } }
            identity: { subject: sub, entity: Person, by: personId, when: isActive }
            roles:
              insider: { membership: Tutor, by: tutorId, group: classId }
              publisher: { membership: Tutor, by: tutorId, group: classId, permission: "Klass.rights contains publish" }
              chief: { entity: Person, by: personId, when: isChief }
              payer: { entity: Person, by: personId, when: plan.isPaid }
            entities:
              Plan:
                table: main
                key: { pk: "PLAN#{name}", sk: META }
                attributes: { name: string, isPaid: { type: flag, default: false } }
              Person:
                table: main
                key: { pk: "PERSON#{personId}", sk: META }
                owner: personId
                attributes:
                  personId: string
                  isActive: { type: flag, default: true, read-only: true }
                  isChief: { type: flag, default: false, read-only: true }
                  plan: { type: string, references: Plan, must-exist: true, on-delete: refuse }
                  clubs: { type: list of string }
              InClub:
                table: main
                from: { entity: Person, each: clubs, as: club }
                key: { pk: "CLUB#{club}", sk: "PERSON#{personId}" }
                attributes: { club: string, personId: string }
              Klass:
                table: main
                key: { pk: "CLASS#{classId}", sk: META }
                attributes: { classId: string, name: string, rights: { type: set of string } }
              Tutor:
                table: main
                key: { pk: "TUTOR#{tutorId}", sk: "CLASS#{classId}" }
                attributes:
                  tutorId: string
                  classId: { type: string, references: Klass, must-exist: true, on-delete: keep }
              Lesson:
                table: main
                through: klass
                key: { pk: "CLASS#{classId}", sk: "LESSON#{lessonId}" }
                attributes:
                  classId: { type: string, references: Klass, must-exist: true, on-delete: keep }
                  lessonId: { type: ulid, generate: ulid }
                  at: { type: timestamp, set: on-create }
            quotas:
              daily: { counts: Lesson, per: [classId, at:date], item: { pk: "CLASS#{classId}", sk: "QUOTA#{at:date}" }, limit: 5 }
            patterns:
              klass: { get: Klass, by: classId, allow: [insider, publisher] }
              all: { read: [Klass, Lesson], by: classId, allow: chief }
              teach: { create: Lesson, through: klass, allow: insider }
              found: { create: Klass, with: Lesson, allow: payer }
              both: { transact: [found, teach], same: [classId], allow: chief }
              join: { create: Person, set: { personId: me }, allow: anyone }
              seen: { gather: [klass, all], allow: chief }
            """;

    @Tag("slow")
    @Test
    void noKeyOfASmallDesignIsMissedByTheCheckItself() throws IOException {
        List<String> designs = new ArrayList<>(List.of(TWO_TABLES));
        designs.addAll(Corpus.docs());
        assertThat(designs).hasSizeGreaterThan(5);
        designs.parallelStream().forEach(design -> less(design).forEach(less -> isSaid(less, Rules.ALL)));
    }

    @Tag("slow")
    @Test
    void noLineOfASystemIsEither() throws IOException {
        Corpus.systems().parallelStream().forEach(design -> lines(design).forEach(less -> isSaid(less, List.of())));
    }

    private static void isSaid(String design, List<Rule> rules) {
        try {
            Source source = new Source("less.yaml", design);
            Reading reading = Reader.read(source);
            List<Finding> findings = new ArrayList<>(reading.findings());
            if (reading.design() != null) {
                Compiled compiled = Compiler.compile(reading.design());
                findings.addAll(compiled.findings());
                if (reading.isClean()) {
                    assertThat(findings).noneMatch(finding -> finding.rule().equals(Compiler.FAILED));
                    // A rule that meets what could not be read is passed over by the linter.
                    rules.forEach(rule -> rule.check(compiled).forEach(findings::add));
                }
            }
            assertThat(findings).allMatch(finding -> Objects.nonNull(finding.message()));
            assertThat(new Report(source, false).text(findings)).isNotNull();
        } catch (RuntimeException | AssertionError e) {
            throw new AssertionError(e + "\nwith this design:\n" + design, e);
        }
    }

    private static Set<String> less(String design) {
        Set<String> less = new LinkedHashSet<>(lines(design).toList());
        Matcher key = KEY.matcher(design);
        int at = 0;
        // Keys within keys, too.
        while (at < design.length() && key.find(at)) {
            less.add(design.substring(0, key.start()) + design.substring(key.end()));
            at = key.start() + 1;
            while (at < key.end() && Character.isLetterOrDigit(design.charAt(at))) {
                at++;
            }
        }
        return less;
    }

    /** Without one line, and without what stands below it. */
    private static Stream<String> lines(String design) {
        List<String> lines = design.lines().toList();
        List<String> less = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            if (lines.get(i).isBlank() || lines.get(i).strip().startsWith("#")) {
                continue;
            }
            int end = i + 1;
            less.add(without(lines, i, end));
            while (end < lines.size() && indent(lines.get(end)) > indent(lines.get(i))) {
                end++;
            }
            if (end > i + 1) {
                less.add(without(lines, i, end));
            }
        }
        return less.stream();
    }

    private static int indent(String line) {
        return line.isBlank()
                ? Integer.MAX_VALUE
                : line.length() - line.stripLeading().length();
    }

    private static String without(List<String> lines, int from, int to) {
        List<String> rest = new ArrayList<>(lines);
        rest.subList(from, to).clear();
        return String.join("\n", rest) + "\n";
    }
}
