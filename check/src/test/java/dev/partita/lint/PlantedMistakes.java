package dev.partita.lint;

import dev.partita.design.model.Finding;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Mistakes that people make, each put into a design without fault by exchanging a few words. */
final class PlantedMistakes {

    private static final Path SHOP = Path.of("src", "test", "resources", "planted", "shop.yaml");

    /** What is wrong, in words, and what is exchanged: each text by the one behind it. */
    record Mistake(String words, List<String> exchanged) {}

    static final List<Mistake> ALL = List.of(
            new Mistake("two entities with the same key", List.of("sk: \"REVIEW#{reviewId}\"", "sk: META")),
            new Mistake(
                    "a key without the id of the item",
                    List.of("sk: \"ORDER#{placedAt}#{orderId}\"", "sk: \"ORDER#{status}\"")),
            new Mistake(
                    "a key that ends in the second",
                    List.of("sk: \"ORDER#{placedAt}#{orderId}\"", "sk: \"ORDER#{placedAt}\"")),
            new Mistake("a number in a key without padding", List.of("{price:08}#", "{price}#")),
            new Mistake("padding narrower than the range", List.of("{price:08}#", "{price:04}#")),
            new Mistake(
                    "the wrong separator",
                    List.of("\"CUSTOMER#{customerId}\", sk: \"ORDER", "\"CUSTOMER-{customerId}\", sk: \"ORDER")),
            new Mistake(
                    "two values run together",
                    List.of("\"{price:08}#{productId}\"", "\"{price:08}{title:raw}{productId}\"")),
            new Mistake(
                    "an attribute in a key that does not exist",
                    List.of("sk: \"REVIEW#{reviewId}\"", "sk: \"REVIEW#{reveiwId}\"")),
            new Mistake(
                    "a local time in a key",
                    List.of("placedAt: { type: timestamp, set: on-create }", "placedAt: { type: iso-time }")),
            new Mistake(
                    "a decimal sorted as text",
                    List.of(
                            "price: { type: integer, range: 0..99999999, required: true }",
                            "price: { type: decimal, range: 0..99999999, required: true }")),
            new Mistake(
                    "a key part that callers change",
                    List.of("change: [name], allow: owner", "change: [name, customerId], allow: owner")),
            new Mistake(
                    "an email in a key, as it is typed",
                    List.of("normalise: [trim, lower], length: 3..200, unique", "length: 3..200, unique")),
            new Mistake(
                    "a text without bound in a key",
                    List.of(
                            "category: { type: string, length: 1..40, cardinality: 5000",
                            "category: { type: string, pattern: \".*\", length: 1..4000, cardinality: 5000")),
            new Mistake(
                    "a prefix spelled two ways",
                    List.of("pk: \"PRODUCT#{productId}\", sk: META", "pk: \"Product#{productId}\", sk: META")),
            new Mistake(
                    "a query on an attribute without index",
                    List.of("by: category, where: isPublic, order: price", "by: title, where: isPublic, order: price")),
            new Mistake("an order that no key gives", List.of("order: price, page: 20", "order: title, page: 20")),
            new Mistake(
                    "a range behind an unknown part", List.of("range: placedAt, page: 50", "range: total, page: 50")),
            new Mistake(
                    "an index that lacks what is returned",
                    List.of("gsi2sk, projection: all }", "gsi2sk, projection: keys }")),
            new Mistake(
                    "an index nobody asks",
                    List.of(
                            "GSI2: { partition: gsi2pk",
                            "GSI3: { partition: gsi3pk, sort: gsi3sk, projection: all }\n      GSI2: { partition: gsi2pk")),
            new Mistake(
                    "two indexes that are one",
                    List.of(
                            "GSI2: { partition: gsi2pk, sort: gsi2sk, projection: all }",
                            "GSI2: { partition: gsi2pk, sort: gsi2sk, projection: all }\n      GSI4: { partition: gsi2pk, sort: gsi2sk, projection: keys }")),
            new Mistake(
                    "a strong read of a global index",
                    List.of(
                            "by: orderId, allow: [owner, staff]",
                            "by: orderId, consistency: strong, allow: [owner, staff]")),
            new Mistake("uniqueness expected of an index", List.of("unique: true, required: true", "required: true")),
            new Mistake(
                    "all items in one partition", List.of("gsi2pk: \"CATEGORY#{category}\"", "gsi2pk: \"PRODUCTS\"")),
            new Mistake(
                    "a partition for each state",
                    List.of(
                            "gsi1pk: \"ORDER#{orderId}\", gsi1sk: ORDER",
                            "gsi1pk: \"{status}\", gsi1sk: \"{orderId}\"")),
            new Mistake(
                    "a partition of the day that takes all writes",
                    List.of(
                            "pk: \"SESSION#{token:hash}\", sk: META",
                            "pk: \"DAY#{startedAt:date}\", sk: \"{token:hash}\"")),
            new Mistake(
                    "a filter after a limit",
                    List.of(
                            "list: Review, by: productId, page: 20",
                            "list: Review, key: { pk: \"PRODUCT#{productId}\", sk: { begins-with: \"REVIEW#\" } }, limit: 20, filter: stars = 5")),
            new Mistake(
                    "a prefix that ends inside an id",
                    List.of(
                            "list: Review, by: productId, page: 20",
                            "list: Review, key: { pk: \"PRODUCT#{productId}\", sk: { begins-with: \"REVIEW#{stars}\" } }")),
            new Mistake(
                    "a prefix of the partition key",
                    List.of(
                            "list: Review, by: productId, page: 20",
                            "list: Review, key: { pk: { begins-with: \"PRODUCT#\" } }")),
            new Mistake(
                    "a query that also reads other entities",
                    List.of(
                            "list: Review, by: productId, page: 20",
                            "list: Review, key: { pk: \"PRODUCT#{productId}\" }")),
            new Mistake(
                    "a filter on a list of a million",
                    List.of(
                            "by: customerId, order: newest-first",
                            "by: customerId, where: \"note = :note\", order: newest-first")),
            new Mistake(
                    "a scan for a list",
                    List.of(
                            "list: Product, by: category, where: isPublic, order: price, page: 20",
                            "scan: Product, where: isPublic")),
            new Mistake(
                    "a part of a text by filter",
                    List.of(
                            "search: Product, on: title, where: isPublic",
                            "scan: Product, where: \"contains(title, :title) AND isPublic\", about: By hand.")),
            new Mistake("a search without a stream", List.of("stream: new", "stream: \"off\"")),
            new Mistake(
                    "a count that reads everything",
                    List.of(
                            "reviews: { list",
                            "howMany: { count: Order, by: customerId, allow: staff, expect: { items: 500000, per-day: 1000 } }\n  reviews: { list")),
            new Mistake("a typo in an enum's default", List.of("default: open", "default: opne")),
            new Mistake("a typo in an enum in a condition", List.of("when: status = 'open'", "when: status = 'opne'")),
            new Mistake("a typo in an enum that is set", List.of("set: { status: paid }", "set: { status: payed }")),
            new Mistake(
                    "a default out of range",
                    List.of("range: 0.., default: 0, read-only", "range: 0.., default: -1, read-only")),
            new Mistake("a number compared with text", List.of("stock < 100000 AND", "stock < 'many' AND")),
            new Mistake(
                    "a condition on an attribute of another entity",
                    List.of(
                            "by: productId, page: 20, allow: anyone",
                            "by: productId, where: isPublic, page: 20, allow: anyone")),
            new Mistake(
                    "expiry in milliseconds",
                    List.of(
                            "startedAt: { type: timestamp, set: on-create }",
                            "startedAt: { type: timestamp, set: on-create }\n      endsAt: { type: epoch-millis, stored: ttl, required: true }")),
            new Mistake(
                    "expiry as text",
                    List.of(
                            "startedAt: { type: timestamp, set: on-create }",
                            "startedAt: { type: timestamp, set: on-create }\n      endsAt: { type: timestamp, stored: ttl, required: true }")),
            new Mistake("expiry in a table without TTL", List.of("    expiry: ttl\n", "")),
            new Mistake(
                    "expiry after a time that may be missing",
                    List.of("startedAt: { type: timestamp, set: on-create }", "startedAt: timestamp")),
            new Mistake("expiry written by hand", List.of("expiry: 1 day after startedAt\n", "\n")),
            new Mistake(
                    "an expiry time nobody keeps to",
                    List.of(
                            "note: { type: string, length: 0..500 }",
                            "note: { type: string, length: 0..500 }\n      expiresAt: { type: timestamp, required: true }")),
            new Mistake(
                    "an item that may pass 400 KB",
                    List.of("text: { type: string, length: 1..5000 }", "text: { type: string, length: 1..500000 }")),
            new Mistake(
                    "a limit checked by counting first",
                    List.of(
                            "placeOrder: { create: Order, set: { status: open }, allow: owner }",
                            "howMany: { count: Order, by: customerId, allow: staff }\n  placeOrder: { create: Order, set: { status: open }, guard: { count: howMany, below: 10 }, allow: owner }")),
            new Mistake(
                    "a counter that callers may write",
                    List.of(
                            "orderCount: { type: integer, default: 0, read-only: true }",
                            "orderCount: { type: integer, default: 0 }")),
            new Mistake(
                    "a reference that is never checked",
                    List.of(
                            "references: Product, must-exist: true",
                            "references: Product",
                            "allow: owner, through: product }",
                            "allow: owner }")),
            new Mistake(
                    "children left behind by a delete",
                    List.of("must-exist: true, on-delete: cascade", "must-exist: true")),
            new Mistake(
                    "a cascade that nothing serves",
                    List.of(
                            "length: 1..64, required: true, immutable: true }\n      stars",
                            "length: 1..64, required: true, immutable: true, references: Customer, on-delete: cascade }\n      stars")),
            new Mistake(
                    "no word about who may call",
                    List.of("order: newest-first, page: 20, allow: owner", "order: newest-first, page: 20")),
            new Mistake("anyone may change", List.of("isPublic], allow: staff", "isPublic], allow: anyone")),
            new Mistake("an owner who is not named", List.of("    owner: customerId\n    version", "    version")),
            new Mistake(
                    "an owner's list by somebody else's key",
                    List.of(
                            "reviews: { list: Review, by: productId, page: 20, allow: anyone",
                            "reviews: { list: Review, by: productId, page: 20, allow: owner")),
            new Mistake(
                    "a password as text",
                    List.of(
                            "password: { type: password, hidden: true, required: true }",
                            "password: { type: string, hidden: true, required: true }")),
            new Mistake("a password that is returned", List.of("type: password, hidden: true", "type: password")),
            new Mistake(
                    "a secret in a pattern's answer",
                    List.of("by: email, allow: staff", "by: email, return: [customerId, password], allow: staff")),
            new Mistake(
                    "an API key in clear",
                    List.of(
                            "note: { type: string, length: 0..500 }",
                            "apiKey: { type: string, length: 20..60, hidden: true }")),
            new Mistake("a token in a key, in clear", List.of("{token:hash}", "{token}")),
            new Mistake(
                    "children that strangers may read",
                    List.of(
                            "product: { get: Product, by: productId, where: isPublic, allow: anyone",
                            "product: { get: Product, by: productId, where: isPublic, allow: staff",
                            ", allow: anyone, through: product }",
                            ", allow: anyone }")),
            new Mistake(
                    "a cache that outlives the item",
                    List.of(
                            "session: { get: Session, by: token, allow: staff",
                            "session: { get: Session, by: token, cache: 20 hours, allow: staff")),
            new Mistake(
                    "a strong read from a cache",
                    List.of("allow: anyone, cache: 1 minute", "consistency: strong, allow: anyone, cache: 1 minute")),
            new Mistake("a table that can be deleted by mistake", List.of("    deletion-protection: true\n", "")),
            new Mistake("a table without recovery", List.of("    recovery: 35 days\n", "")),
            new Mistake(
                    "a put that overwrites what it does not know",
                    List.of("addProduct: { create: Product", "addProduct: { put: Product")),
            new Mistake(
                    "an edit of a list that undoes others' edits",
                    List.of(
                            "change: [title, category, price, isPublic]",
                            "change: [title, category, price, isPublic, tags]")),
            new Mistake("a retry that counts twice", List.of(" AND stock = :had", "")),
            new Mistake(
                    "a request for each item of a list",
                    List.of(
                            "by: category, where: isPublic, order: price, page: 20",
                            "by: category, where: isPublic, order: price, page: 20, then: draft")),
            new Mistake(
                    "a word that has no effect",
                    List.of(
                            "get: Product, by: productId, where: isPublic",
                            "get: Product, by: productId, order: newest-first, where: isPublic")),
            new Mistake(
                    "a word in the wrong place",
                    List.of("list: Review, by: productId, page: 20", "list: Review, by: productId, limit: 20")),
            new Mistake(
                    "a transaction that meets itself",
                    List.of(
                            "pay: { update",
                            "both: { transact: [restock, editProduct], allow: staff }\n  pay: { update")),
            new Mistake("two entities of one type", List.of("type: REVIEW", "type: PRODUCT")),
            new Mistake(
                    "one stored name for two things",
                    List.of(
                            "note: { type: string, length: 0..500 }",
                            "note: { type: string, length: 0..500, stored: status }")),
            new Mistake(
                    "an attribute stored under a key's name",
                    List.of(
                            "note: { type: string, length: 0..500 }",
                            "note: { type: string, length: 0..500, stored: gsi1pk }")),
            new Mistake("a status that may go back", List.of(", when: status = 'open'", "")),
            new Mistake(
                    "dates in the server's zone, not the customers'",
                    List.of("design: shop\n", "design: shop\ntime-zone: Pacific/Auckland\n")),
            new Mistake(
                    "an index key of two values", List.of("gsi2pk: \"CATEGORY#{category}\"", "gsi2pk: \"{isPublic}\"")),
            new Mistake(
                    "a list that grows for ever",
                    List.of(
                            "type: list of string, max-items: 20, distinct: true",
                            "type: list of string",
                            "review: { create: Review, allow: owner, through: product }",
                            "review: { create: Review, allow: owner, through: product }\n  tag: { update: Product, by: productId, append: [tags], allow: staff }")),
            new Mistake(
                    "a count that callers overwrite",
                    List.of(
                            "default: 0, read-only: true }\n      tags",
                            "default: 0 }\n      tags",
                            "change: [title, category, price, isPublic]",
                            "change: [title, category, price, isPublic, stock]")),
            new Mistake(
                    "now in an index's condition",
                    List.of("GSI1: { gsi1pk", "GSI1: { when: \"placedAt < now\", gsi1pk")),
            new Mistake(
                    "numbers given out by callers",
                    List.of(
                            "sk: \"REVIEW#{reviewId}\" }",
                            "sk: \"REVIEW#{number:06}\" }",
                            "reviewId: { type: ulid, generate: ulid }",
                            "number: { type: integer, range: 1.. }")),
            new Mistake(
                    "a role that people give themselves",
                    List.of(
                            "staff: { group: staff }",
                            "staff: { entity: Customer, by: customerId, when: isStaff }",
                            "      version: integer",
                            "      isStaff: { type: flag, default: false }\n      version: integer")),
            new Mistake(
                    "personal data for anyone",
                    List.of(
                            "text: { type: string, length: 1..5000 }",
                            "text: { type: string, length: 1..5000, personal: true }")),
            new Mistake(
                    "a draft whose children are public",
                    List.of(", allow: anyone, through: product }", ", allow: anyone }")),
            new Mistake(
                    "versions that differ by the day",
                    List.of(
                            "  Session:\n    type",
                            "  PriceHistory:\n    type: PRICE\n    key: { pk: \"PRODUCT#{productId}\", sk: \"PRICE#{day}\" }\n    attributes: { productId: ulid, day: date, price: integer }\n  Session:\n    type",
                            "startSession:",
                            "savePrice: { put: PriceHistory, allow: staff }\n  prices: { list: PriceHistory, by: productId, page: 50, allow: staff }\n  startSession:")),
            new Mistake(
                    "a lock made by hand",
                    List.of(
                            "unique: true, required: true",
                            "required: true",
                            "  Session:\n    type",
                            "  EmailLock:\n    type: EMAIL\n    key: { pk: \"EMAIL#{email}\", sk: LOCK }\n    attributes: { email: { type: string, normalise: [trim, lower], length: 3..200 }, customerId: { type: string, length: 1..64 } }\n  Session:\n    type",
                            "byEmail: { get: Customer, by: email",
                            "lockEmail: { create: EmailLock, allow: staff }\n  byEmail: { get: EmailLock, by: email")),
            new Mistake(
                    "a typo in a prefix",
                    List.of(
                            "pk: \"CUSTOMER#{customerId}\", sk: \"ORDER#",
                            "pk: \"CUSTMER#{customerId}\", sk: \"ORDER#")),
            new Mistake(
                    "a page that passes a megabyte",
                    List.of("order: newest-first, page: 20", "order: newest-first, page: 5000")),
            new Mistake("the wrong group in a role", List.of("staff: { group: staff }", "staff: { group: stuff }")),
            new Mistake(
                    "a reader that writes nothing",
                    List.of("  review: { create: Review, allow: owner, through: product }\n", "")),
            new Mistake(
                    "a number kept as text and sorted by",
                    List.of(
                            "price: { type: integer, range: 0..99999999, required: true }",
                            "price: { type: string, length: 1..10, required: true }",
                            "{price:08}#",
                            "{price}#")),
            new Mistake("paging by offset", List.of("order: price, page: 20", "order: price, page: 20, offset: 40")),
            new Mistake(
                    "the email as the key of a customer",
                    List.of(
                            "change: [name], allow: owner",
                            "change: [name, email], allow: owner",
                            "key: { pk: \"CUSTOMER#{customerId}\", sk: PROFILE }",
                            "key: { pk: \"CUSTOMER#{email}\", sk: PROFILE }")),
            new Mistake(
                    "a counter that the whole world increments",
                    List.of(
                            "stock = :had\", allow: staff, expect: { per-day: 500 }",
                            "stock = :had\", allow: staff, expect: { per-day: 500000000 }")),
            new Mistake(
                    "a lock with a holder, taken without looking",
                    List.of(
                            "note: { type: string, length: 0..500 }",
                            "note: { type: string, length: 0..500 }\n      lockedBy: { type: string, length: 1..64 }\n      lockedUntil: timestamp",
                            "  startSession:",
                            "  takeOrder: { update: Order, by: [customerId, placedAt, orderId], change: [lockedBy, lockedUntil], allow: staff }\n  startSession:")),
            new Mistake("a cache of no time", List.of("cache: 1 minute", "cache: 0 seconds")),
            new Mistake("a sum in set", List.of("add: [stock], when", "set: { stock: stock + 1 }, when")),
            new Mistake(
                    "a sparse index without its condition",
                    List.of("GSI2: { when: isPublic, gsi2pk", "GSI2: { gsi2pk")),
            new Mistake(
                    "a filter where a key should be",
                    List.of("by: customerId, range: placedAt", "by: customerId, where: \"total > :total\"")),
            new Mistake(
                    "truth kept as text",
                    List.of(
                            "isPublic: { type: flag, default: false }",
                            "isPublic: { type: string, default: \"false\" }")),
            new Mistake(
                    "a time kept as text",
                    List.of(
                            "placedAt: { type: timestamp, set: on-create }",
                            "placedAt: { type: string, required: true }")),
            new Mistake(
                    "a picture inside the item",
                    List.of("note: { type: string, length: 0..500 }", "photo: { type: binary, length: 0..5000000 }")),
            new Mistake(
                    "one item asked for by what many have",
                    List.of("order: { get: Order, by: orderId", "order: { get: Order, by: [customerId, placedAt]")),
            new Mistake(
                    "ids of children collected in a list",
                    List.of(
                            "      version: integer",
                            "      orderIds: { type: list of string }\n      version: integer",
                            "  startSession:",
                            "  remember: { update: Customer, by: customerId, append: [orderIds], allow: staff }\n  startSession:")),
            new Mistake(
                    "random ids behind a time",
                    List.of(
                            "orderId: { type: ulid, generate: ulid, read-only: true }",
                            "orderId: { type: uuid, generate: uuid, read-only: true }")),
            new Mistake("a page larger than the list", List.of("page: 50, allow", "page: 50, max: 10, allow")),
            new Mistake(
                    "a price as a floating point number in a key",
                    List.of(
                            "price: { type: integer, range: 0..99999999",
                            "price: { type: decimal, range: 0..99999999")),
            new Mistake(
                    "the tenant left out of the key",
                    List.of(
                            "staff: { group: staff }",
                            "staff: { group: staff }\n  seller: { membership: Seller, by: userId, group: shopId }",
                            "  Session:\n    type",
                            "  Seller:\n    type: SELLER\n    key: { pk: \"SHOP#{shopId}\", sk: \"SELLER#{userId}\" }\n    attributes: { shopId: ulid, userId: { type: string, length: 1..64 } }\n  Session:\n    type",
                            "isPublic], allow: staff",
                            "isPublic], allow: [staff, seller]")),
            new Mistake(
                    "a strong read of everything",
                    List.of(
                            "product: { get: Product, by: productId, where: isPublic, allow: anyone, cache: 1 minute }",
                            "product: { get: Product, by: productId, where: isPublic, consistency: strong, allow: anyone, expect: { per-day: 90000000 } }")),
            new Mistake(
                    "one customer asked for by a name",
                    List.of("customer: { get: Customer, by: customerId", "customer: { get: Customer, by: name")),
            new Mistake(
                    "two fields for the same thing",
                    List.of(
                            "note: { type: string, length: 0..500 }",
                            "note: { type: string, length: 0..500 }\n      Note: { type: string, length: 0..500 }")),
            new Mistake(
                    "a quota that anyone resets",
                    List.of(
                            "change: [name], allow: owner",
                            "change: [name, orderCount], allow: owner",
                            "orderCount: { type: integer, default: 0, read-only: true }",
                            "orderCount: { type: integer, default: 0 }")),
            new Mistake(
                    "a like that needs no signing in",
                    List.of(
                            "stars: { type: integer, range: 1..5, required: true }",
                            "stars: { type: integer, range: 1..5, required: true }\n      likes: { type: integer, default: 0, read-only: true }",
                            "  startSession:",
                            "  like: { update: Review, by: [productId, reviewId], add: { likes: 1 }, allow: anyone }\n  startSession:")),
            new Mistake(
                    "an index sorted by the time of the last change",
                    List.of(
                            "gsi1pk: \"ORDER#{orderId}\", gsi1sk: ORDER",
                            "gsi1pk: \"ORDER#{orderId}\", gsi1sk: \"{changedAt}\"",
                            "placedAt: { type: timestamp, set: on-create }",
                            "placedAt: { type: timestamp, set: on-create }\n      changedAt: { type: timestamp, set: on-write }")),
            new Mistake(
                    "tags copied into items of their own, without bound",
                    List.of(
                            "  Session:\n    type",
                            "  ProductTag:\n    type: TAG\n    from: { entity: Product, each: tags, as: tag }\n    key: { pk: \"TAG#{tag}\", sk: \"{productId}\" }\n    attributes: { tag: string, productId: ulid, title: string }\n  Session:\n    type",
                            "max-items: 20, distinct: true",
                            "max-items: 200, distinct: true",
                            "  startSession:",
                            "  tagged: { list: ProductTag, by: tag, page: 20, allow: staff }\n  startSession:")),
            new Mistake(
                    "a deleted customer whose address stays taken",
                    List.of(
                            "    version: version\n",
                            "    version: version\n    soft-delete: { at: deletedAt }\n",
                            "      name: { type: string, length: 1..200 }\n",
                            "      name: { type: string, length: 1..200 }\n      deletedAt: { type: timestamp, set: on-delete }\n")),
            new Mistake(
                    "the password in an index",
                    List.of(
                            "    owner: customerId\n    version",
                            "    GSI2: { gsi2pk: \"NAME#{name}\", gsi2sk: \"{customerId}\" }\n    owner: customerId\n    version",
                            "  leave:",
                            "  named: { list: Customer, by: name, page: 20, allow: staff }\n  leave:",
                            "name: { type: string, length: 1..200 }",
                            "name: { type: string, length: 1..200, required: true }")),
            new Mistake(
                    "capacity for a tenth of the writes",
                    List.of(
                            "    stream: new\n",
                            "    stream: new\n    billing: { read: 5, write: 1 }\n",
                            "expect: { per-day: 500 }",
                            "expect: { per-day: 5000000 }")),
            new Mistake(
                    "backups that are gone before the next",
                    List.of(
                            "    recovery: 35 days\n",
                            "    recovery: 35 days\n    backups: { every: 7 days, keep: 3 days }\n")),
            new Mistake(
                    "six local indexes",
                    List.of(
                            "    indexes:\n",
                            "    indexes:\n      by10: { local: true, sort: local10, projection: keys }\n      by11: { local: true, sort: local11, projection: keys }\n      by12: { local: true, sort: local12, projection: keys }\n      by13: { local: true, sort: local13, projection: keys }\n      by14: { local: true, sort: local14, projection: keys }\n      by15: { local: true, sort: local15, projection: keys }\n")),
            new Mistake(
                    "a required value that no caller may give",
                    List.of(
                            "stars: { type: integer, range: 1..5, required: true }",
                            "stars: { type: integer, range: 1..5, required: true, read-only: true }")),
            new Mistake(
                    "a count that nothing counts in",
                    List.of(
                            "quotas:\n  orders: { counts: Order, per: customerId, counter: Customer.orderCount, limit: 10000 }\n",
                            "")),
            new Mistake(
                    "an owner who is an id of the item",
                    List.of(
                            "    owner: customerId\n    expect: { items: 1000000",
                            "    owner: orderId\n    expect: { items: 1000000")),
            new Mistake("a condition that no item meets", List.of("stock < 100000 AND", "stock < 0 AND")),
            new Mistake(
                    "expected numbers that contradict each other",
                    List.of(
                            "items: 1000000, per-day: 3000, size: 800 bytes, keep: forever",
                            "items: 10, per-day: 3000, size: 800 bytes, keep: forever",
                            "expiry: 1 day after startedAt\n    expect: { items: 5000",
                            "expiry: 1 day after startedAt\n    expect: { items: 5000000")),
            new Mistake(
                    "items for a month that nothing removes",
                    List.of(
                            "per-day: 400, size: 600 bytes, keep: forever",
                            "per-day: 400, size: 600 bytes, keep: 30 days")),
            new Mistake(
                    "a picture beside a number that often changes",
                    List.of(
                            "      stock: {",
                            "      photo: { type: string, size: 90 KB, length: 0..95000 }\n      stock: {",
                            "expect: { per-day: 500 }",
                            "expect: { per-day: 500000 }")),
            new Mistake(
                    "more fetched at once than a batch takes",
                    List.of(
                            "reviews: { list: Review, by: productId, page: 20,",
                            "reviews: { list: Review, by: productId, fetch: Customer, page: 500,",
                            "customerId: { type: string, length: 1..64, required: true, immutable: true }\n      stars",
                            "customerId: { type: string, length: 1..64, required: true, immutable: true, references: Customer, on-delete: keep }\n      stars")),
            new Mistake("a stream without what the search needs", List.of("stream: new", "stream: keys")),
            new Mistake(
                    "a hit rate without a cache",
                    List.of(
                            "page: 20, allow: anyone }\n  titles",
                            "page: 20, allow: anyone, expect: { per-day: 1000, hit-rate: 90 % } }\n  titles")),
            new Mistake(
                    "ids that callers choose",
                    List.of(
                            "orderId: { type: ulid, generate: ulid, read-only: true }",
                            "orderId: { type: string, length: 1..40 }")),
            new Mistake(
                    "somebody's orders, for whoever knows the number",
                    List.of(
                            "order: { get: Order, by: orderId, allow: [owner, staff] }",
                            "order: { get: Order, by: orderId, allow: anyone }")),
            new Mistake(
                    "a name copied into each order, never to change again",
                    List.of("      note: {", "      customerName: { type: string, length: 1..200 }\n      note: {")),
            new Mistake(
                    "a pair that only one of the two finds",
                    List.of(
                            "  Session:\n    type",
                            "  Follow:\n    type: FOLLOW\n    key: { pk: \"CUSTOMER#{customerId}\", sk: \"FOLLOWS#{otherId}\" }\n    owner: customerId\n    attributes: { customerId: { type: string, length: 1..64, references: Customer, on-delete: cascade }, otherId: { type: string, length: 1..64, references: Customer, on-delete: keep } }\n  Session:\n    type",
                            "  startSession:",
                            "  follow: { create: Follow, allow: owner }\n  follows: { list: Follow, by: customerId, page: 20, allow: owner }\n  startSession:")),
            new Mistake(
                    "names in two styles",
                    List.of(
                            "placedAt: { type: timestamp, set: on-create }\n      status",
                            "placedAt: { type: timestamp, set: on-create }\n      last_change: { type: timestamp, set: on-write }\n      status")),
            new Mistake(
                    "people found by anyone, with their addresses",
                    List.of("  titles:", "  people: { search: Customer, on: name, allow: anyone }\n  titles:")),
            new Mistake(
                    "a customer who cannot be erased",
                    List.of("  leave: { delete: Customer, by: customerId, allow: [owner, staff] }\n", "")),
            new Mistake(
                    "cold data in a table for hot",
                    List.of(
                            "items: 1000000, per-day: 3000, size: 800 bytes",
                            "items: 1000000000, per-day: 3000, size: 800 bytes")),
            new Mistake(
                    "a peak below the average",
                    List.of("expect: { per-day: 500 }", "expect: { per-day: 5000000, peak: 1 }")),
            new Mistake(
                    "a token in the path of a request",
                    List.of(
                            "session: { get: Session, by: token, allow: staff }",
                            "session: { get: Session, by: token, allow: staff, route: \"GET /sessions/{token}\" }")),
            new Mistake(
                    "a counter for each day that stays for ever",
                    List.of(
                            "  orders: { counts: Order, per: customerId, counter: Customer.orderCount, limit: 10000 }",
                            "  orders: { counts: Order, per: [customerId, placedAt:date], item: { pk: \"CUSTOMER#{customerId}\", sk: \"QUOTA#{placedAt:date}\" }, limit: 100 }",
                            "      orderCount: { type: integer, default: 0, read-only: true }\n",
                            "")),
            new Mistake(
                    "a limit that no write asks for",
                    List.of(
                            "      orderCount: {",
                            "      maxOrders: { type: integer, default: 10 }\n      orderCount: {")),
            new Mistake(
                    "a sort key that repeats the partition",
                    List.of(
                            "pk: \"CUSTOMER#{customerId}\", sk: PROFILE",
                            "pk: \"CUSTOMER#{customerId}\", sk: \"CUSTOMER#{customerId}\"")),
            new Mistake(
                    "a list sorted by what an item may lack",
                    List.of(
                            "price: { type: integer, range: 0..99999999, required: true }",
                            "price: { type: integer, range: 0..99999999 }")),
            new Mistake(
                    "the caller says when it was created",
                    List.of(
                            "createdAt: { type: timestamp, set: on-create }",
                            "createdAt: { type: timestamp, required: true }")),
            new Mistake("an order that begins as paid", List.of("set: { status: open }, allow: owner", "allow: owner")),
            new Mistake(
                    "an order that its customer may call paid",
                    List.of("when: status = 'open', allow: staff }", "when: status = 'open', allow: owner }")),
            new Mistake(
                    "a sample that is no item",
                    List.of(
                            "quotas:\n",
                            "samples:\n  Customer: [ { customerId: c1, email: nobody, password: secret, orderCount: many } ]\nquotas:\n")),
            new Mistake(
                    "a parent that is read with a million children",
                    List.of(
                            "draft: { get: Product, by: productId, allow: staff }",
                            "draft: { read: [Product, Review], by: productId, allow: staff, expect: { per-day: 5000 } }",
                            "items: 500000, per-day: 400",
                            "items: 500000000, per-day: 400000")),
            new Mistake(
                    "drafts found by a search",
                    List.of(
                            "titles: { search: Product, on: title, where: isPublic, allow: anyone }",
                            "titles: { search: Product, on: title, allow: anyone }")),
            new Mistake(
                    "an inverted index whose partition is one word",
                    List.of(
                            "      GSI2: {",
                            "      GSI3: { partition: sk, sort: pk, projection: [title] }\n      GSI2: {",
                            "  startSession:",
                            "  allProducts: { list: Product, return: [title], page: 20, allow: staff }\n  startSession:",
                            "addProduct: { create: Product, allow: staff }",
                            "addProduct: { create: Product, allow: staff, expect: { per-day: 50000000 } }")),
            new Mistake(
                    "an alarm that is raised every day",
                    List.of(
                            "patterns:\n",
                            "alarms:\n  busy: { metric: units-per-day, above: 10, per: 1 day }\npatterns:\n")),
            new Mistake(
                    "an update of many items at once",
                    List.of(
                            "  pay: {",
                            "  payAll: { update: Order, by: customerId, set: { status: paid }, when: status = 'open', allow: staff }\n  pay: {")));

