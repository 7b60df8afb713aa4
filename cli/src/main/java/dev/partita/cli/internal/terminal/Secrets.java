package dev.partita.cli.internal.terminal;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/**
 * Secrets come from files, or from the environment; never from the command line, which everybody on a machine can read.
 */
public final class Secrets {

    /** The secret that tokens are signed with, where it is not in a file. */
    public static final String JWT_SECRET = "PARTITA_JWT_SECRET";

    /** The secret of cursors and logins, where it is not in a file. */
    public static final String SECRET = "PARTITA_SECRET";

    /** The token of metrics and alarms, where it is not in a file. */
    public static final String METRICS_TOKEN = "PARTITA_METRICS_TOKEN";

    /** All that the environment can have. */
    public static final List<String> VARIABLES = List.of(JWT_SECRET, SECRET, METRICS_TOKEN);

    /** Shorter ones can be guessed: a signature by SHA-256 is worth no more than 32 bytes, and its key no less. */
    public static final int MIN_BYTES = 32;

    private static final int MAX_BYTES = 8_192;

    private final Map<String, String> environment;

    public Secrets(Map<String, String> environment) {
        this.environment = environment;
    }

    /** The one in the file, else the one in the variable; null when there is neither. */
    public byte[] named(Path file, String option, String variable) {
        if (file != null) {
            return checked(read(file, option), option + " " + file);
        }
        String value = environment.get(variable);
        return value == null || value.isBlank()
                ? null
                : checked(value.strip().getBytes(StandardCharsets.UTF_8), variable + " in the environment");
    }

    /** The one in a file that is ours; made when it is not there, for nobody else to read. */
    public static byte[] kept(Path file) {
        try {
            if (!Files.exists(file)) {
                Files.createDirectories(file.getParent());
                Path temporary = Files.createTempFile(file.getParent(), "secret", ".tmp");
                if (Files.getFileAttributeView(temporary, PosixFileAttributeView.class) != null) {
                    Files.setPosixFilePermissions(temporary, PosixFilePermissions.fromString("rw-------"));
                }
                Files.writeString(temporary, random() + "\n", StandardOpenOption.SYNC);
                Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE);
            }
            return checked(read(file, "The secret"), file.toString());
        } catch (IOException problem) {
            throw new UsageException("Cannot keep a secret in " + file + ": " + problem.getMessage());
        }
    }

    /** One that nobody has seen before. */
    public static byte[] fresh() {
        return random().getBytes(StandardCharsets.US_ASCII);
    }

    private static String random() {
        byte[] bytes = new byte[MIN_BYTES];
        new SecureRandom().nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    private static byte[] read(Path file, String what) {
        try {
            if (Files.size(file) > MAX_BYTES) {
                throw new UsageException(what + ": " + file + " is larger than a secret can be.");
            }
            return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1)
                    .strip()
                    .getBytes(StandardCharsets.ISO_8859_1);
        } catch (IOException problem) {
            throw new UsageException(
                    Files.exists(file)
                            ? what + ": cannot read " + file + ": " + problem.getMessage()
                            : what + ": there is no file " + file + ".");
        }
    }

    private static byte[] checked(byte[] secret, String where) {
        if (secret.length < MIN_BYTES) {
            throw new UsageException("The secret of " + where + " has " + secret.length + " bytes and needs "
                    + MIN_BYTES + ".  openssl rand -base64 32  makes one.");
        }
        return secret;
    }
}
