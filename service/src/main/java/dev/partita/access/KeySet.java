package dev.partita.access;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSVerifier;
import com.nimbusds.jose.crypto.ECDSAVerifier;
import com.nimbusds.jose.crypto.RSASSAVerifier;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.KeyOperation;
import com.nimbusds.jose.jwk.KeyUse;
import com.nimbusds.jose.jwk.RSAKey;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.text.ParseException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The public keys of an issuer, kept up to date. A token with an unknown key id makes them be read again, though not more often
 * than every half minute, whatever anybody sends; a key that is no longer published goes within the hour.
 */
final class KeySet {

    static final Duration READ_AGAIN_EVERY = Duration.ofSeconds(30);
    static final Duration TRY_AGAIN_AFTER = Duration.ofSeconds(5);
    static final Duration FRESH = Duration.ofHours(1);
    /** Beyond that, keys that could not be read again are not believed any more. */
    static final Duration GOOD = Duration.ofHours(24);

    private static final int MOST_KEYS = 100;
    private static final int LEAST_RSA_BITS = 2048;

    private static final Logger LOG = LoggerFactory.getLogger(KeySet.class);

    /** @param algorithms what the key may be used with; a key decides that, never a token */
    record Key(String id, Set<JWSAlgorithm> algorithms, JWSVerifier verifier) {}

    /** @param readAt when these keys were read; null for none yet @param failure why the last try failed; null when it did not */
    private record State(List<Key> keys, Instant readAt, Instant triedAt, String failure, int epoch) {}

    private final KeySource source;
    private final Clock clock;
    private final ReentrantLock reading = new ReentrantLock();
    private volatile State state = new State(List.of(), null, Instant.MIN, null, 0);

    KeySet(KeySource source, Clock clock) {
        this.source = source;
        this.clock = clock;
    }

    /** Reads the keys now, so that a wrong file or address is told at the start. */
    void read() throws IOException {
        State read = readAgain(state);
        if (read.failure() != null) {
            throw new IOException(source + ": " + read.failure());
        }
    }

    /** Counts how often keys have changed: what was checked before may no longer hold. */
    int epoch() {
        return state.epoch();
    }

    /** Whether {@link #find} may have to wait for another machine. */
    boolean mayWait(JWSHeader header) {
        State now = state;
        return source.isRemote()
                && isTimeToTry(now)
                && (!isOf(now, FRESH) || matching(now.keys(), header).isEmpty());
    }

    /**
     * The keys a token may be signed with.
     *
     * @throws AccessDenied when there is none, or when that cannot be told now
     */
    List<Key> find(JWSHeader header) {
        State now = state;
        if (!isOf(now, FRESH) && isTimeToTry(now)) {
            now = readAgain(now);
        }
        List<Key> found = isOf(now, GOOD) ? matching(now.keys(), header) : List.of();
        if (found.isEmpty() && isTimeToTry(now)) {
            now = readAgain(now);
            found = isOf(now, GOOD) ? matching(now.keys(), header) : List.of();
        }
        if (found.isEmpty() && now.failure() != null) {
            throw AccessDenied.unavailable("the keys that tokens are checked with cannot be read now; try again later");
        }
        if (found.isEmpty()) {
            throw AccessDenied.badToken("the token is signed with a key that is not known");
        }
        return found;
    }

    private static List<Key> matching(List<Key> keys, JWSHeader header) {
        return keys.stream()
                .filter(key -> key.algorithms().contains(header.getAlgorithm()))
                .filter(key -> header.getKeyID() == null || header.getKeyID().equals(key.id()))
                .toList();
    }

    private boolean isOf(State of, Duration age) {
        return of.readAt() != null && clock.instant().isBefore(of.readAt().plus(age));
    }

    private boolean isTimeToTry(State of) {
        if (of.triedAt().equals(Instant.MIN)) {
            return true;
        }
        Duration pause = of.failure() == null ? READ_AGAIN_EVERY : TRY_AGAIN_AFTER;
        return !clock.instant().isBefore(of.triedAt().plus(pause));
    }

    /** @param seen what the caller knew: when another has read meanwhile, that is good enough */
    private State readAgain(State seen) {
        reading.lock();
        try {
            if (state != seen) {
                return state;
            }
            Instant now = clock.instant();
            try {
                List<Key> keys = parse(source.fetch());
                state = new State(keys, now, now, null, seen.epoch() + 1);
            } catch (IOException | ParseException e) {
                LOG.warn("keys of tokens cannot be read from {}: {}", source, e.getMessage());
                state = new State(seen.keys(), seen.readAt(), now, String.valueOf(e.getMessage()), seen.epoch());
            }
            return state;
        } finally {
            reading.unlock();
        }
    }

    private List<Key> parse(byte[] bytes) throws ParseException, IOException {
        List<Key> keys = new ArrayList<>();
        for (JWK jwk : keySet(new String(bytes, StandardCharsets.UTF_8)).getKeys()) {
            if (keys.size() == MOST_KEYS) {
                break;
            }
            Key key = key(jwk);
            if (key == null) {
                LOG.warn("the key {} from {} is of no use for checking tokens", jwk.getKeyID(), source);
            } else {
                keys.add(key);
            }
        }
        if (keys.isEmpty()) {
            throw new IOException("no key for RS256, PS256 or ES256 in it");
        }
        return List.copyOf(keys);
    }

    private static JWKSet keySet(String json) throws ParseException {
        try {
            return JWKSet.parse(json);
        } catch (RuntimeException e) {
            // The library's answer to JSON that is no object, such as null.
            throw new ParseException("it is not a JSON Web Key Set", 0);
        }
    }

    /** Null for a key that is not for this: a shared secret, one to encrypt with, one that is too short. */
    private static Key key(JWK jwk) {
        boolean isForSigning = (jwk.getKeyUse() == null || jwk.getKeyUse().equals(KeyUse.SIGNATURE))
                && (jwk.getKeyOperations() == null || jwk.getKeyOperations().contains(KeyOperation.VERIFY));
        if (!isForSigning) {
            return null;
        }
        try {
            if (jwk instanceof RSAKey rsa && rsa.size() >= LEAST_RSA_BITS) {
                return key(jwk, Set.of(JWSAlgorithm.RS256, JWSAlgorithm.PS256), new RSASSAVerifier(rsa));
            }
            if (jwk instanceof ECKey ec && Curve.P_256.equals(ec.getCurve())) {
                return key(jwk, Set.of(JWSAlgorithm.ES256), new ECDSAVerifier(ec));
            }
            return null;
        } catch (JOSEException e) {
            return null;
        }
    }

    private static Key key(JWK jwk, Set<JWSAlgorithm> possible, JWSVerifier verifier) {
        if (jwk.getAlgorithm() == null) {
            return new Key(jwk.getKeyID(), possible, verifier);
        }
        JWSAlgorithm stated = JWSAlgorithm.parse(jwk.getAlgorithm().getName());
        return possible.contains(stated) ? new Key(jwk.getKeyID(), Set.of(stated), verifier) : null;
    }
}
