package dev.partita.codegen;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class JavaNamesTest {

    @Test
    void aTypeIsWrittenInCamelCaseWithACapital() {
        assertThat(List.of("TestCase", "site_tag", "url-checks", "user", "URL", "v2_item"))
                .map(JavaNames::type)
                .containsExactly("TestCase", "SiteTag", "UrlChecks", "User", "Url", "V2Item");
    }

    @Test
    void aMemberBeginsSmall() {
        assertThat(List.of("createdAt", "created_at", "URL", "URLName", "userID", "PK", "Title", "ID2", "x"))
                .map(JavaNames::member)
                .containsExactly("createdAt", "createdAt", "url", "urlName", "userID", "pk", "title", "id2", "x");
    }

    @Test
    void whatJavaKeepsForItselfGetsAnUnderscore() {
        assertThat(List.of("class", "default", "toString", "values", "record", "email"))
                .map(JavaNames::method)
                .containsExactly("class_", "default_", "toString_", "values_", "record_", "email");
        assertThat(JavaNames.variable("toString")).isEqualTo("toString");
    }

    @Test
    void aConstantIsWrittenInCapitals() {
        assertThat(List.of(
                        "baekjoon",
                        "script_generation",
                        "sites.write",
                        "inProgress",
                        "24h",
                        "",
                        "<",
                        "C++",
                        "C#",
                        "größe"))
                .map(JavaNames::constant)
                .containsExactly(
                        "BAEKJOON",
                        "SCRIPT_GENERATION",
                        "SITES_WRITE",
                        "IN_PROGRESS",
                        "_24H",
                        "EMPTY",
                        "OTHER",
                        "C_PLUS_PLUS",
                        "C_SHARP",
                        "GRÖSSE");
    }

    @Test
    void constantsOfOneEnumAreAllDifferent() {
        assertThat(JavaNames.constants(List.of("C", "<C", "c", "C_2")).values())
                .containsExactly("C", "C_2", "C_3", "C_2_2");
    }

    @Test
    void membersOfOneRecordAreAllDifferentAlsoBehindWith() {
        assertThat(JavaNames.members(List.of("created_at", "createdAt", "CreatedAt", "class", "class_"))
                        .values())
                .containsExactly("createdAt", "createdAt2", "createdAt3", "class_", "class_2");
    }

    @Test
    void pluralsAreEnglish() {
        assertThat(List.of("TestCase", "category", "Address", "History", "Box", "Day", "Person", "GrandChild", "Match"))
                .map(JavaNames::plural)
                .containsExactly(
                        "TestCases",
                        "categories",
                        "Addresses",
                        "Histories",
                        "Boxes",
                        "Days",
                        "People",
                        "GrandChildren",
                        "Matches");
    }
}
