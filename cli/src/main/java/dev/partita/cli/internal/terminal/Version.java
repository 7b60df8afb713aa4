package dev.partita.cli.internal.terminal;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** What {@code partita --version} says; the build writes the number. */
public final class Version implements IVersionProvider {

    public static String number() {
        Properties build = new Properties();
        try (InputStream in = Version.class.getResourceAsStream("build.properties")) {
            build.load(in);
        } catch (IOException unreadable) {
            return "unknown";
        }
        return build.getProperty("version");
    }

    @Override
    public String[] getVersion() {
        return new String[] {
            "Partita " + number(),
            "Java " + Runtime.version() + " on " + System.getProperty("os.name") + " " + System.getProperty("os.arch")
        };
    }
}
