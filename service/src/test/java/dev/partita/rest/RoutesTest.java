package dev.partita.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.design.Design;
import dev.partita.rest.Route.From;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

class RoutesTest {

    @SuppressWarnings("unused")
    private static final List<String> SHIPPED = Designs.SHIPPED;

    private final Routes checks = Routes.of(Designs.shipped("url-checks"));

    @ParameterizedTest
    @FieldSource("SHIPPED")
    void everyPatternHasARouteOfItsOwn(String name) {
        Design design = Designs.shipped(name);
        Routes routes = Routes.of(design);
        for (String pattern : design.patterns().keySet()) {
            boolean writes = design.patterns().get(pattern).verb().writes();
            RouteMatch match = routes.match(writes ? "POST" : "GET", "/api/" + name + "/patterns/" + pattern);
            assertThat(match).isInstanceOfSatisfying(RouteMatch.Found.class, found -> {
                assertThat(found.route().pattern().name()).isEqualTo(pattern);
                assertThat(found.route().kind()).isEqualTo(Route.Kind.PATTERN);
                assertThat(found.route().inputs())
                        .extracting(Route.Input::from)
                        .allMatch(from -> from == (writes ? From.BODY : From.QUERY));
            });
        }
    }

    @ParameterizedTest
    @FieldSource("SHIPPED")
    void everyRouteLeadsToItselfAndTakesEveryArgumentOfItsPattern(String name) {
        Routes routes = Routes.of(Designs.shipped(name));
        for (Route route : routes.all()) {
            Map<String, String> given = new HashMap<>();
            String path = route.path();
            for (String variable : route.variables()) {
                given.put(variable, "value of " + variable + "/ü?#%");
                path = path.replace("{" + variable + "}", Paths.encode(given.get(variable)));
            }
            assertThat(routes.match(route.method(), path)).isInstanceOfSatisfying(RouteMatch.Found.class, found -> {
                assertThat(found.route()).isSameAs(route);
                given.forEach(
                        (variable, value) -> assertThat(found.value(variable)).isEqualTo(value));
            });
            assertThat(route.inputs().stream().map(Route.Input::argument).toList())
                    .isEqualTo(route.plan().arguments());
            assertThat(route.from(From.PATH).stream().map(Route.Input::name).collect(Collectors.toSet()))
                    .isEqualTo(java.util.Set.copyOf(route.variables()));
        }
    }

