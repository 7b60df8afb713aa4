package dev.partita.access;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSSigner;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.Date;
import java.util.List;
import java.util.function.UnaryOperator;

/** Issues tokens as identity providers do, and as attackers would like to. */
final class Issuer {

    static final byte[] SECRET = "a secret that is long enough for HS256".getBytes(StandardCharsets.UTF_8);

    static final RSAKey RSA = rsa("rsa-1", 2048);
    static final RSAKey OTHER_RSA = rsa("rsa-2", 2048);
    static final ECKey EC = ec("ec-1");

    private final Clock clock;

    Issuer(Clock clock) {
        this.clock = clock;
    }

    static RSAKey rsa(String id, int bits) {
        try {
            return new RSAKeyGenerator(bits, true).keyID(id).generate();
        } catch (JOSEException e) {
            throw new IllegalStateException(e);
        }
    }

    static ECKey ec(String id) {
        try {
            return new ECKeyGenerator(Curve.P_256).keyID(id).generate();
        } catch (JOSEException e) {
            throw new IllegalStateException(e);
        }
    }

    /** What is published: public halves only. */
    static String published(JWK... keys) {
        return new JWKSet(List.of(keys)).toString(true);
    }

    /** The claims of a good token, to be spoilt. */
    JWTClaimsSet.Builder claims() {
        return new JWTClaimsSet.Builder()
                .subject("ann")
                .issuer("https://issuer.example")
                .audience("app")
                .issueTime(Date.from(clock.instant()))
                .expirationTime(Date.from(clock.instant().plus(Duration.ofHours(1))));
    }

    String shared(JWTClaimsSet.Builder claims) {
        return signed(JWSAlgorithm.HS256, null, SECRET, claims, UnaryOperator.identity());
    }

    String rsa(JWTClaimsSet.Builder claims) {
        return signed(JWSAlgorithm.RS256, RSA.getKeyID(), RSA, claims, UnaryOperator.identity());
    }

    /** @param key a JWK, or the bytes of a secret */
    static String signed(
            JWSAlgorithm algorithm,
            String keyId,
            Object key,
            JWTClaimsSet.Builder claims,
            UnaryOperator<JWSHeader.Builder> header) {
        try {
            JWSSigner signer = key instanceof RSAKey rsa
                    ? new RSASSASigner(rsa)
                    : key instanceof ECKey ec ? new ECDSASigner(ec) : new MACSigner((byte[]) key);
            JWSHeader.Builder begun =
                    new JWSHeader.Builder(algorithm).keyID(keyId).type(JOSEObjectType.JWT);
            SignedJWT jwt = new SignedJWT(header.apply(begun).build(), claims.build());
            jwt.sign(signer);
            return jwt.serialize();
        } catch (JOSEException e) {
            throw new IllegalStateException(e);
        }
    }
}
