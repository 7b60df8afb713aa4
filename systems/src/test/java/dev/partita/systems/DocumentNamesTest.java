package dev.partita.systems;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.design.model.Attribute;
import dev.partita.design.model.Entity;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Attributes are called what the documents call them, in REST and in Java. Where one is not, a comment of the design names the
 * document's word in backticks and says why.
 */
class DocumentNamesTest {

    /** Taken from the documents by hand; key attributes are not among them, for callers never see those. */
    private static final Map<String, Map<String, List<String>>> NAMES = Map.of(
            "url-checks",
            Map.of(
                    "User", words("email tier checkLimit status createdAt updatedAt"),
                    "Check",
                            words("userid url checkType delayMs status attributes createdAt updatedAt lastExecutedAt"
                                    + " lastResult")),
            "aura-historia",
            Map.of(
                    "Shop", words("domain standards_used shop_country last_crawled last_scraped"),
                    "UrlEntry", words("url standards_used type is_product hash")),
            "algoitny",
            Map.of(
                    "User",
                            words("name email google_id picture subscription_plan is_active is_staff created_at"
                                    + " updated_at"),
                    "Plan",
                            words("name description max_hints_per_day max_executions_per_day max_problems"
                                    + " can_view_all_problems can_register_problems is_active created_at updated_at"),
                    "Problem",
                            words(
                                    "platform problem_id name problem_url tags solution_code language constraints"
                                            + " is_completed is_deleted deleted_at deleted_reason metadata created_at updated_at"),
                    "TestCase", words("test_input test_output created_at"),
                    "History",
                            words(
                                    "user_identifier problem_id platform language code result_summary passed_count"
                                            + " failed_count total_count is_code_public test_results hints metadata created_at"),
                    "UsageLog", words("action problem_id metadata created_at ttl"),
                    "Job",
                            words(
                                    "platform problem_id name problem_url tags solution_code language constraints job_type"
                                            + " status celery_task_id generator_code error_message created_at updated_at"),
                    "TaskResult", words("status result traceback created_at updated_at ttl")),
            "fus-main",
            Map.of(
                    "Site", words("url title description scrapedContent tags createdAt updatedAt"),
                    "SiteTag", words("tag siteId"),
                    "Rating", words("stars note updatedAt starRating siteId"),
                    "Comment", words("body createdAt updatedAt"),
                    "Group", words("name description permissions createdAt updatedAt"),
                    "Membership", words("groupName userId addedAt addedBy")),
            "notifications",
            Map.of(
                    "Notification", words("id user_id title content channel_name created_at updated_at deleted_at"),
                    "User", words("id email password_hash created_at")));

    @Test
    void attributesAreCalledWhatTheDocumentsCallThem() {
        Map<String, String> missing = new TreeMap<>();
        NAMES.forEach((name, entities) -> entities.forEach((entityName, words) -> {
            Entity entity = Systems.design(name).entities().get(entityName);
            assertThat(entity).as(name + " " + entityName).isNotNull();
            String comments = comments(Systems.source(name).text());
            for (String word : words) {
                Attribute attribute = entity.attributes().get(camelCase(word));
                boolean isKept = attribute != null
                        && (camelCase(word).equals(word) || comments.contains("written as Java and JSON write them"));
                if (!isKept && !comments.contains("`" + word + "`")) {
                    missing.put(name + " " + entityName + "." + word, "neither kept nor explained");
                }
            }
        }));
        assertThat(missing).isEmpty();
    }

    /** The stored names are those of the documents; algoitny's are abbreviations, which SamplesTest compares item by item. */
    @Test
    void whatIsStoredIsSpelledAsInTheDocuments() {
        NAMES.forEach((name, entities) -> {
            if (!name.equals("algoitny")) {
                entities.forEach((entityName, words) -> assertThat(Systems.design(name)
                                .entities()
                                .get(entityName)
                                .attributes()
                                .values())
                        .as(name + " " + entityName)
                        .extracting(Attribute::stored)
                        .containsAll(words));
            }
        });
    }

    private static List<String> words(String text) {
        return List.of(text.split(" "));
    }

    private static String camelCase(String word) {
        Matcher matcher = Pattern.compile("_([a-z])").matcher(word);
        return matcher.replaceAll(match -> match.group(1).toUpperCase(Locale.ROOT));
    }

    private static String comments(String text) {
        StringBuilder comments = new StringBuilder();
        text.lines().filter(line -> line.contains("#")).forEach(line -> comments.append(
                        line.substring(line.indexOf('#') + 1))
                .append(' '));
        return comments.toString();
    }
}
