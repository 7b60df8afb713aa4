package dev.partita.access;

import dev.partita.design.Design;
import dev.partita.design.Reader;
import dev.partita.design.Source;
import dev.partita.fuzz.Target;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * A bearer token; or with the letter {@code s} in front its header and, in the next line, its claims, which are then signed properly, since
 * no mutation would find a signature; or with {@code k} in front a set of public keys. Only what we signed may name a caller.
 */
public final class TokenTarget implements Target {

    private static final byte[] SECRET = "a secret of more than thirty-two bytes".getBytes(StandardCharsets.UTF_8);
    private static final Base64.Encoder BASE64 = Base64.getUrlEncoder().withoutPadding();
    private static final Design DESIGN =
            Reader.read(new Source("fuzz.yaml", """
                    design: fuzz
                    tables: { main: { key: { partition: pk } } }
                    entities: { User: { key: { pk: "{userId}" }, attributes: { userId: string } } }
                    identity: { subject: sub, groups: realm_access.roles }
                    """)).design();

    private final Clock clock = Clock.fixed(Instant.parse("2026-01-01T00:00:00Z"), ZoneOffset.UTC);
    private final Tokens tokens =
            Tokens.builder().secret(SECRET).clock(clock).issuer("us").build();
    private final Path keys = Files.createTempFile("keys", ".json");

    public TokenTarget() throws IOException {
        keys.toFile().deleteOnExit();
    }

    @Override
    public void read(byte[] input) throws Exception {
        String text = new String(input, StandardCharsets.UTF_8);
        if (text.startsWith("k")) {
            readKeys(text.substring(1));
            return;
        }
        boolean signed = text.startsWith("s");
        try {
            Caller caller = tokens.verify(signed ? signed(text.substring(1)) : text, DESIGN);
            if (!signed) {
                throw new AssertionError("nobody signed this, and it stands for " + caller);
            }
        } catch (AccessDenied refused) {
            if (refused.reason() != AccessDenied.Reason.UNAUTHENTICATED) {
                throw refused;
            }
        }
    }

    private void readKeys(String set) throws IOException {
        Files.writeString(keys, set);
        try {
            Tokens.builder().keys(keys).clock(clock).build().readKeys();
        } catch (IOException refused) {
            // Told at the start.
        }
    }

    private static String signed(String headerAndClaims) throws GeneralSecurityException {
        String[] parts = headerAndClaims.split("\n", 2);
        String body = base64(parts[0]) + "." + base64(parts.length > 1 ? parts[1] : "");
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(SECRET, "HmacSHA256"));
        return body + "." + BASE64.encodeToString(mac.doFinal(body.getBytes(StandardCharsets.UTF_8)));
    }

    private static String base64(String text) {
        return BASE64.encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }
}
