package dev.partita.access;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSVerifier;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.crypto.MACVerifier;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import dev.partita.design.Design;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.text.ParseException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Date;
import java.util.LinkedHashSet;
import java.util.Set;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Tells who a bearer token stands for. A token is a JWT, signed with a secret that is shared with the issuer (HS256) or with a
 * key that the issuer publishes (RS256, PS256, ES256); the key decides on the algorithm, never the token. Tokens that
 * {@link SignIn} issues are known, too. Threads may share it.
 */
public final class Tokens {

    /** Longer ones are not even looked at. */
    public static final int MOST_CHARACTERS = 8 << 10;

    /** RFC 7518: as long as the hash. */
    public static final int LEAST_SECRET_BYTES = 32;

    /** By how much the clocks of issuer and service may differ, unless told. */
    public static final Duration SKEW = Duration.ofSeconds(60);

    /** What stands before the design's name in the issuer of our own tokens. */
    static final String OWN_ISSUER = "partita:";

    private static final int MOST_REMEMBERED = 10_000;
    private static final Duration REMEMBERED = Duration.ofMinutes(5);
    private static final Set<String> TYPES = Set.of("jwt", "at+jwt", "application/at+jwt");

    /** A token as a hash of it: no token is kept. */
    private record Known(String design, ByteBuffer hash) {}

    private record Verified(Caller caller, Instant from, Instant until, int epoch) {}

    private final JWSVerifier shared;
    private final JWSVerifier own;
    private final MACSigner signer;
    private final KeySet keys;
    private final String issuer;
    private final Set<String> audience;
    private final Clock clock;
    private final Duration skew;
    private final Cache<Known, Verified> verified;

    private Tokens(Builder builder) {
        this.clock = builder.clock;
        this.skew = builder.skew;
        this.issuer = builder.issuer;
        this.audience = Set.copyOf(builder.audience);
        this.keys = builder.source == null ? null : new KeySet(builder.source, clock);
        try {
            this.shared = builder.secret == null ? null : new MACVerifier(builder.secret);
            byte[] signing =
                    builder.signing != null ? builder.signing : builder.secret != null ? builder.secret : random();
            this.own = new MACVerifier(signing);
            this.signer = new MACSigner(signing);
        } catch (JOSEException e) {
            throw new IllegalArgumentException("The secret cannot be used for tokens", e);
        }
        this.verified = Caffeine.newBuilder()
                .maximumSize(MOST_REMEMBERED)
                .expireAfterWrite(REMEMBERED)
                .ticker(() -> clock.millis() * 1_000_000)
                .executor(Runnable::run)
                .build();
    }

    public static Builder builder() {
        return new Builder();
    }

    /** Only what {@link SignIn} issues is known, as long as this process runs. */
    public static Tokens none() {
        return builder().build();
    }

    /**
     * Reads the keys now instead of with the first token, so that a wrong file or address is told at the start.
     *
     * @throws IOException why they cannot be read
     */
    public void readKeys() throws IOException {
        if (keys != null) {
            keys.read();
        }
    }

    /**
     * Who the token stands for, by the claims the design names. May wait for keys that are fetched from a URL.
     *
     * @throws AccessDenied when it is not to be believed, or when the keys to tell cannot be had
     */
    public Caller verify(String token, Design design) {
        if (token.isEmpty() || token.length() > MOST_CHARACTERS) {
            throw AccessDenied.badToken(
                    token.isEmpty()
                            ? "the token is missing"
                            : "the token has more than " + MOST_CHARACTERS + " characters");
        }
        Known known = new Known(design.name(), hash(token));
        Verified before = verified.getIfPresent(known);
        if (before != null && before.epoch() == epoch()) {
            requireTime(before.from(), before.until());
            return before.caller();
        }
        int epoch = epoch();
        SignedJWT jwt = parse(token);
        Claims claims = Claims.of(jwt);
        boolean isOwn = requireSignature(jwt, claims.issuer(), design);
        Verified now = new Verified(
                isOwn ? claims.caller() : claims.caller(design), claims.from(skew), claims.until(skew), epoch);
        requireTime(now.from(), now.until());
        if (!isOwn) {
            if (issuer != null) {
                claims.requireIssuer(issuer);
            }
            claims.requireAudience(audience);
        }
        verified.put(known, now);
        return now.caller();
    }

    /** Whether {@link #verify} may have to wait for keys, so that it must not be called on an event loop now. */
    public boolean mayWait(String token) {
        if (keys == null || token.length() > MOST_CHARACTERS) {
            return false;
        }
        try {
            JWSHeader header = parse(token).getHeader();
            return !JWSAlgorithm.HS256.equals(header.getAlgorithm()) && keys.mayWait(header);
        } catch (AccessDenied e) {
            return false;
        }
    }

    /** A token for somebody who signed in to a design. */
    String issue(Design design, String subject, Login login, Duration lifetime) {
        Instant now = clock.instant();
        JWTClaimsSet.Builder claims = new JWTClaimsSet.Builder()
                .issuer(OWN_ISSUER + design.name())
                .subject(subject)
                .issueTime(Date.from(now))
                .expirationTime(Date.from(now.plus(lifetime)))
                .claim(Claims.PASSWORD, login.password());
        if (!login.key().isEmpty()) {
            claims.claim(Claims.KEY, login.key());
        }
        SignedJWT jwt = new SignedJWT(
                new JWSHeader.Builder(JWSAlgorithm.HS256)
                        .type(JOSEObjectType.JWT)
                        .build(),
                claims.build());
        try {
            jwt.sign(signer);
        } catch (JOSEException e) {
            throw new IllegalStateException("The token cannot be signed", e);
        }
        return jwt.serialize();
    }

