package dev.partita.systems;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.item.AttributeValue;
import dev.partita.systems.Served.Person;
import dev.partita.systems.Served.Reply;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Tries to break what aura-historia promises: as the wrong caller, twice at once, out of order, with values that are none. */
class AuraHistoriaBehavioursTest {

    @RegisterExtension
    static final Served SERVED = new Served("aura-historia");

    private final Person crawler = SERVED.as("spider", "crawlers");
    private final Person reader = SERVED.as("mia");
    private final Person nobody = SERVED.nobody();

    @AfterAll
    static void everyPatternWasCalled() {
        assertThat(SERVED.served())
                .isEqualTo(Systems.design("aura-historia").patterns().keySet());
    }

    private void shop(String domain, String country) {
        crawler.put("/shops/" + domain, "{'shopCountry':'" + country + "'}").made();
    }

    private static String page(String url, String more) {
        return "{'url':'" + url + "','type':'product','isProduct':true" + more + "}";
    }

    private Reply scrape(String url, String price) {
        return crawler.put("/shops/uhren.example/url", page(url, ",'status':'available','price':" + price));
    }

    private Reply page(String url) {
        return reader.get("/shops/uhren.example/url?url=" + Served.encoded(url));
    }

    private String hashOf(String url) {
        return page(url).is(200).text("hash");
    }

    @Test
    @Behaviour("001-B1")
    void aShopIsItsDomainAndAPageIsOnItsShop() {
        shop("Uhren.Example", "DE");
        assertThat(reader.get("/shops/UHREN.example.").is(200).text("domain")).isEqualTo("uhren.example");
        assertThat(SERVED.stored("data").get("SHOP#uhren.example META#"))
                .containsEntry("domain", new AttributeValue.S("uhren.example"));
        // What is no domain writes no shop, least of all another's.
        for (String wrong : List.of(
                "a%23b.example", "a%2Fb.example", "a%3Fb.example", "a%20b.example", "a..b", "%23", "-a.example")) {
            crawler.put("/shops/" + wrong, "{'shopCountry':'DE'}").refused(422, "invalid-values", "domain");
            crawler.put("/shops/" + wrong + "/url", page("https://a.example/x", ",'status':'new'"))
                    .is(422);
            reader.get("/shops/" + wrong).is(404);
        }
        crawler.put("/shops/uhren.example", "{'shopCountry':'DE','domain':'other.example'}")
                .is(422);
        // A page of another host is no page of this shop, in whatever way it is written.
        for (String wrong : List.of(
                "https://other.example/x",
                "https://uhren.example.evil.example/x",
                "https://notuhren.example/x",
                "https://uhren.example@evil.example/x",
                "javascript:alert(1)",
                "uhren.example/x",
                "")) {
            scrape(wrong, "1").refused(422, "invalid-values", "url");
            crawler.post("/shops/uhren.example/urls", page(wrong, "")).refused(422, "invalid-values", "url");
        }
        scrape("HTTPS://Uhren.Example:443/Kasten#unten", "5").is(201);
        scrape("https://www.uhren.example/x", "5").is(201);
        assertThat(SERVED.stored("data").keySet())
                .containsExactly(
                        "SHOP#uhren.example META#",
                        "SHOP#uhren.example URL#https://uhren.example/Kasten",
                        "SHOP#uhren.example URL#https://www.uhren.example/x");
        assertThat(page("https://uhren.example:443/Kasten").text("url")).isEqualTo("https://uhren.example/Kasten");
        page("https://uhren.example/kasten").is(404);
    }

    @Test
    @Behaviour("001-B1")
    void urlsLongerThanAKeyAreTheirOwn() {
        shop("uhren.example", "DE");
        String longer = "https://uhren.example/" + "x".repeat(3000);
        scrape(longer + "1", "1").is(201);
        scrape(longer + "2", "2").is(201);
        assertThat(page(longer + "1").text("url")).isEqualTo(longer + "1");
        assertThat(page(longer + "2").text("url")).isEqualTo(longer + "2");
        page(longer + "3").is(404);
        assertThat(reader.get("/shops/uhren.example/urls").items()).hasSize(2);
        scrape("https://uhren.example/" + "x".repeat(8001), "1").refused(422, "invalid-values", "url");
    }

