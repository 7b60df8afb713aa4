package dev.partita.proof;

/** One family by itself, in a process whose class path somebody else chose. Prints each broken promise as a line. */
public final class OneFamily {

    /** What stands before each broken promise. */
    public static final String BROKEN = "BROKEN: ";

    private OneFamily() {}

    public static void main(String[] arguments) throws Exception {
        Family family = Families.ALL.stream()
                .filter(one -> one.id().equals(arguments[0]))
                .findAny()
                .orElseThrow();
        try {
            Figures figures = family.run(Budget.trials(family.gate()), Long.parseLong(arguments[1]));
            figures.violations().forEach(OneFamily::say);
        } catch (Exception problem) {
            say(problem.toString());
        }
        // A family that failed may have left its server.
        ProcessHandle.current().descendants().forEach(ProcessHandle::destroyForcibly);
        System.exit(0);
    }

    private static void say(String problem) {
        System.out.println(BROKEN + problem.replaceAll("\\s+", " "));
    }
}
