package dev.partita.maven;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;

/** Checks the design files: what cannot work, what will hurt, and what to write instead. */
@Mojo(name = "check", defaultPhase = LifecyclePhase.VALIDATE, threadSafe = true)
public final class Check extends DesignGoal {

    @Override
    void run(List<Path> files) throws IOException, MojoFailureException {
        read(files);
    }
}