    private int epoch() {
        return keys == null ? 0 : keys.epoch();
    }

    /** Everything that makes it another kind of token than ours ends here; one that is not signed is another kind. */
    private static SignedJWT parse(String token) {
        SignedJWT jwt;
        try {
            jwt = SignedJWT.parse(token);
        } catch (ParseException | RuntimeException e) {
            // Its message may quote the token.
            throw AccessDenied.badToken("the token is not a signed JWT");
        }
        JWSHeader header = jwt.getHeader();
        if (header.getCriticalParams() != null || !header.isBase64URLEncodePayload()) {
            throw AccessDenied.badToken("the token has extensions that are not known here");
        }
        JOSEObjectType type = header.getType();
        if (type != null && !TYPES.contains(type.getType().toLowerCase(java.util.Locale.ROOT))) {
            throw AccessDenied.badToken("the token is of another type than JWT or at+jwt");
        }
        return jwt;
    }

    /** @return whether it is a token of our own */
    private boolean requireSignature(SignedJWT jwt, String stated, Design design) {
        JWSAlgorithm algorithm = jwt.getHeader().getAlgorithm();
        boolean isOwn = stated != null && stated.startsWith(OWN_ISSUER);
        if (isOwn && !stated.equals(OWN_ISSUER + design.name())) {
            throw AccessDenied.badToken("the token is for another design");
        }
        if (JWSAlgorithm.HS256.equals(algorithm) && (isOwn || shared != null)) {
            require(isSignedBy(jwt, isOwn ? own : shared));
            return isOwn;
        }
        boolean isPublic = JWSAlgorithm.RS256.equals(algorithm)
                || JWSAlgorithm.PS256.equals(algorithm)
                || JWSAlgorithm.ES256.equals(algorithm);
        // What we issue is never signed like this, whoever says so.
        if (isOwn || !isPublic || keys == null) {
            throw AccessDenied.badToken("the token is signed in a way that is not accepted here");
        }
        require(keys.find(jwt.getHeader()).stream().anyMatch(key -> isSignedBy(jwt, key.verifier())));
        return false;
    }

    private static boolean isSignedBy(SignedJWT jwt, JWSVerifier verifier) {
        try {
            return jwt.verify(verifier);
        } catch (JOSEException | RuntimeException e) {
            return false;
        }
    }

    private static void require(boolean isSigned) {
        if (!isSigned) {
            throw AccessDenied.badToken("the signature of the token is wrong");
        }
    }

    private void requireTime(Instant from, Instant until) {
        Instant now = clock.instant();
        if (!now.isBefore(until)) {
            throw AccessDenied.badToken("the token has expired; sign in again");
        }
        if (now.isBefore(from)) {
            throw AccessDenied.badToken("the token is not valid yet");
        }
    }

    private static ByteBuffer hash(String token) {
        try {
            return ByteBuffer.wrap(MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java has SHA-256", e);
        }
    }

    private static byte[] random() {
        byte[] bytes = new byte[LEAST_SECRET_BYTES];
        new SecureRandom().nextBytes(bytes);
        return bytes;
    }

    /** Says which tokens to believe. Without a secret and without keys: those of {@link SignIn} only. */
    public static final class Builder {
        private byte[] secret;
        private byte[] signing;
        private KeySource source;
        private String issuer;
        private final Set<String> audience = new LinkedHashSet<>();
        private Clock clock = Clock.systemUTC();
        private Duration skew = SKEW;

        private Builder() {}

        /**
         * Shared with the issuer, for HS256; our own tokens are signed with it, too, unless {@link #signIn} says otherwise.
         *
         * @throws IllegalArgumentException when it is shorter than 32 bytes
         */
        public Builder secret(byte[] bytes) {
            if (bytes.length < LEAST_SECRET_BYTES) {
                throw new IllegalArgumentException("A secret for tokens has at least " + LEAST_SECRET_BYTES
                        + " bytes, and this one has " + bytes.length
                        + "; `openssl rand -base64 48` makes a good one");
            }
            this.secret = bytes.clone();
            return this;
        }

        /**
         * The service's own secret: tokens of {@link SignIn} are signed with a key that is made of it. Without it, and without
         * one that is shared, they are good in this process only.
         */
        public Builder signIn(byte[] bytes) {
            try {
                Mac mac = Mac.getInstance("HmacSHA256");
                mac.init(new SecretKeySpec(bytes, "HmacSHA256"));
                this.signing = mac.doFinal("tokens of who signed in".getBytes(StandardCharsets.UTF_8));
            } catch (GeneralSecurityException e) {
                throw new IllegalArgumentException("The secret cannot be used for tokens", e);
            }
            return this;
        }

        /** The issuer's public keys, a JSON Web Key Set in a file; it is read again when a token has an unknown key id. */
        public Builder keys(Path file) {
            this.source = KeySource.file(file);
            return this;
        }

        /** The same from a URL. */
        public Builder keys(URI url) {
            this.source = KeySource.url(url);
            return this;
        }

        /** Whose tokens to believe; anybody's who has the secret or the keys, unless told. */
        public Builder issuer(String name) {
            this.issuer = name;
            return this;
        }

        /** Whom tokens have to be made for, one of these; no matter whom, unless told. */
        public Builder audience(Collection<String> names) {
            this.audience.addAll(names);
            return this;
        }

        public Builder clock(Clock now) {
            this.clock = now;
            return this;
        }

        public Builder skew(Duration most) {
            this.skew = most;
            return this;
        }

        public Tokens build() {
            return new Tokens(this);
        }
    }
}
