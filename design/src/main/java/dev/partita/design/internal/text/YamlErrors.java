package dev.partita.design.internal.text;

import dev.partita.design.model.Place;
import java.util.Optional;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/** Says in plain words why a file is not YAML. */
final class YamlErrors {

    static void tell(YamlEngineException e, SourceLines lines, ReadingProblems problems) {
        Place place = Place.START;
        String problem = String.valueOf(e.getMessage());
        String context = "";
        Optional<Mark> opened = Optional.empty();
        if (e instanceof MarkedYamlEngineException marked) {
            Optional<Mark> mark = marked.getProblemMark().or(marked::getContextMark);
            place = mark.map(m -> lines.place(m, m)).orElse(place);
            problem = String.valueOf(marked.getProblem());
            context = String.valueOf(marked.getContext());
            opened = marked.getContextMark();
        }
        String line = lines.line(place.line() - 1);
        String message;
        String advice;
        if (problem.contains("'\\t'") || problem.contains("TAB")) {
            message = "a tab indents this line";
            advice = "YAML is indented by spaces only";
        } else if (context.contains("quoted scalar")) {
            place = opened.map(m -> lines.place(m, m)).orElse(place);
            message = "this text in quotes is not closed";
            advice = "close it with the quote it begins with";
        } else if (context.contains("flow mapping") || context.contains("flow sequence")) {
            boolean map = context.contains("mapping");
            int problemLine = place.line();
            if (opened.isPresent() && opened.get().getLine() + 1 != problemLine) {
                // Where it goes wrong is lines below where it began to.
                place = lines.bracketed(opened.get().getLine(), opened.get().getColumn());
                line = lines.line(place.line() - 1);
            }
            boolean template = place.line() == problemLine
                    && place.column() <= line.length()
                    && line.charAt(place.column() - 1) == '{';
            message = template
                    ? "a brace stands inside text without quotes"
                    : (map
                            ? "this { … } lacks a comma or its closing brace"
                            : "this [ … ] lacks a comma or its closing bracket");
            advice = template
                    ? "put a template in quotes: \"USER#{userId}\""
                    : "add what is missing, here or on a line above";
        } else if (problem.contains("mapping values are not allowed")) {
            message = "a colon stands where no key can be";
            advice = "put text that contains \": \" in quotes, and begin each key on a line of its own";
        } else if (context.contains("block mapping") || context.contains("block collection")) {
            message = "this line does not fit the lines above it";
            advice = "indent it exactly as its neighbours, and write `word: value`";
        } else if (problem.contains("could not find expected ':'")) {
            message = "this line is no `word: value`";
            advice = "add a colon and a space after the word";
        } else if (problem.contains("cannot start any token")) {
            message = "text cannot begin with this character";
            advice = "put the text in quotes";
        } else {
            message = "this is not YAML: " + problem.lines().findFirst().orElse("unreadable");
            advice = "compare the line with its neighbours";
        }
        problems.error(ReaderRule.NOT_YAML, "design", place, message, advice);
    }

    private YamlErrors() {}
}
