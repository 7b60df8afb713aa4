package dev.partita.access;

import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import dev.partita.design.Design;
import java.text.ParseException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collection;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What a token says: who it stands for, when, and whom it was made for. Whether to believe it is for others to tell. */
record Claims(JWTClaimsSet set) {

    /** In our own tokens: the mark of the password that was signed in with, and what else finds the account. */
    static final String PASSWORD = "pwd";

    static final String KEY = "key";

    private static final int MOST_SUBJECT_CHARACTERS = 512;

    static Claims of(SignedJWT jwt) {
        try {
            JWTClaimsSet claims = jwt.getJWTClaimsSet();
            if (claims != null) {
                return new Claims(claims);
            }
        } catch (ParseException | RuntimeException e) {
            // Below.
        }
        throw AccessDenied.badToken("the token has no claims that can be read");
    }

    /** Null when it does not say. */
    String issuer() {
        return set.getIssuer();
    }

    /** From when on it is good, for clocks that may differ by {@code skew}. */
    Instant from(Duration skew) {
        Instant from = Instant.MIN;
        for (Date date : Arrays.asList(set.getNotBeforeTime(), set.getIssueTime())) {
            if (date != null && date.toInstant().isAfter(from)) {
                from = date.toInstant();
            }
        }
        return from.equals(Instant.MIN) ? from : from.minus(skew);
    }

    Instant until(Duration skew) {
        if (set.getExpirationTime() == null) {
            throw AccessDenied.badToken("the token has no end (exp)");
        }
        return set.getExpirationTime().toInstant().plus(skew);
    }

    void requireIssuer(String issuer) {
        if (!issuer.equals(issuer())) {
            throw AccessDenied.badToken("the token is from another issuer");
        }
    }

    /** Access tokens of Cognito have no audience, but say in {@code client_id} whom they were made for. */
    void requireAudience(Set<String> audience) {
        Object use = set.getClaim("token_use");
        if (use != null && !use.equals("access") && !use.equals("id")) {
            throw AccessDenied.badToken("the token is for another use than access or id");
        }
        if (audience.isEmpty()) {
            return;
        }
        List<String> stated = set.getAudience();
        boolean isForUs = stated.isEmpty()
                ? set.getClaim("client_id") instanceof String client && audience.contains(client)
                : stated.stream().anyMatch(audience::contains);
        if (!isForUs) {
            throw AccessDenied.badToken("the token is for another audience");
        }
    }

    /** Who signed in to one of our designs. */
    Caller caller() {
        Map<String, String> key = new LinkedHashMap<>();
        if (set.getClaim(KEY) instanceof Map<?, ?> map) {
            map.forEach((name, value) -> key.put(String.valueOf(name), String.valueOf(value)));
        }
        return caller("sub", null).with(new Login(set.getClaim(PASSWORD) instanceof String mark ? mark : null, key));
    }

    /** Who it stands for, by the claims that the design names. */
    Caller caller(Design design) {
        return caller(subject(design), groups(design));
    }

    private static String subject(Design design) {
        Design.Identity identity = design.identity();
        return identity == null || identity.subject() == null ? "sub" : identity.subject();
    }

    private static String groups(Design design) {
        Design.Identity identity = design.identity();
        return identity == null || identity.groups() == null ? "groups" : identity.groups();
    }

    /** @param groupsClaim null for none */
    private Caller caller(String subjectClaim, String groupsClaim) {
        Object value = claim(subjectClaim);
        String subject = value instanceof Long || value instanceof Integer ? value.toString() : null;
        if (value instanceof String text) {
            subject = text;
        }
        if (!isName(subject)) {
            throw AccessDenied.badToken("the token does not say who it is for in " + subjectClaim);
        }
        Set<String> groups = new LinkedHashSet<>();
        Object listed = groupsClaim == null ? null : claim(groupsClaim);
        if (listed instanceof Collection<?> many) {
            many.stream()
                    .filter(String.class::isInstance)
                    .map(String.class::cast)
                    .forEach(groups::add);
        } else if (listed instanceof String text) {
            groups.addAll(List.of(text.strip().split(" +")));
        }
        return Caller.signedIn(subject, groups);
    }

    /** A claim by its name, or by a path through claims: {@code realm_access.roles}. */
    private Object claim(String name) {
        Object whole = set.getClaim(name);
        if (whole != null || name.indexOf('.') < 0) {
            return whole;
        }
        Object at = set.getClaims();
        for (String step : name.split("\\.", -1)) {
            at = at instanceof Map<?, ?> map ? map.get(step) : null;
        }
        return at;
    }

    /** Whether it can be somebody's name. */
    static boolean isName(String subject) {
        return subject != null
                && !subject.isBlank()
                && subject.length() <= MOST_SUBJECT_CHARACTERS
                && subject.chars().noneMatch(Character::isISOControl);
    }
}