    @ParameterizedTest
    @FieldSource("SHIPPED")
    void noTwoRoutesShareMethodAndPath(String name) {
        assertThat(Routes.of(Designs.shipped(name)).all().stream()
                        .map(route -> ResourceRoutes.place(route.method(), route.path())))
                .doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @FieldSource("SHIPPED")
    void whatIsLongOrPersonalIsNeverInAPath(String name) {
        Routes.of(Designs.shipped(name)).all().stream()
                .flatMap(route -> route.from(From.PATH).stream())
                .forEach(input -> {
                    assertThat(input.name()).isNotIn("url", "email", "title", "googleId");
                    assertThat(input.argument().attribute())
                            .matches(attribute -> attribute == null || !attribute.personal());
                });
    }

    @Test
    void aHeadIsMatchedAsAGet() {
        assertThat(checks.match("HEAD", "/api/url-checks/users/1"))
                .isEqualTo(checks.match("GET", "/api/url-checks/users/1"));
    }

    @Test
    void aPathThatIsThereForOtherMethodsSaysForWhich() {
        assertThat(checks.match("PUT", "/api/url-checks/users/1"))
                .isInstanceOfSatisfying(RouteMatch.WrongMethod.class, wrong -> assertThat(wrong.header())
                        .isEqualTo("DELETE, GET, HEAD, PATCH"));
        assertThat(checks.match("GET", "/api/url-checks/patterns/createUser"))
                .isEqualTo(new RouteMatch.WrongMethod(List.of("POST")));
        assertThat(checks.match("TRACE", "/api/url-checks/users")).isInstanceOf(RouteMatch.WrongMethod.class);
        assertThat(checks.match("get", "/api/url-checks/users/1")).isInstanceOf(RouteMatch.WrongMethod.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/",
                "/api",
                "/api/url-checks",
                "/api/url-checksusers/1",
                "/api/other/users/1",
                "/API/url-checks/users/1",
                "/api/url-checks/Users/1",
                "/api/url-checks/users/1/2/3",
                "/api/url-checks/users%2F1",
                "/api/url-checks/patterns",
                "/api/url-checks/patterns/user/1",
                "/api/url-checks/a/b/c/d/e/f/g/h/i/j/k/l/m/n/o/p/q/r/s/t"
            })
    void whatIsNotThereIsNotFound(String path) {
        assertThat(checks.match("GET", path)).isEqualTo(new RouteMatch.Nothing());
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            /api/url-checks/users/,          ends with a slash
            /api/url-checks//users/1,        empty part
            /api/url-checks/users//checks,   empty part
            /api/url-checks/,                ends with a slash
            /api/url-checks/users/.,         is .
            /api/url-checks/users/..,        is ..
            /api/url-checks/users/../checks, is ..
            /api/url-checks/users/%2e%2E,    is ..
            /api/url-checks/users/.%2e,      is ..
            /api/url-checks/users/%,         write %25
            /api/url-checks/users/%4,        write %25
            /api/url-checks/users/%zz,       write %25
            /api/url-checks/users/1%,        write %25
            /api/url-checks/users/%2/checks, write %25
            /api/url-checks/users/%ff,       not UTF-8
            /api/url-checks/users/%c0%af,    not UTF-8
            /api/url-checks/users/%ed%a0%80, not UTF-8
            /api/url-checks/users/%f5%80%80%80, not UTF-8
            /api/url-checks/users/%c3,       not UTF-8
            /api/url-checks/users/%00,       control character
            /api/url-checks/users/a%0d%0ab,  control character
            /api/url-checks/users/%7f,       control character
            /api/url-checks/users/%c2%85,    control character
            /api/url-checks/users/ü,         written as %XX
            '/api/url-checks/users/a b',     written as %XX
            """)
    void aPathThatCouldBeTakenInTwoWaysIsRefused(String path, String message) {
        assertThat(checks.match("GET", path))
                .isInstanceOfSatisfying(RouteMatch.Malformed.class, malformed -> assertThat(malformed.detail())
                        .contains(message));
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            a%2Fb,         a/b
            a%2fb,         a/b
            100%25,        100%
            a+b,           a+b
            a%20b,         a b
            %E2%82%AC,     €
            %F0%9F%98%80,  😀
            ...,           ...
            .hidden,       .hidden
            a;b=c,         a;b=c
            a:b@c,         a:b@c
            %3F%23,        ?#
            patterns,      patterns
            """)
    void aValueIsDecodedOnceAndKeepsItsSlashes(String part, String value) {
        assertThat(checks.match("GET", "/api/url-checks/users/" + part))
                .isInstanceOfSatisfying(RouteMatch.Found.class, found -> assertThat(found.value("userId"))
                        .isEqualTo(value));
    }

    @Test
    void aLiteralGoesBeforeAValueWhereItHasTheMethod() {
        assertThat(pattern("GET", "/api/url-checks/users/by-email")).isEqualTo("userByEmail");
        assertThat(pattern("GET", "/api/url-checks/users/by%2Demail")).isEqualTo("userByEmail");
        assertThat(pattern("DELETE", "/api/url-checks/users/by-email")).isEqualTo("deleteUser");
        assertThat(pattern("GET", "/api/url-checks/users/by-email/checks")).isEqualTo("checksOfUser");
    }

    @Test
    void noPathOfAnyBytesThrows() {
        long seed = Long.getLong("seed", 20261115L);
        Random random = new Random(seed);
        String alphabet = "/%.{}2FfEeab?#;:\u00fc\ud83d\u0000 users";
        for (int i = 0; i < 20_000; i++) {
            StringBuilder path = new StringBuilder("/api/url-checks");
            int length = random.nextInt(12);
            for (int k = 0; k < length; k++) {
                path.append(alphabet.charAt(random.nextInt(alphabet.length())));
            }
            assertThat(checks.match("GET", path.toString()))
                    .as("%s, seed %d", path, seed)
                    .isNotNull();
        }
    }

    @Test
    void anyTextCanBeEncodedAndComesBack() {
        long seed = Long.getLong("seed", 20261115L);
        Random random = new Random(seed);
        for (int i = 0; i < 2_000; i++) {
            String text = random.ints(1 + random.nextInt(20), 0x20, 0x2fff)
                    .filter(c -> !Character.isISOControl(c))
                    .mapToObj(Character::toString)
                    .collect(Collectors.joining());
            boolean isDots = text.isEmpty() || text.equals(".") || text.equals("..");
            if (!isDots) {
                assertThat(((RouteMatch.Found) checks.match("GET", "/api/url-checks/users/" + Paths.encode(text)))
                                .value("userId"))
                        .as("seed %d", seed)
                        .isEqualTo(new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8));
            }
        }
    }

    private String pattern(String method, String path) {
        return ((RouteMatch.Found) checks.match(method, path)).route().pattern().name();
    }
}
