package dev.partita.plan.internal.value;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every block of IANA's registries of special-purpose addresses by its first and last address, and what lies beside it. */
class PublicHostTest {

    @ParameterizedTest(name = "{0}: {1} to {2}")
    @CsvSource({
        "This network,               0.0.0.0,         0.255.255.255,   -,               1.0.0.0",
        "Private use,                10.0.0.0,        10.255.255.255,  9.255.255.255,   11.0.0.0",
        "Shared address space,       100.64.0.0,      100.127.255.255, 100.63.255.255,  100.128.0.0",
        "Loopback,                   127.0.0.0,       127.255.255.255, 126.255.255.255, 128.0.0.0",
        "Link local,                 169.254.0.0,     169.254.255.255, 169.253.255.255, 169.255.0.0",
        "Private use,                172.16.0.0,      172.31.255.255,  172.15.255.255,  172.32.0.0",
        "IETF protocol assignments,  192.0.0.0,       192.0.0.8,       191.255.255.255, 192.0.0.9",
        "The rest of them,           192.0.0.11,      192.0.0.255,     192.0.0.10,      192.0.1.0",
        "Documentation 1,            192.0.2.0,       192.0.2.255,     192.0.1.255,     192.0.3.0",
        "6to4 relay anycast,         192.88.99.0,     192.88.99.255,   192.88.98.255,   192.88.100.0",
        "Private use,                192.168.0.0,     192.168.255.255, 192.167.255.255, 192.169.0.0",
        "Benchmarking,               198.18.0.0,      198.19.255.255,  198.17.255.255,  198.20.0.0",
        "Documentation 2,            198.51.100.0,    198.51.100.255,  198.51.99.255,   198.51.101.0",
        "Documentation 3,            203.0.113.0,     203.0.113.255,   203.0.112.255,   203.0.114.0",
        "Multicast,                  224.0.0.0,       239.255.255.255, 223.255.255.255, -",
        "Reserved and broadcast,     240.0.0.0,       255.255.255.255, 223.255.255.255, -",
    })
    void aBlockOfFourBytes(String name, String first, String last, String before, String after) {
        judge("%s", first, last, before, after);
    }

    @ParameterizedTest(name = "{0}: {1} to {2}")
    @CsvSource({
        "Unspecified and loopback,   ::,               ::1,                                     -, -",
        "Compatible,                 ::7f00:1,         ::8.8.8.8,                               -, -",
        "Mapped,                     ::ffff:0:0,       ::ffff:255.255.255.255,                  -, -",
        "Translated by SIIT,         ::ffff:0:127.0.0.1, ::ffff:0:8.8.8.8,                      -, -",
        "NAT64 of private hosts,     64:ff9b::10.0.0.1, 64:ff9b::10.255.255.255, 64:ff9b::9.255.255.255, 64:ff9b::11.0.0.0",
        "NAT64 of a network's own,   64:ff9b:1::,      64:ff9b:1:ffff:ffff:ffff:ffff:ffff,      -, -",
        "Discard only,               100::,            100::ffff:ffff:ffff:ffff,                -, -",
        "Dummy,                      100:0:0:1::,      100:0:0:1:ffff:ffff:ffff:ffff,           -, -",
        "Not given out,              200::,            1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff, -, 2000::",
        "Teredo,                     2001::,           2001:0:ffff:ffff:ffff:ffff:ffff:ffff,    2000:ffff::, -",
        "IETF protocol assignments,  2001:1::,         2001:1::,                                -, 2001:1::1",
        "The rest of 2001:1::/32,    2001:1::4,        2001:1:ffff:ffff:ffff:ffff:ffff:ffff,    2001:1::3, -",
        "Benchmarking,               2001:2::,         2001:2:0:ffff:ffff:ffff:ffff:ffff,       -, -",
        "Not assigned,               2001:5::,         2001:f:ffff:ffff:ffff:ffff:ffff:ffff,    2001:4:112::1, -",
        "ORCHID,                     2001:10::,        2001:1f:ffff:ffff:ffff:ffff:ffff:ffff,   -, 2001:20::",
        "Not assigned,               2001:40::,        2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff,  2001:3f::1, 2001:200::",
        "Documentation,              2001:db8::,       2001:db8:ffff:ffff:ffff:ffff:ffff:ffff,  2001:db7::1, 2001:db9::1",
        "6to4,                       2002::,           2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff, 2001:ffff::1, 2003::1",
        "6to4 of this machine,       2002:7f00:1::,    2002:7f00:1::1,                          -, -",
        "Documentation,              3fff::,           3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff,  3ffe:ffff::1, 3fff:1000::1",
        "Not given out,              4000::,           5eff:ffff:ffff:ffff:ffff:ffff:ffff:ffff, -, -",
        "Segment routing,            5f00::,           5f00:ffff:ffff:ffff:ffff:ffff:ffff:ffff, -, -",
        "Unique local,               fc00::,           fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff, -, -",
        "Link local,                 fe80::,           febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff, -, -",
        "Site local,                 fec0::,           feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff, -, -",
        "Multicast,                  ff00::,           ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff, -, -",
    })
    void aBlockOfSixteenBytes(String name, String first, String last, String before, String after) {
        judge("[%s]", first, last, before, after);
    }

