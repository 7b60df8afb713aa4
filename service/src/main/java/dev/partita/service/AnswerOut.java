package dev.partita.service;

import dev.partita.plan.Result;
import dev.partita.plan.Written;
import dev.partita.rest.AnswerShape;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Writes the answers of one pattern as JSON, in the shape that its OpenAPI document promises. */
abstract class AnswerOut {

    /** Where the page of a pattern goes on, as a link: of the pattern asked for, or of a part of a gather. */
    interface Next {
        String link(String pattern, String cursor);
    }

    static AnswerOut of(String pattern, AnswerShape shape) {
        if (shape instanceof AnswerShape.One one) {
            return new One(one);
        }
        if (shape instanceof AnswerShape.Page page) {
            return new Page(pattern, page);
        }
        if (shape instanceof AnswerShape.Whole whole) {
            return new Whole(pattern, whole);
        }
        if (shape instanceof AnswerShape.Count || shape instanceof AnswerShape.Counts) {
            return new Counted(shape instanceof AnswerShape.Counts);
        }
        if (shape instanceof AnswerShape.Gather gather) {
            return new Parts(gather.parts());
        }
        if (shape instanceof AnswerShape.Created created) {
            return new Created(created);
        }
        return shape instanceof AnswerShape.Done done ? new Parts(done.parts()) : new Nothing();
    }

    /** Whether there is something to show; if not, the answer is that it was not found. */
    boolean isThere(Result result) {
        return true;
    }

    void write(AnswerJson out, Result result, Next next) {
        throw new IllegalStateException("a write has no such answer");
    }

    void write(AnswerJson out, Written written) {
        throw new IllegalStateException("a read has no such answer");
    }

    /** One item of a page, for a line of its own. */
    void item(AnswerJson out, Result.Found item) {
        throw new IllegalStateException("only pages have items");
    }

    private static final class One extends AnswerOut {
        private final ItemOut item;

        One(AnswerShape.One shape) {
            this.item = new ItemOut(shape);
        }

        @Override
        boolean isThere(Result result) {
            return !result.items().isEmpty();
        }

        @Override
        void write(AnswerJson out, Result result, Next next) {
            item.write(out, result.one().values());
        }

        @Override
        void write(AnswerJson out, Written written) {
            item.write(out, written.values());
        }
    }

    private static final class Page extends AnswerOut {
        private final String pattern;
        private final ItemOut item;

        Page(String pattern, AnswerShape.Page shape) {
            this.pattern = pattern;
            this.item = new ItemOut(shape.item());
        }

        @Override
        void write(AnswerJson out, Result result, Next next) {
            String link = result.cursor() == null ? null : next.link(pattern, result.cursor());
            out.openObject().name("items").openList();
            for (Result.Found found : result.items()) {
                item.write(out, found.values());
            }
            out.closeList()
                    .member("next", link)
                    .member("stoppedAt", result.stoppedAt())
                    .closeObject();
        }

        @Override
        void item(AnswerJson out, Result.Found found) {
            item.write(out, found.values());
        }
    }

    private static final class Whole extends AnswerOut {
        private record Part(String name, String entity, boolean isOne, ItemOut item) {}

        private final String pattern;
        private final boolean hasHead;
        private final List<Part> parts = new ArrayList<>();

        Whole(String pattern, AnswerShape.Whole shape) {
            this.pattern = pattern;
            this.hasHead = shape.hasHead();
            for (AnswerShape.Part part : shape.parts()) {
                parts.add(new Part(part.name(), part.item().entity().name(), part.isOne(), new ItemOut(part.item())));
            }
        }

        @Override
        boolean isThere(Result result) {
            return !hasHead || !result.items().isEmpty();
        }

        @Override
        void write(AnswerJson out, Result result, Next next) {
            String link = result.cursor() == null ? null : next.link(pattern, result.cursor());
            out.openObject();
            for (Part part : parts) {
                if (!part.isOne) {
                    out.name(part.name).openList();
                }
                for (Result.Found found : result.items()) {
                    if (found.entity().equals(part.entity)) {
                        if (part.isOne) {
                            out.name(part.name);
                        }
                        part.item.write(out, found.values());
                        if (part.isOne) {
                            break;
                        }
                    }
                }
                if (!part.isOne) {
                    out.closeList();
                }
            }
            out.member("next", link).member("stoppedAt", result.stoppedAt()).closeObject();
        }
    }

    private static final class Counted extends AnswerOut {
        private final boolean ofEach;

        Counted(boolean ofEach) {
            this.ofEach = ofEach;
        }

        @Override
        void write(AnswerJson out, Result result, Next next) {
            out.openObject();
            if (ofEach) {
                out.name("counts").object(result.counts());
            } else {
                out.member("count", result.count());
            }
            out.closeObject();
        }
    }

    /** The answers of several patterns, by their names. */
    private static final class Parts extends AnswerOut {
        private final Map<String, AnswerOut> parts = new LinkedHashMap<>();

        Parts(Map<String, AnswerShape> shapes) {
            shapes.forEach((pattern, shape) -> parts.put(pattern, AnswerOut.of(pattern, shape)));
        }

        @Override
        void write(AnswerJson out, Result result, Next next) {
            out.openObject();
            parts.forEach((pattern, part) -> {
                Result own = result.parts().get(pattern);
                if (own != null && part.isThere(own)) {
                    out.name(pattern);
                    part.write(out, own, next);
                } else if (own != null) {
                    // Alone it would not be found.
                    out.name(pattern).value((Object) null);
                }
            });
            out.closeObject();
        }

        @Override
        void write(AnswerJson out, Written written) {
            out.openObject();
            int number = 0;
            for (Map.Entry<String, AnswerOut> part : parts.entrySet()) {
                // A transaction has its parts in the order in which the design names them.
                if (number < written.parts().size() && !(part.getValue() instanceof Nothing)) {
                    out.name(part.getKey());
                    part.getValue().write(out, written.parts().get(number));
                }
                number++;
            }
            out.closeObject();
        }
    }

    private static final class Created extends AnswerOut {
        private final String name;
        private final ItemOut item;
        private final String childrenName;
        private final ItemOut child;

        Created(AnswerShape.Created shape) {
            this.name = shape.item().name();
            this.item = new ItemOut(shape.item().item());
            this.childrenName = shape.children().name();
            this.child = new ItemOut(shape.children().item());
        }

        @Override
        void write(AnswerJson out, Written written) {
            out.openObject().name(name);
            item.write(out, written.values());
            out.name(childrenName).openList();
            for (Written one : written.parts()) {
                child.write(out, one.values());
            }
            out.closeList().closeObject();
        }
    }

    private static final class Nothing extends AnswerOut {
        @Override
        void write(AnswerJson out, Written written) {
            out.openObject().closeObject();
        }
    }
}
