package dev.partita.systems;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.systems.Served.Person;
import dev.partita.systems.Served.Reply;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Attacks on aura-historia that went through once. */
class ShopAttacksTest {

    @RegisterExtension
    static final Served SERVED = new Served("aura-historia");

    private final Person crawler = SERVED.as("robot", "crawlers");
    private final Person reader = SERVED.as("ann");

    private Reply shop(String domain) {
        return crawler.put("/shops/" + Served.encoded(domain), "{'shopCountry':'DE'}");
    }

    private static String page(String url) {
        return "{'url':'" + url + "','type':'product','isProduct':true,'status':'available'}";
    }

    @Test
    void aShopIsAHostOfThePublicWeb() {
        for (String wrong : List.of(
                "localhost",
                "[::1]",
                "127.0.0.1",
                "10.0.0.1",
                "0177.0.0.1",
                "2130706433",
                "intranet",
                "printer.local",
                "kubernetes.default.svc",
                "something.onion",
                "root@uhren.example",
                "ftp://uhren.example/",
                "javascript://uhren.example/",
                "a..example",
                "x".repeat(64) + ".example")) {
            shop(wrong).refused(422, "invalid-values", "domain");
        }
        for (String same :
                List.of("uhren.example", "UHREN.example.", "uhren\u3002example", "https://uhren.example:8443/x")) {
            shop(same).made();
        }
        assertThat(SERVED.stored("data").keySet()).containsExactly("SHOP#uhren.example META#");
        shop("8.8.8.8").made();
    }

    @Test
    void aPageIsAnHttpAddressOfItsShop() {
        shop("uhren.example").made();
        for (String wrong : List.of(
                "javascript://uhren.example/%0aalert(1)",
                "ftp://uhren.example/",
                "https://root@uhren.example/",
                "https://uhren.example@evil.example/",
                "https://uhren.example:0/",
                "https://uhren.example:99999/",
                "https://uhren.example.evil.example/",
                "https://evil.example/uhren.example",
                "https://uhren.example\\\\.evil.example/",
                "https://uhren.example/a b",
                "https://uhren.example/a\\u00a0b",
                "https://uhren.example/a\\u0000b")) {
            crawler.put("/shops/uhren.example/url", page(wrong)).refused(422, "invalid-values", "url");
            crawler.post("/shops/uhren.example/urls", "{'url':'" + wrong + "','type':'product','isProduct':true}")
                    .refused(422, "invalid-values", "url");
        }
        List<String> spellings = List.of(
                "https://uhren.example/a",
                "https://uhren.example./a",
                "HTTPS://UHREN.example:443/a#x",
                "https://uhren\u3002example/a",
                "https://uhren.example:0443/a");
        for (String same : spellings) {
            crawler.put("/shops/uhren.example/url", page(same)).made();
        }
        assertThat(reader.get("/shops/uhren.example/urls").each("url")).containsExactly("https://uhren.example/a");
        for (String same : spellings) {
            reader.get("/shops/uhren.example/url?url=" + Served.encoded(same)).is(200);
        }
        shop("bücher.example").made();
        crawler.put("/shops/" + Served.encoded("bücher.example") + "/url", page("https://BÜCHER.example/a"))
                .made();
        assertThat(reader.get("/shops/xn--bcher-kva.example/urls").each("url"))
                .containsExactly("https://xn--bcher-kva.example/a");
    }

    @Test
    void theLongestNotCrawledComesFirstHoweverManyCrawlAtOnce() {
        List<String> order = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            shop("s" + i + ".example").made();
            order.add("s" + i + ".example");
        }
        for (int i : new int[] {3, 0, 5}) {
            SERVED.later(Duration.ofSeconds(1));
            List<Reply> marked = Served.atOnce(3, k -> crawler.post("/shops/s" + i + ".example/mark-crawled", "{}"));
            assertThat(marked.stream().map(Reply::status)).contains(200);
            order.remove("s" + i + ".example");
            order.add("s" + i + ".example");
        }
        assertThat(crawler.get("/countries/DE/shops/crawl-next").each("domain").subList(3, 6))
                .isEqualTo(order.subList(3, 6));
        crawler.delete("/shops/s1.example").is(204);
        assertThat(crawler.post("/shops/s1.example/mark-crawled", "{}").status())
                .isEqualTo(404);
        assertThat(crawler.get("/countries/DE/shops/crawl-next").each("domain")).doesNotContain("s1.example");
    }

    @Test
    void theNewsIsReportedOnceAndPagesOfAShopThatIsGoneAreGone() {
        shop("uhren.example").made();
        List<Reply> news =
                Served.atOnce(8, i -> crawler.put("/shops/uhren.example/url", page("https://uhren.example/a")));
        assertThat(news.stream().filter(reply -> !"unchanged".equals(reply.header("Partita-Outcome"))))
                .hasSize(1);
        for (int i = 0; i < 30; i++) {
            crawler.put("/shops/uhren.example/url", page("https://uhren.example/" + i))
                    .made();
        }
        assertThat(reader.get("/shops/uhren.example/urls/products").items()).hasSize(31);
        crawler.delete("/shops/uhren.example").is(204);
        for (String list : List.of("/urls", "/urls/products", "/urls/others")) {
            assertThat(reader.get("/shops/uhren.example" + list).items()).isEmpty();
        }
        assertThat(SERVED.stored("data")).isEmpty();
    }
}
