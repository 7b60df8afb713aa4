package dev.partita.maven;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The plugin in a real Maven. */
@Tag("slow")
class MavenBuildTest {

    private static final String POM = """
            <project>
              <modelVersion>4.0.0</modelVersion>
              <groupId>com.example</groupId>
              <artifactId>orders</artifactId>
              <version>1</version>
              <properties>
                <maven.compiler.release>17</maven.compiler.release>
                <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
              </properties>
              <dependencies>
                <dependency>
                  <groupId>dev.partita</groupId>
                  <artifactId>partita-runtime</artifactId>
                  <version>0.1.0-SNAPSHOT</version>
                </dependency>
              </dependencies>
              <build>
                <plugins>
                  <plugin>
                    <groupId>dev.partita</groupId>
                    <artifactId>partita-maven-plugin</artifactId>
                    <version>0.1.0-SNAPSHOT</version>
                    <configuration>
                      <packageName>com.example.{design}</packageName>
                    </configuration>
                    <executions>
                      <execution>
                        <goals>
                          <goal>generate</goal>
                        </goals>
                      </execution>
                    </executions>
                  </plugin>
                </plugins>
              </build>
            </project>
            """;

    private static final String DESIGN = """
            design: orders
            tables:
              main: { key: { partition: pk, sort: sk } }
            entities:
              Order:
                key: { pk: "ORDER#{orderId}", sk: META }
                attributes:
                  orderId: { type: string, generate: ulid }
                  total:   { type: decimal, required: true }
            patterns:
              order:      { get: Order, by: orderId }
              placeOrder: { create: Order }
            """;

    @TempDir
    Path project;

    private Path design;

    @BeforeEach
    void aProject() throws IOException {
        design = project.resolve("src/main/partita/orders.yaml");
        Files.createDirectories(design.getParent());
        Files.writeString(project.resolve("pom.xml"), POM);
        Files.writeString(design, DESIGN);
    }

    @Test
    void aDesignThatCannotWorkFailsTheBuildAtItsPlace() throws IOException {
        Files.writeString(design, DESIGN.replace("by: orderId", "by: orderid"));

        Build build = Build.run(project, "compile");

        assertThat(build.log())
                .contains("[ERROR] src/main/partita/orders.yaml:11:33: error[unknown-name]")
                .contains("did you mean `orderId`?");
        assertThat(build.exitCode()).isEqualTo(1);
    }

    @Test
    void codeIsGeneratedCompiledAndLeftAloneUntilTheDesignChanges() throws IOException {
        Build first = Build.run(project, "compile");
        assertThat(first.exitCode()).as(first.log()).isZero();
        assertThat(project.resolve("target/classes/com/example/orders/Order.class"))
                .exists();

        assertThat(Build.run(project, "compile").log())
                .contains("Nothing to generate: no design has changed.")
                .contains("Nothing to compile");
    }
}