    @Test
    @Behaviour("001-B2")
    void whetherItIsAProductIsANumber() {
        shop("uhren.example", "DE");
        String url = "https://uhren.example/a";
        crawler.post("/shops/uhren.example/urls", page(url, "")).is(201);
        assertThat(SERVED.stored("data").get("SHOP#uhren.example URL#" + url))
                .containsEntry("is_product", AttributeValue.N.of(1));
        assertThat(page(url).body()).containsEntry("isProduct", true);
        assertThat(reader.get("/shops/uhren.example/urls/products").each("url")).containsExactly(url);
        for (String wrong : List.of("'maybe'", "2", "null", "[]", "-1")) {
            crawler.patch("/shops/uhren.example/url", "{'url':'" + url + "','isProduct':" + wrong + "}")
                    .refused(422, "invalid-values", "isProduct");
        }
        crawler.patch("/shops/uhren.example/url", "{'url':'" + url + "','isProduct':false}")
                .is(200);
        assertThat(SERVED.stored("data").get("SHOP#uhren.example URL#" + url))
                .containsEntry("is_product", AttributeValue.N.of(0));
        assertThat(reader.get("/shops/uhren.example/urls/products").items()).isEmpty();
        assertThat(reader.get("/shops/uhren.example/urls/others").each("url")).containsExactly(url);
    }

    @Test
    @Behaviour("001-B3")
    void theHashSaysWhetherStatusOrPriceChangedAndNobodyTakesItAway() {
        shop("uhren.example", "DE");
        String url = "https://uhren.example/a";
        assertThat(scrape(url, "19.90").is(201).header("Partita-Outcome")).isNotEqualTo("unchanged");
        String hash = hashOf(url);
        assertThat(hash).matches("[0-9a-f]{64}");
        assertThat(scrape(url, "19.9").is(200).header("Partita-Outcome")).isEqualTo("unchanged");
        assertThat(scrape(url, "'19.900'").is(200).header("Partita-Outcome")).isEqualTo("unchanged");
        assertThat(scrape(url, "18").is(200).header("Partita-Outcome")).isNotEqualTo("unchanged");
        assertThat(hashOf(url)).isNotEqualTo(hash);
        // 1 + 23 is not 12 + 3: the parts do not run together.
        String one = scrapeOf(url, "'status':'x1','price':23");
        String other = scrapeOf(url, "'status':'x12','price':3");
        assertThat(one).isNotEqualTo(other);
        // Without a status there is nothing to compare, and a hash is not given but made.
        crawler.put("/shops/uhren.example/url", page(url, ",'price':5")).refused(422, "invalid-values", "status");
        crawler.put("/shops/uhren.example/url", page(url, ",'status':'x','hash':'0000'"))
                .refused(422, "invalid-values", "hash");
        // A crawl that comes upon a page again takes nothing away from what a scrape saw.
        String before = hashOf(url);
        crawler.post("/shops/uhren.example/urls", page(url, "")).refused(409, "already-exists");
        crawler.post("/shops/uhren.example/urls", page("https://uhren.example/b", ",'status':'sold'"))
                .is(422);
        crawler.patch("/shops/uhren.example/url", "{'url':'" + url + "','standardsUsed':['json-ld']}")
                .is(200);
        assertThat(hashOf(url)).isEqualTo(before);
        // Of many who find a page one writes it, of many with the same news one has news.
        List<Reply> found =
                Served.atOnce(6, i -> crawler.post("/shops/uhren.example/urls", page("https://uhren.example/c", "")));
        assertThat(found.stream().filter(reply -> reply.status() == 201)).hasSize(1);
        assertThat(found.stream().filter(reply -> reply.status() == 409)).hasSize(5);
        assertThat(page("https://uhren.example/c").body()).doesNotContainKey("hash");
        List<Reply> news = Served.atOnce(6, i -> scrape("https://uhren.example/c", "7"));
        assertThat(news.stream().filter(reply -> !"unchanged".equals(reply.header("Partita-Outcome"))))
                .hasSize(1);
        reader.put("/shops/uhren.example/url", page(url, ",'status':'x'")).refused(403, "not-allowed");
        nobody.put("/shops/uhren.example/url", page(url, ",'status':'x'")).is(401);
    }

    private String scrapeOf(String url, String seen) {
        crawler.put("/shops/uhren.example/url", page(url, "," + seen)).made();
        return hashOf(url);
    }

