package dev.partita.proof;

import java.util.List;

/**
 * What a family found.
 *
 * @param trials how often it tried
 * @param checked how many single things were compared with what they must be: acknowledged writes, answers, operations of a history
 * @param faults how many faults were made: kills, cuts, flipped bytes, refused system calls
 * @param violations each broken promise, in words that let somebody find it; empty is what we hope for
 * @param remark further figures worth a line, such as {@code slowest start 640 ms}; may be empty
 */
public record Figures(long trials, long checked, long faults, List<String> violations, String remark) {

    public Figures {
        violations = List.copyOf(violations);
    }
}