    private static void judge(String form, String first, String last, String before, String after) {
        assertThat(isPublic(form, first)).as(first).isFalse();
        assertThat(isPublic(form, last)).as(last).isFalse();
        assertThat(before.equals("-") || isPublic(form, before)).as(before).isTrue();
        assertThat(after.equals("-") || isPublic(form, after)).as(after).isTrue();
    }

    private static boolean isPublic(String form, String address) {
        String host = HostName.of(String.format(form, address));
        assertThat(host).as(address).isNotNull();
        return PublicHost.is(host);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "8.8.8.8",
                "192.0.0.9",
                "192.0.0.10",
                "192.31.196.1",
                "192.52.193.1",
                "192.175.48.1",
                "[2606:4700::1111]",
                "[2001:4860:4860::8888]",
                "[2001:3::1]",
                "[2001:4:112::1]",
                "[2001:20::1]",
                "[2001:30::1]",
                "[2620:4f:8000::1]",
                "[64:ff9b::8.8.8.8]",
                "example.com",
                "xn--bcher-kva.example",
                "local.example",
                "svc.example.com",
                "internal-tools.com"
            })
    void whatEverybodyReaches(String host) {
        assertThat(PublicHost.is(HostName.of(host))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "localhost",
                "intranet",
                "com",
                "a.localhost",
                "printer.local",
                "metadata.google.internal",
                "kubernetes.default.svc",
                "kubernetes.default.svc.cluster.local",
                "facebookcorewwwi.onion",
                "a.test",
                "a.invalid",
                "a.alt",
                "router.home.arpa",
                "1.0.0.127.in-addr.arpa",
                "nas.lan",
                "nas.home",
                "wiki.corp",
                "wiki.intranet",
                "wiki.private",
                "box.localdomain"
            })
    void namesThatNoNameServerOfThePublicWebKnows(String host) {
        assertThat(PublicHost.is(HostName.of(host))).isFalse();
    }

    /** An address in other spellings is none at all, so that nobody reads it in another way than we do. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "2130706433",
                "0x7f000001",
                "0x7f.0.0.1",
                "0177.0.0.1",
                "017700000001",
                "127.1",
                "127.0.1",
                "08.8.8.8",
                "8.8.8.08",
                "256.1.1.1",
                "1.2.3.4.5",
                "1.2.3",
                "8.8.8.8.8",
                "a.0x",
                "[::1",
                "[]",
                "[1]",
                "[::1%25eth0]",
                "[1::2::3]",
                "[1:2:3:4:5:6:7:8:9]",
                "[1:2:3:4:5:6:7]",
                "[::12345]",
                "[::ffff:127.0.0.01]",
                "[v1.fe80::1]"
            })
    void noAddress(String host) {
        assertThat(HostName.of(host)).isNull();
    }

    @ParameterizedTest
    @CsvSource({
        "Example.COM, example.com",
        "example.com., example.com",
        "example。com, example.com",
        "example．com｡, example.com",
        "ＥＸＡＭＰＬＥ.com, example.com",
        "１２７.0.0.1, 127.0.0.1",
        "127.0.0.1., 127.0.0.1",
        "bücher.example, xn--bcher-kva.example",
        "BÜCHER.example, xn--bcher-kva.example",
        "[0:0:0:0:0:0:0:1], [::1]",
        "[2001:DB8:0:0:1:0:0:1], [2001:db8::1:0:0:1]",
        "[2001:db8:0:1:1:1:1:1], [2001:db8:0:1:1:1:1:1]",
        "[::FFFF:127.0.0.1], [::ffff:7f00:1]",
    })
    void aHostHasOneForm(String given, String form) {
        assertThat(HostName.of(given)).isEqualTo(form);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ".",
                "..",
                "a..example",
                ".example",
                "example.com..",
                "-a.example",
                "a-.example",
                "a b.example",
                "a%2eb.example",
                "a@b.example",
                "faß.example",
                "a\u200db.example",
                "a\u200bb.example.\u00a0",
                "a/b.example"
            })
    void noHost(String host) {
        assertThat(HostName.of(host)).isNull();
    }

    @ParameterizedTest
    @CsvSource({"63, true", "64, false"})
    void aPartOfANameHasAtMost63Characters(int length, boolean isHost) {
        assertThat(HostName.of("x".repeat(length) + ".example") != null).isEqualTo(isHost);
    }

    @ParameterizedTest
    @CsvSource({"253, true", "254, false"})
    void aNameHasAtMost253Characters(int length, boolean isHost) {
        String name = "abcdefghi.".repeat(30).substring(0, length - 1) + "x";
        assertThat(HostName.of(name) != null).isEqualTo(isHost);
    }
}
