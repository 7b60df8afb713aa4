package dev.partita.plan;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SearchWordsTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Two Sum                | two sum",
                "3Sum Closest (hard!)   | 3sum closest hard",
                "A+B                    | a b",
                "the of AND             | the of and",
                "Dijkstra's             | dijkstra s",
                "snake_case-kebab.dot   | snake case kebab dot",
                "1,000.5                | 1 000 5",
                "Łódź Ærøskøbing ØÞ     | lodz aeroskobing oth",
                "Straße STRASSE         | strasse strasse",
                "naïve Café résumé      | naive cafe resume",
                "İstanbul ısı           | istanbul isi",
                "ΟΔΟΣ οδός              | οδοσ οδοσ",
                "Ёлка йод               | елка иод",
                "ﬁnal ＡＢＣ１２３ ①       | final abc123 1",
                "हिन्दी                  | हिन्दी",
                "שָׁלוֹם                   | שלום",
                "𝔘𝔫𝔦code 𐐀               | unicode 𐐨",
            })
    void aTextHasTheseWords(String text, String words) {
        assertThat(SearchWords.of(text)).containsExactly(words.split(" "));
    }

    @Test
    void lettersWithoutSpacesGiveThemselvesAndTheirPairs() {
        assertThat(SearchWords.of("最短経路")).containsExactly("最", "最短", "短", "短経", "経", "経路", "路");
        assertThat(SearchWords.of("두 수의 합")).containsExactly("두", "수", "수의", "의", "합");
        assertThat(SearchWords.of("AI기반 3차원")).containsExactly("ai", "기", "기반", "반", "3", "차", "차원", "원");
        assertThat(SearchWords.of("データ")).containsExactly("デ", "デー", "ー", "ータ", "タ");
        assertThat(SearchWords.of("ﾃﾞｰﾀ")).as("of half width").isEqualTo(SearchWords.of("データ"));
        assertThat(SearchWords.of("がか")).as("a voiced letter is another one").containsExactly("が", "がか", "か");
        assertThat(SearchWords.of("ที่นี่")).as("marks stay with their letter").containsExactly("ที่", "ที่นี่", "นี่");
    }

    @Test
    void onlyPairsAreLookedForUnlessALetterStandsAlone() {
        assertThat(SearchWords.sought("最短経路 木")).containsExactly("最短", "短経", "経路", "木");
    }

    @Test
    void aLongWordIsCut() {
        assertThat(SearchWords.of("x".repeat(400) + "😀" + "𝒳".repeat(65)))
                .containsExactly("x".repeat(SearchWords.LONGEST_WORD), "x".repeat(SearchWords.LONGEST_WORD));
    }

    @Test
    void whatIsNoWordGivesNone() {
        assertThat(SearchWords.of("")).isEmpty();
        assertThat(SearchWords.of(" \t…!? 😀 + ́ \u0000\ud800")).isEmpty();
    }

    @Test
    void theLastWordMayGoOnUntilItIsEnded() {
        assertThat(SearchQuery.of("two su").beginning()).isEqualTo("su");
        assertThat(SearchQuery.of("two su ").beginning()).isNull();
        assertThat(SearchQuery.of("two su?").beginning()).isNull();
        assertThat(SearchQuery.of("two s").beginning()).as("too short").isNull();
        assertThat(SearchQuery.of("経路").beginning()).as("a pair is whole").isNull();
        assertThat(SearchQuery.of("café").beginning()).isEqualTo("cafe");
        assertThat(SearchQuery.of("sum two sum").words()).containsExactly("two", "sum");
        assertThat(SearchQuery.of("?!").words()).isEmpty();
        assertThat(SearchQuery.of("?!").beginning()).isNull();
    }
}
