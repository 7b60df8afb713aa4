package dev.partita.expression;

import java.util.ArrayList;
import java.util.List;

/** Reads a projection: paths with commas between. */
final class ProjectionReader extends ExpressionReader {

    private ProjectionReader(String text, Placeholders placeholders) {
        super(text, ExpressionKind.PROJECTION, placeholders);
    }

    static Projection read(String text, Placeholders placeholders) {
        ProjectionReader reader = new ProjectionReader(text, placeholders);
        List<Path> paths = new ArrayList<>();
        do {
            paths.add(reader.path());
        } while (reader.skip(Token.COMMA));
        reader.checkPaths(paths);
        reader.finish();
        return Projection.of(paths);
    }
}
