package dev.partita.plan.internal.value;

import dev.partita.design.model.Attribute;
import java.util.Locale;
import java.util.regex.Pattern;

/** Which attributes hold a secret: by what the design says of them, or by their name. */
public final class SecretName {

    private static final Pattern SECRET =
            Pattern.compile("(?i)(.*[a-z_])?(api_?key|access_?key|private_?key|client_?secret|secret(_?key)?"
                    + "|(access|refresh|auth|bearer|reset|session|invite|device|push)_?token|token"
                    + "|(invite|reset|recovery|backup|activation)_?code|otp|pin)");

    public static boolean isOf(Attribute attribute) {
        return !attribute.name().toLowerCase(Locale.ROOT).contains("hash")
                && (attribute.secret() || SECRET.matcher(attribute.name()).matches());
    }

    private SecretName() {}
}
