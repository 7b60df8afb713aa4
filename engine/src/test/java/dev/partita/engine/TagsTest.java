package dev.partita.engine;

import static dev.partita.engine.TableMaker.table;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.partita.engine.read.DescribeEndpoints;
import dev.partita.engine.read.DescribeLimits;
import dev.partita.engine.read.ListTagsOfResource;
import dev.partita.engine.request.TableSpec;
import dev.partita.item.ApiException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TagsTest {

    private static final String ARN = "arn:aws:dynamodb:us-east-1:000000000000:table/Orders";

    private final Fixture fixture = new Fixture();

    @BeforeEach
    void aTaggedTable() {
        fixture.run(table("Orders", "pk:S")
                .tags(tag("team", "blue"), tag("env", "test"))
                .request());
    }

    @AfterEach
    void everythingFollowsFromTheItems() {
        fixture.close();
    }

    @Test
    void tagsOfANewTableAreListed() {
        assertEquals(List.of(tag("env", "test"), tag("team", "blue")), tags());
    }

    @Test
    void tagsAreAddedReplacedAndRemoved() {
        fixture.run(new TagResource(ARN, List.of(tag("env", "live"), tag("cost", ""))));
        fixture.run(new UntagResource(ARN, List.of("team", "never there")));
        fixture.restart();
        assertEquals(List.of(tag("cost", ""), tag("env", "live")), tags());
    }

    @Test
    void anotherRegionsArnNamesTheSameTable() {
        assertEquals(
                2,
                fixture.run(new ListTagsOfResource("arn:aws:dynamodb:eu-west-1:123456789012:table/Orders", null))
                        .tags()
                        .size());
    }

    @Test
    void whatIsWrongIsRefused() {
        fixture.refused("Atleast one Tag needs to be provided as Input.", new TagResource(ARN, List.of()));
        fixture.refused("Atleast one Tag Key needs to be provided as Input.", new UntagResource(ARN, List.of()));
        fixture.refused(
                "Invalid TableArn: Invalid ResourceArn provided as input Orders",
                new ListTagsOfResource("Orders", null));
        ApiException refusal = fixture.refused(
                "Requested resource not found: ResourcArn: " + ARN + "x not found",
                new ListTagsOfResource(ARN + "x", null));
        assertEquals(ApiException.Code.RESOURCE_NOT_FOUND, refusal.code());
    }

    @Test
    void fiftyTagsAreTheMost() {
        List<TableSpec.Tag> many = new ArrayList<>();
        for (int i = 0; i < 49; i++) {
            many.add(tag("k" + i, "v"));
        }
        fixture.refused(
                "One or more parameter values were invalid: Number of tags exceeds the per-resource limit of 50",
                new TagResource(ARN, many));
        assertEquals(2, tags().size());
    }

    @Test
    void limitsAndEndpointsHaveFixedAnswers() {
        assertEquals(new DescribeLimits.Result(80_000, 80_000, 40_000, 40_000), fixture.run(new DescribeLimits()));
        assertEquals(
                new DescribeEndpoints.Result("dynamodb.us-east-1.amazonaws.com", 1440),
                fixture.run(new DescribeEndpoints()));
    }

    private List<TableSpec.Tag> tags() {
        return fixture.run(new ListTagsOfResource(ARN, null)).tags();
    }

    private static TableSpec.Tag tag(String key, String value) {
        return new TableSpec.Tag(key, value);
    }
}
