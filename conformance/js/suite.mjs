// AWS's JavaScript SDK, unmodified, against the endpoint given as the first argument. Prints a line for each behaviour and
// exits with 1 at the first that fails.
import assert from "node:assert/strict";
import {
  BatchGetItemCommand,
  ConditionalCheckFailedException,
  CreateTableCommand,
  DeleteTableCommand,
  DescribeTableCommand,
  DynamoDBClient,
  GetItemCommand,
  ListTablesCommand,
  PutItemCommand,
  ResourceNotFoundException,
  TransactionCanceledException,
  UpdateTimeToLiveCommand,
  waitUntilTableExists,
  waitUntilTableNotExists,
} from "@aws-sdk/client-dynamodb";
import {
  DescribeStreamCommand,
  DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
} from "@aws-sdk/client-dynamodb-streams";
import {
  BatchWriteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactGetCommand,
  TransactWriteCommand,
  UpdateCommand,
  paginateQuery,
  paginateScan,
} from "@aws-sdk/lib-dynamodb";

const settings = {
  endpoint: process.argv[2],
  region: "eu-central-1",
  credentials: { accessKeyId: "any", secretAccessKey: "any" },
};
const client = new DynamoDBClient(settings);
const streams = new DynamoDBStreamsClient(settings);
const documents = DynamoDBDocumentClient.from(client);
const TableName = "js-orders";

async function behaviour(name, check) {
  try {
    await check();
    console.log(`ok ${name}`);
  } catch (problem) {
    console.log(`failed ${name}: ${problem.stack}`);
    process.exit(1);
  }
}

await behaviour("a table is made and awaited", async () => {
  const made = await client.send(
    new CreateTableCommand({
      TableName,
      BillingMode: "PAY_PER_REQUEST",
      AttributeDefinitions: [
        { AttributeName: "customer", AttributeType: "S" },
        { AttributeName: "number", AttributeType: "N" },
        { AttributeName: "state", AttributeType: "S" },
      ],
      KeySchema: [
        { AttributeName: "customer", KeyType: "HASH" },
        { AttributeName: "number", KeyType: "RANGE" },
      ],
      GlobalSecondaryIndexes: [
        {
          IndexName: "by-state",
          KeySchema: [
            { AttributeName: "state", KeyType: "HASH" },
            { AttributeName: "number", KeyType: "RANGE" },
          ],
          Projection: { ProjectionType: "ALL" },
        },
      ],
      StreamSpecification: { StreamEnabled: true, StreamViewType: "NEW_AND_OLD_IMAGES" },
    }),
  );
  assert.equal(made.TableDescription.TableName, TableName);
  assert.ok(made.TableDescription.CreationDateTime instanceof Date);
  const waited = await waitUntilTableExists({ client, maxWaitTime: 60 }, { TableName });
  assert.equal(waited.state, "SUCCESS");
  assert.deepEqual((await client.send(new ListTablesCommand({}))).TableNames, [TableName]);
});

await behaviour("all ten types come back as they went", async () => {
  const Item = {
    customer: { S: "types" },
    number: { N: "-12.5" },
    text: { S: "grüße 🎼 \u0000 \"quoted\"" },
    bytes: { B: new Uint8Array([0, 1, 255]) },
    yes: { BOOL: true },
    nothing: { NULL: true },
    list: { L: [{ S: "a" }, { N: "1" }, { L: [] }] },
    map: { M: { deep: { M: { er: { S: "x" } } } } },
    strings: { SS: ["a", "b"] },
    numbers: { NS: ["1", "2.5"] },
    binaries: { BS: [new Uint8Array([1]), new Uint8Array([2])] },
  };
  await client.send(new PutItemCommand({ TableName, Item }));
  const read = await client.send(
    new GetItemCommand({ TableName, Key: { customer: Item.customer, number: Item.number }, ConsistentRead: true }),
  );
  assert.deepEqual(read.Item, Item);
});

await behaviour("documents are put, updated and blocked", async () => {
  await documents.send(new PutCommand({ TableName, Item: { customer: "ada", number: 1, state: "open", lines: [{ sku: "x", count: 2 }] } }));
  const updated = await documents.send(
    new UpdateCommand({
      TableName,
      Key: { customer: "ada", number: 1 },
      UpdateExpression: "SET #l[0].#c = #l[0].#c + :one, tags = :tags ADD visits :one",
      ExpressionAttributeNames: { "#l": "lines", "#c": "count" },
      ExpressionAttributeValues: { ":one": 1, ":tags": new Set(["a", "b"]) },
      ReturnValues: "ALL_NEW",
      ReturnConsumedCapacity: "INDEXES",
    }),
  );
  assert.deepEqual(updated.Attributes.lines, [{ sku: "x", count: 3 }]);
  assert.deepEqual(updated.Attributes.tags, new Set(["a", "b"]));
  assert.equal(updated.Attributes.visits, 1);
  assert.equal(updated.ConsumedCapacity.CapacityUnits, 2);
  await assert.rejects(
    documents.send(
      new PutCommand({
        TableName,
        Item: { customer: "ada", number: 1 },
        ConditionExpression: "attribute_not_exists(customer)",
        ReturnValuesOnConditionCheckFailure: "ALL_OLD",
      }),
    ),
    (error) => error instanceof ConditionalCheckFailedException && error.Item.visits.N === "1",
  );
});

