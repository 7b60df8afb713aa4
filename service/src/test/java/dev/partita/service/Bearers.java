package dev.partita.service;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import dev.partita.access.Callers;
import dev.partita.access.MovableClock;
import dev.partita.access.Tokens;
import dev.partita.plan.Endpoint;
import java.nio.charset.StandardCharsets;
import java.util.Date;
import java.util.List;
import java.util.function.UnaryOperator;

/** Tokens of people that a service believes; nobody gets in without one. */
final class Bearers {

    private static final byte[] KEY = "a key that issuer and service share, long".getBytes(StandardCharsets.US_ASCII);

    private final MovableClock clock = new MovableClock();

    Served serve(String yaml) {
        return serve(yaml, same -> same);
    }

    /** @param between something between the service and the engine */
    Served serve(String yaml, UnaryOperator<Endpoint> between) {
        Tokens tokens = Tokens.builder()
                .secret(KEY)
                .signIn("a key for logins alone, and long enough".getBytes(StandardCharsets.US_ASCII))
                .clock(clock)
                .build();
        return new Served.Setting()
                .with(builder -> builder.callers(Callers.withTokens(tokens)))
                .through(between)
                .serve(yaml);
    }

    /** The header that says who it is. */
    String[] of(String subject, String... groups) {
        try {
            SignedJWT token = new SignedJWT(
                    new JWSHeader(JWSAlgorithm.HS256),
                    new JWTClaimsSet.Builder()
                            .subject(subject)
                            .claim("groups", List.of(groups))
                            .expirationTime(Date.from(clock.instant().plusSeconds(3600)))
                            .build());
            token.sign(new MACSigner(KEY));
            return new String[] {"Authorization", "Bearer " + token.serialize()};
        } catch (JOSEException e) {
            throw new IllegalStateException(e);
        }
    }
}