    @Test
    @Behaviour("001-B4")
    void shopsAndPagesDoNotMeetInAnIndex() {
        shop("uhren.example", "DE");
        scrape("https://uhren.example/a", "1").is(201);
        shop("leer.example", "DE");
        assertThat(reader.get("/shops/uhren.example/urls").items()).hasSize(1);
        assertThat(reader.get("/shops/uhren.example/urls/products").items()).hasSize(1);
        assertThat(reader.get("/shops/uhren.example/urls/others").items()).isEmpty();
        assertThat(reader.get("/shops/leer.example/urls").items()).isEmpty();
        assertThat(crawler.get("/countries/DE/shops/crawl-next").each("domain"))
                .containsExactlyInAnyOrder("uhren.example", "leer.example");
        SERVED.stored("data").forEach((key, item) -> {
            boolean isShop = key.endsWith("META#");
            assertThat(item.containsKey("shop_country")).as(key).isEqualTo(isShop);
            assertThat(item.containsKey("is_product")).as(key).isEqualTo(!isShop);
        });
        // A page may be known before its shop is, and leaves with it.
        crawler.put("/shops/neu.example/url", page("https://neu.example/", ",'status':'x'"))
                .is(201);
        reader.get("/shops/neu.example").is(404);
        reader.delete("/shops/uhren.example").is(403);
        crawler.delete("/shops/uhren.example").is(204);
        assertThat(reader.get("/shops/uhren.example/urls").items()).isEmpty();
        assertThat(SERVED.stored("data").keySet())
                .containsExactly("SHOP#leer.example META#", "SHOP#neu.example URL#https://neu.example/");
    }

    @Test
    @Behaviour("001-B5")
    void aCountryIsTwoLettersAndHasOneSpelling() {
        shop("uhren.example", " de ");
        assertThat(reader.get("/shops/uhren.example").text("shopCountry")).isEqualTo("DE");
        assertThat(reader.get("/countries/de/shops/crawled").each("domain")).containsExactly("uhren.example");
        for (String wrong : List.of("'DEU'", "'D'", "''", "'D1'", "'ÄÖ'", "49", "null", "['DE']")) {
            crawler.put("/shops/x.example", "{'shopCountry':" + wrong + "}")
                    .refused(422, "invalid-values", "shopCountry");
        }
        crawler.put("/shops/x.example", "{}").refused(422, "invalid-values", "shopCountry");
        reader.get("/shops/x.example").is(404);
        // A shop that moves is in one country's list.
        shop("uhren.example", "AT");
        assertThat(reader.get("/countries/DE/shops/crawled").items()).isEmpty();
        assertThat(reader.get("/countries/AT/shops/crawled").items()).hasSize(1);
        reader.put("/shops/uhren.example", "{'shopCountry':'FR'}").is(403);
        nobody.get("/shops/uhren.example").is(401);
    }

    @Test
    @Behaviour("001-B6")
    void timesHaveOneWidthAndAreSetByTheServiceOnly() {
        shop("uhren.example", "DE");
        SERVED.at("2025-04-01T10:00:00.789Z");
        crawler.post("/shops/uhren.example/mark-crawled", "{}").is(200);
        SERVED.at("2025-04-01T11:30:00Z");
        crawler.post("/shops/uhren.example/mark-scraped", "{}").is(200);
        assertThat(SERVED.stored("data").get("SHOP#uhren.example META#"))
                .containsEntry("last_crawled", new AttributeValue.S("2025-04-01T10:00:00Z"))
                .containsEntry("last_scraped", new AttributeValue.S("2025-04-01T11:30:00Z"));
        crawler.put("/shops/uhren.example", "{'shopCountry':'DE','lastCrawled':'2020-01-01T00:00:00Z'}")
                .is(422);
        crawler.post("/shops/uhren.example/mark-crawled", "{'lastCrawled':'2020-01-01T00:00:00Z'}")
                .is(422);
        crawler.post("/shops/ghost.example/mark-crawled", "{}").is(404);
        reader.post("/shops/uhren.example/mark-crawled", "{}").is(403);
        // To describe a shop anew does not forget when it was crawled.
        crawler.put("/shops/uhren.example", "{'shopCountry':'DE','standardsUsed':['opengraph']}")
                .is(200);
        assertThat(reader.get("/shops/uhren.example").body())
                .containsEntry("lastCrawled", "2025-04-01T10:00:00Z")
                .containsEntry("lastScraped", "2025-04-01T11:30:00Z");
        assertThat(reader.get("/shops/ghost.example").status()).isEqualTo(404);
    }

    @Test
    @Behaviour("001-B7")
    void standardsAreAListInItsOrderWithoutDoubles() {
        crawler.put("/shops/uhren.example", "{'shopCountry':'DE','standardsUsed':['opengraph','json-ld','microdata']}")
                .made();
        assertThat(reader.get("/shops/uhren.example").body().get("standardsUsed"))
                .isEqualTo(List.of("opengraph", "json-ld", "microdata"));
        for (String wrong : List.of("['a','a']", "'json-ld'", "[null]", "[['a']]", "{'a':1}", many(51))) {
            crawler.put("/shops/uhren.example", "{'shopCountry':'DE','standardsUsed':" + wrong + "}")
                    .refused(422, "invalid-values", "standardsUsed");
        }
        crawler.put("/shops/uhren.example", "{'shopCountry':'DE','standardsUsed':[]}")
                .is(200);
        assertThat(reader.get("/shops/uhren.example").body().get("standardsUsed"))
                .isEqualTo(List.of());
        assertThat(SERVED.stored("data").get("SHOP#uhren.example META#").get("standards_used"))
                .isEqualTo(new AttributeValue.L(List.of()));
    }