    static String design() throws IOException {
        return Files.readString(SHOP);
    }

    /** The rules that speak when the mistake is made and not before, the gravest first. */
    static List<String> found(Mistake mistake) throws IOException {
        Set<String> before = new HashSet<>();
        PasteTest.lint(design()).forEach(finding -> before.add(finding.rule() + finding.subject()));
        return PasteTest.lint(planted(mistake)).stream()
                .filter(finding -> !before.contains(finding.rule() + finding.subject()))
                .sorted(java.util.Comparator.comparing(Finding::severity))
                .map(Finding::rule)
                .distinct()
                .toList();
    }

    /** The design with the mistake. */
    static String planted(Mistake mistake) throws IOException {
        String planted = design();
        for (int i = 0; i < mistake.exchanged().size(); i += 2) {
            String from = mistake.exchanged().get(i);
            int at = planted.indexOf(from);
            if (at < 0) {
                throw new IllegalStateException("not in the design: " + from);
            }
            planted = planted.substring(0, at) + mistake.exchanged().get(i + 1) + planted.substring(at + from.length());
        }
        return planted;
    }

    /** The table for the page of rules. */
    static String markdown() throws IOException {
        StringBuilder page = new StringBuilder("""

                ## Planted mistakes

                Mistakes that people make, each put into a [design without fault](../check/src/test/resources/planted/shop.yaml) by
                exchanging a few words. A test plants them again and keeps this table true. What no rule finds is said so.

                | mistake | found by |
                |---|---|
                """);
        List<String> missed = new ArrayList<>();
        for (Mistake mistake : ALL) {
            List<String> found = found(mistake);
            page.append("| ").append(mistake.words()).append(" | ");
            page.append(
                    found.isEmpty()
                            ? "**missed**"
                            : found.stream()
                                    .limit(3)
                                    .map(rule -> "`" + rule + "`")
                                    .collect(Collectors.joining(", ")));
            page.append(" |\n");
            if (found.isEmpty()) {
                missed.add(mistake.words());
            }
        }
        return page.append("\n")
                .append(ALL.size() - missed.size())
                .append(" of ")
                .append(ALL.size())
                .append(" are found.")
                .append(missed.isEmpty() ? "" : " Missed: " + String.join("; ", missed) + ".")
                .append("\n")
                .toString();
    }

    private PlantedMistakes() {}
}
