package dev.partita.lint;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Which conditions of two index keys can hold of one item. */
class ExclusionTest {

    @Test
    void aFlagAndItsNegationExclude() {
        assertThat(excludes("isDone AND NOT isDeleted", "NOT isDone AND NOT isDeleted"))
                .isTrue();
        assertThat(excludes("isDone", "isDone = false")).isTrue();
    }

    @Test
    void twoFlagsDoNotExclude() {
        assertThat(excludes("isDone", "isDeleted")).isFalse();
    }

    @Test
    void twoValuesOfOneAttributeExclude() {
        assertThat(excludes("status = 'NEW'", "status = 'OLD' AND isDone")).isTrue();
        assertThat(excludes("status = 'NEW'", "status = 'NEW' AND isDone")).isFalse();
    }

    @Test
    void aValueAndItsExclusionExclude() {
        assertThat(excludes("status = 'NEW'", "status <> 'NEW'")).isTrue();
        assertThat(excludes("status = 'NEW'", "status <> 'OLD'")).isFalse();
    }

    @Test
    void twoExclusionsDoNotExclude() {
        assertThat(excludes("status <> 'NEW'", "status <> 'OLD'")).isFalse();
    }

    @Test
    void everySideOfAnOrMustExclude() {
        assertThat(excludes("status = 'NEW' OR isDone", "status = 'OLD'")).isFalse();
        assertThat(excludes("status = 'NEW' OR status = 'OLD'", "status = 'GONE'"))
                .isTrue();
        assertThat(excludes("isDone AND (status = 'NEW' OR status = 'OLD')", "status = 'GONE'"))
                .isTrue();
    }

    @Test
    void somethingMissingHasNoValueButDiffersFromEvery() {
        assertThat(excludes("missing(status)", "exists(status)")).isTrue();
        assertThat(excludes("missing(status)", "status = 'OLD'")).isTrue();
        assertThat(excludes("missing(status)", "status <> 'OLD'")).isFalse();
        assertThat(excludes("missing(status)", "isDone")).isFalse();
    }

    @Test
    void fromAndBelowOneBoundExclude() {
        assertThat(excludes("size(status) >= 3", "size(status) < 3")).isTrue();
        assertThat(excludes("size(status) >= 3", "size(status) < 4")).isFalse();
    }

    private static boolean excludes(String one, String other) {
        String design = """
                design: test
                tables:
                  main:
                    key: { partition: pk, sort: sk }
                    indexes:
                      GSI1: { partition: gsi1pk, sort: gsi1sk, projection: all }
                entities:
                  Problem:
                    key: { pk: "PROB#{id}", sk: META }
                    GSI1:
                      - { when: "%s", gsi1pk: "A#{id}", gsi1sk: META }
                      - { when: "%s", gsi1pk: "B#{id}", gsi1sk: META }
                    attributes:
                      id: { type: string }
                      isDone: { type: flag, default: false }
                      isDeleted: { type: flag, default: false }
                      status: { type: string, default: NEW }
                """;
        return LintCheck.lint(design.formatted(one, other)).stream()
                .noneMatch(finding -> finding.rule().equals("index-key-two-templates"));
    }
}