await behaviour("batches are written and read", async () => {
  const puts = Array.from({ length: 25 }, (_, i) => ({
    PutRequest: { Item: { customer: "bob", number: i, state: i % 2 ? "open" : "shut", note: "n".repeat(100) } },
  }));
  const written = await documents.send(new BatchWriteCommand({ RequestItems: { [TableName]: puts } }));
  assert.deepEqual(written.UnprocessedItems, {});
  const Keys = [0, 1, 99].map((n) => ({ customer: { S: "bob" }, number: { N: `${n}` } }));
  const read = await client.send(new BatchGetItemCommand({ RequestItems: { [TableName]: { Keys } } }));
  assert.equal(read.Responses[TableName].length, 2);
});

await behaviour("queries and scans are paged to the end", async () => {
  const numbers = [];
  const query = {
    TableName,
    IndexName: "by-state",
    KeyConditionExpression: "#s = :open AND #n BETWEEN :from AND :to",
    FilterExpression: "customer = :bob",
    ExpressionAttributeNames: { "#s": "state", "#n": "number" },
    ExpressionAttributeValues: { ":open": "open", ":from": 3, ":to": 20, ":bob": "bob" },
    ScanIndexForward: false,
    Limit: 4,
  };
  for await (const page of paginateQuery({ client: documents }, query)) {
    numbers.push(...page.Items.map((item) => item.number));
  }
  assert.deepEqual(numbers, [19, 17, 15, 13, 11, 9, 7, 5, 3]);
  let scanned = 0;
  for await (const page of paginateScan({ client: documents, pageSize: 7 }, { TableName })) {
    scanned += page.Count;
  }
  assert.equal(scanned, 27);
  const counted = await documents.send(
    new QueryCommand({
      TableName,
      KeyConditionExpression: "customer = :c",
      ExpressionAttributeValues: { ":c": "bob" },
      Select: "COUNT",
    }),
  );
  assert.equal(counted.Count, 25);
  assert.equal(counted.Items, undefined);
});

await behaviour("a transaction happens whole or not at all", async () => {
  const put = (number, condition) => ({
    Put: { TableName, Item: { customer: "carl", number }, ConditionExpression: condition },
  });
  await documents.send(new TransactWriteCommand({ TransactItems: [put(1), put(2)], ClientRequestToken: "once" }));
  await assert.rejects(
    documents.send(new TransactWriteCommand({ TransactItems: [put(3), put(1, "attribute_not_exists(customer)")] })),
    (error) =>
      error instanceof TransactionCanceledException &&
      error.CancellationReasons[0].Code === "None" &&
      error.CancellationReasons[1].Code === "ConditionalCheckFailed",
  );
  const read = await documents.send(
    new TransactGetCommand({
      TransactItems: [2, 3].map((number) => ({ Get: { TableName, Key: { customer: "carl", number } } })),
    }),
  );
  assert.equal(read.Responses[0].Item.number, 2);
  assert.equal(read.Responses[1].Item, undefined);
});

await behaviour("the stream tells what happened, in order", async () => {
  const table = await client.send(new DescribeTableCommand({ TableName }));
  const StreamArn = table.Table.LatestStreamArn;
  const described = await streams.send(new DescribeStreamCommand({ StreamArn }));
  const records = [];
  for (const shard of described.StreamDescription.Shards) {
    let { ShardIterator } = await streams.send(
      new GetShardIteratorCommand({ StreamArn, ShardId: shard.ShardId, ShardIteratorType: "TRIM_HORIZON" }),
    );
    const page = await streams.send(new GetRecordsCommand({ ShardIterator }));
    records.push(...page.Records);
  }
  const ofAda = records.filter((record) => record.dynamodb.Keys.customer.S === "ada");
  assert.deepEqual(ofAda.map((record) => record.eventName), ["INSERT", "MODIFY"]);
  assert.equal(ofAda[1].dynamodb.NewImage.visits.N, "1");
  assert.equal(ofAda[1].dynamodb.OldImage.visits, undefined);
  assert.equal(records.length, 30);
});

await behaviour("errors keep their type", async () => {
  await assert.rejects(
    documents.send(new GetCommand({ TableName: "nowhere", Key: { customer: "x", number: 1 } })),
    (error) => error instanceof ResourceNotFoundException && error.message === "Requested resource not found",
  );
  await assert.rejects(
    documents.send(new GetCommand({ TableName, Key: { customer: "x" } })),
    (error) =>
      error.name === "ValidationException" && error.message === "The provided key element does not match the schema",
  );
});

await behaviour("expiry is switched on and the table goes", async () => {
  const ttl = await client.send(
    new UpdateTimeToLiveCommand({ TableName, TimeToLiveSpecification: { AttributeName: "until", Enabled: true } }),
  );
  assert.equal(ttl.TimeToLiveSpecification.AttributeName, "until");
  await client.send(new DeleteTableCommand({ TableName }));
  const waited = await waitUntilTableNotExists({ client, maxWaitTime: 60 }, { TableName });
  assert.equal(waited.state, "SUCCESS");
});
