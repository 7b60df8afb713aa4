package dev.partita.wire;

import dev.partita.engine.Operation;
import dev.partita.engine.TagResource;
import dev.partita.engine.UntagResource;
import dev.partita.engine.UpdateTimeToLive;
import dev.partita.engine.read.DescribeEndpoints;
import dev.partita.engine.read.DescribeLimits;
import dev.partita.engine.read.DescribeTimeToLive;
import dev.partita.engine.read.ListTagsOfResource;
import dev.partita.engine.request.TableSpec;
import dev.partita.item.ApiException;
import dev.partita.item.Dialect;
import java.util.List;

/** Expiry, tags, limits and endpoints. */
final class SettingCalls {

    static final WireCall<UpdateTimeToLive.Result> UPDATE_TIME_TO_LIVE =
            new WireCall<>(SettingCalls::readUpdateTimeToLive, SettingCalls::writeUpdateTimeToLive);
    static final WireCall<DescribeTimeToLive.Result> DESCRIBE_TIME_TO_LIVE =
            new WireCall<>(SettingCalls::readDescribeTimeToLive, SettingCalls::writeDescribeTimeToLive);
    // The service answers these two with no body at all.
    static final WireCall<TagResource.Result> TAG_RESOURCE =
            new WireCall<>(SettingCalls::readTagResource, (out, result) -> {});
    static final WireCall<UntagResource.Result> UNTAG_RESOURCE =
            new WireCall<>(SettingCalls::readUntagResource, (out, result) -> {});
    static final WireCall<ListTagsOfResource.Result> LIST_TAGS_OF_RESOURCE =
            new WireCall<>(SettingCalls::readListTagsOfResource, SettingCalls::writeListTagsOfResource);
    static final WireCall<DescribeLimits.Result> DESCRIBE_LIMITS =
            new WireCall<>(in -> withoutMembers(in, new DescribeLimits()), SettingCalls::writeDescribeLimits);
    static final WireCall<DescribeEndpoints.Result> DESCRIBE_ENDPOINTS =
            new WireCall<>(in -> withoutMembers(in, new DescribeEndpoints()), SettingCalls::writeDescribeEndpoints);

    private static final int ATTRIBUTE_NAME_CHARS = 255;
    private static final int ARN_CHARS = 1283;
    private static final int TAG_KEY_CHARS = 128;
    private static final int CACHE_PERIOD_MINUTES = 1440;

    private SettingCalls() {}

    private static UpdateTimeToLive readUpdateTimeToLive(JsonIn in) {
        String tableName = null;
        boolean specified = false;
        String attributeName = null;
        Boolean enabled = null;
        for (String member = in.member(); member != null; member = in.member()) {
            switch (member) {
                case "TableName" -> tableName = in.string();
                case "TimeToLiveSpecification" -> {
                    in.structure("TimeToLiveSpecification");
                    specified = true;
                    for (String inner = in.member(); inner != null; inner = in.member()) {
                        switch (inner) {
                            case "AttributeName" -> attributeName = in.string();
                            case "Enabled" -> enabled = in.bool();
                            default -> in.skip();
                        }
                    }
                }
                default -> in.skip();
            }
        }
        TableCalls.requireTableName(tableName);
        Constraints constraints = new Constraints(Dialect.OLDER).tableName("tableName", tableName);
        if (specified) {
            constraints
                    .required("timeToLiveSpecification.attributeName", attributeName)
                    .length("timeToLiveSpecification.attributeName", attributeName, 1, ATTRIBUTE_NAME_CHARS)
                    .required("timeToLiveSpecification.enabled", enabled);
        } else {
            constraints.required("timeToLiveSpecification", null);
        }
        constraints.check();
        return new UpdateTimeToLive(tableName, attributeName, enabled);
    }

    private static void writeUpdateTimeToLive(JsonOut out, UpdateTimeToLive.Result result) {
        out.openObject().name("TimeToLiveSpecification").openObject();
        out.member("AttributeName", result.attributeName());
        out.name("Enabled").value(result.enabled());
        out.closeObject().closeObject();
    }

