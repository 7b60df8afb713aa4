package dev.partita.service;

/** A request that is answered with a problem. It is no fault of ours, so it carries no stack trace. */
final class Refused extends RuntimeException {

    private final transient Problem problem;

    Refused(Problem problem) {
        super(problem.kind().word(), null, false, false);
        this.problem = problem;
    }

    static Refused unreadable(String detail) {
        return Problem.of(ProblemKind.UNREADABLE_REQUEST, detail).refused();
    }

    Problem problem() {
        return problem;
    }
}
