package dev.partita.design.internal.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Names as people write them. */
class WordingTest {

    @ParameterizedTest
    @CsvSource({
        "TestCase, TestCases",
        "category, categories",
        "Day, Days",
        "GithubData, GithubData",
        "Metadata, Metadata",
        "UserSettings, UserSettings",
        "Orders, Orders",
        "Series, Series",
        "Address, Addresses",
        "OrderStatus, OrderStatuses",
        "Alias, Aliases",
        "Analysis, Analyses",
        "Basis, Bases",
        "Box, Boxes",
        "SearchIndex, SearchIndexes",
        "Person, People",
        "SalesPerson, SalesPeople",
        "Human, Humans",
        "Quiz, Quizzes",
        "Lens, Lenses",
        "Criterion, Criteria",
        "Feedback, Feedback",
        "Photo, Photos",
        "Bus, Buses"
    })
    void manyOfAThing(String one, String many) {
        assertThat(Wording.plural(one)).isEqualTo(many);
    }
}