    private static DescribeTimeToLive readDescribeTimeToLive(JsonIn in) {
        String tableName = null;
        for (String member = in.member(); member != null; member = in.member()) {
            if (member.equals("TableName")) {
                tableName = in.string();
            } else {
                in.skip();
            }
        }
        TableCalls.requireTableName(tableName);
        new Constraints(Dialect.OLDER).tableName("tableName", tableName).check();
        return new DescribeTimeToLive(tableName);
    }

    private static void writeDescribeTimeToLive(JsonOut out, DescribeTimeToLive.Result result) {
        out.openObject().name("TimeToLiveDescription").openObject();
        out.member("TimeToLiveStatus", result.timeToLiveStatus());
        out.member("AttributeName", result.attributeName());
        out.closeObject().closeObject();
    }

    private static TagResource readTagResource(JsonIn in) {
        Constraints inTags = new Constraints(Dialect.OLDER);
        String resourceArn = null;
        List<TableSpec.Tag> tags = null;
        for (String member = in.member(); member != null; member = in.member()) {
            switch (member) {
                case "ResourceArn" -> resourceArn = in.string();
                case "Tags" -> tags = TableIn.tags(in, inTags);
                default -> in.skip();
            }
        }
        arn(resourceArn).include(inTags).check();
        // Whether none were given or an empty list, the engine has one answer to both.
        return new TagResource(resourceArn, tags == null ? List.of() : tags);
    }

    private static UntagResource readUntagResource(JsonIn in) {
        String resourceArn = null;
        List<String> tagKeys = List.of();
        for (String member = in.member(); member != null; member = in.member()) {
            switch (member) {
                case "ResourceArn" -> resourceArn = in.string();
                case "TagKeys" -> tagKeys = in.strings();
                default -> in.skip();
            }
        }
        Constraints constraints = arn(resourceArn);
        for (int i = 0; i < tagKeys.size(); i++) {
            constraints.length("tagKeys." + (i + 1) + ".member", tagKeys.get(i), 1, TAG_KEY_CHARS);
        }
        constraints.check();
        return new UntagResource(resourceArn, tagKeys);
    }

    private static ListTagsOfResource readListTagsOfResource(JsonIn in) {
        String resourceArn = null;
        String nextToken = null;
        for (String member = in.member(); member != null; member = in.member()) {
            switch (member) {
                case "ResourceArn" -> resourceArn = in.string();
                case "NextToken" -> nextToken = in.string();
                default -> in.skip();
            }
        }
        arn(resourceArn).check();
        return new ListTagsOfResource(resourceArn, nextToken);
    }

    private static void writeListTagsOfResource(JsonOut out, ListTagsOfResource.Result result) {
        out.openObject();
        out.member("NextToken", result.nextToken());
        out.member("Tags", result.tags(), (to, tag) -> to.openObject()
                .member("Key", tag.key())
                .member("Value", tag.value())
                .closeObject());
        out.closeObject();
    }

    private static void writeDescribeLimits(JsonOut out, DescribeLimits.Result result) {
        out.openObject();
        out.name("AccountMaxReadCapacityUnits").value(result.accountMaxReadCapacityUnits());
        out.name("AccountMaxWriteCapacityUnits").value(result.accountMaxWriteCapacityUnits());
        out.name("TableMaxReadCapacityUnits").value(result.tableMaxReadCapacityUnits());
        out.name("TableMaxWriteCapacityUnits").value(result.tableMaxWriteCapacityUnits());
        out.closeObject();
    }

    private static void writeDescribeEndpoints(JsonOut out, DescribeEndpoints.Result result) {
        out.openObject().name("Endpoints").openList().openObject();
        out.member("Address", result.address());
        out.name("CachePeriodInMinutes").value(result.cachePeriodInMinutes());
        out.closeObject().closeList().closeObject();
    }

    /** The answer that points a client back to where it already is. */
    static DescribeEndpoints.Result endpoint(String host) {
        return new DescribeEndpoints.Result(host, CACHE_PERIOD_MINUTES);
    }

    private static Constraints arn(String resourceArn) {
        if (resourceArn == null) {
            throw ApiException.validation("Invalid TableArn");
        }
        return new Constraints(Dialect.OLDER).length("resourceArn", resourceArn, 1, ARN_CHARS);
    }

    private static <R> Operation<R> withoutMembers(JsonIn in, Operation<R> operation) {
        while (in.member() != null) {
            in.skip();
        }
        return operation;
    }
}