    private static String many(int count) {
        List<String> all = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            all.add("'s" + i + "'");
        }
        return all.toString();
    }

    @Test
    @Behaviour("001-B8")
    void daysAreWholeDaysAtBothEnds() {
        List<String> moments = List.of(
                "2025-03-31T23:59:59Z",
                "2025-04-01T00:00:00Z",
                "2025-04-15T12:00:00Z",
                "2025-04-30T23:59:59Z",
                "2025-05-01T00:00:00Z");
        for (int i = 0; i < moments.size(); i++) {
            shop("s" + i + ".example", "DE");
            SERVED.at(moments.get(i));
            crawler.post("/shops/s" + i + ".example/mark-crawled", "{}").is(200);
            crawler.post("/shops/s" + i + ".example/mark-scraped", "{}").is(200);
        }
        shop("us.example", "US");
        for (String kind : List.of("Crawled", "Scraped")) {
            String list = "/countries/DE/shops/" + kind.toLowerCase(java.util.Locale.ROOT);
            String from = "last" + kind + "From=";
            String to = "last" + kind + "To=";
            assertThat(reader.get(list + "?" + from + "2025-04-01&" + to + "2025-04-30")
                            .each("domain"))
                    .containsExactly("s1.example", "s2.example", "s3.example");
            assertThat(reader.get(list + "?" + from + "2025-04-30&" + to + "2025-04-30")
                            .each("domain"))
                    .containsExactly("s3.example");
            assertThat(reader.get(list + "?" + from + "2025-04-30T23:59:59Z").each("domain"))
                    .containsExactly("s3.example", "s4.example");
            assertThat(reader.get(list + "?" + to + "2025-03-31").each("domain"))
                    .containsExactly("s0.example");
            assertThat(reader.get(list).items()).hasSize(5);
            assertThat(reader.get(list + "?" + from + "2025-04-30&" + to + "2025-04-01")
                            .items())
                    .isEmpty();
            reader.get(list + "?" + from + "April").is(422);
            reader.get(list + "?" + from + "2025-02-30").is(422);
        }
        // Those never crawled come first, then those crawled longest ago; page by page.
        shop("never.example", "DE");
        List<String> order = new ArrayList<>();
        String next = "/countries/DE/shops/crawl-next?limit=2";
        while (next != null) {
            Reply some = crawler.get(next).is(200);
            order.addAll(some.each("domain"));
            next = some.text("next");
        }
        assertThat(order)
                .containsExactly("never.example", "s0.example", "s1.example", "s2.example", "s3.example", "s4.example");
        reader.get("/countries/DE/shops/crawl-next").is(403);
    }

    @Test
    @Behaviour("001-B9")
    void kindsOfPagesAreAnOpenListWithOneSpellingEach() {
        shop("uhren.example", "DE");
        String url = "https://uhren.example/a";
        scrape(url, "1").is(201);
        String place = "/shops/uhren.example/url";
        crawler.patch(place, "{'url':'" + url + "','type':'Blog '}").is(200);
        assertThat(page(url).text("type")).isEqualTo("blog");
        crawler.patch(place, "{'url':'" + url + "','type':'PRODUCT'}").is(200);
        assertThat(page(url).text("type")).isEqualTo("product");
        for (String wrong : List.of("''", "'  '", "7", "null", "['product']", "'" + "x".repeat(41) + "'")) {
            crawler.patch(place, "{'url':'" + url + "','type':" + wrong + "}").refused(422, "invalid-values", "type");
        }
        crawler.patch(place, "{'url':'https://uhren.example/ghost','type':'blog'}")
                .is(404);
        reader.delete(place + "?url=" + Served.encoded(url)).is(403);
        List<Reply> deleted = Served.atOnce(4, i -> crawler.delete(place + "?url=" + Served.encoded(url)));
        assertThat(deleted.stream().filter(reply -> reply.status() == 204)).hasSize(1);
        SERVED.later(Duration.ofMinutes(1));
        assertThat(SERVED.stored("data")).hasSize(1);
        assertThat(Map.copyOf(SERVED.stored("data"))).containsOnlyKeys("SHOP#uhren.example META#");
    }
}
