package dev.partita.access;

import dev.partita.item.Bytes;
import dev.partita.plan.internal.value.Accounts;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a token of {@link SignIn} says about the account it was issued for, so that it ends when the password is set anew.
 *
 * @param password the mark of the password's hash at that time; null in a token that says nothing about it
 * @param key the values that find the account, beside who it stands for, as text
 */
record Login(String password, Map<String, String> key) {

    private static final int MARK_BYTES = 16;

    Login {
        key = Map.copyOf(key);
    }

    /** @param values of the account as it was read */
    static Login of(Accounts accounts, Map<String, Object> values) {
        Map<String, String> key = new LinkedHashMap<>();
        for (String name : accounts.foundBy()) {
            if (!name.equals(accounts.entity().owner())) {
                key.put(name, text(values.get(name)));
            }
        }
        return new Login(mark((String) values.get(accounts.password().name())), key);
    }

    /**
     * Tells one hash of a password from all others and gives nothing away: the salt in it cannot be guessed.
     *
     * @param hash null when there is no password
     */
    static String mark(String hash) {
        if (hash == null) {
            return "";
        }
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(hash.getBytes(StandardCharsets.UTF_8));
            return Base64.getUrlEncoder().withoutPadding().encodeToString(Arrays.copyOf(digest, MARK_BYTES));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java has SHA-256", e);
        }
    }

    /** The values that find the account. */
    Map<String, Object> key(String owner, String subject, List<String> names) {
        Map<String, Object> values = new LinkedHashMap<>();
        for (String name : names) {
            Object value = name.equals(owner) ? subject : key.get(name);
            if (value != null) {
                values.put(name, value);
            }
        }
        return values;
    }

    private static String text(Object value) {
        if (value instanceof Bytes bytes) {
            return Base64.getEncoder().encodeToString(bytes.array());
        }
        return value instanceof BigDecimal number ? number.toPlainString() : String.valueOf(value);
    }
}
