package dev.partita.item;

/**
 * What is wrong with one attribute value as it came in.
 *
 * <p>The wire reader meets bad values while it reads, but the service reports them only after other checks, so a
 * bad value travels as {@link AttributeValue.Invalid} until the check that is due reports it.
 */
public record Problem(String current, String older) {

    /** A problem that both validation layers word alike. */
    public static Problem of(String message) {
        return new Problem(message, message);
    }

    public ApiException asException(Dialect dialect) {
        return ApiException.validation(dialect == Dialect.CURRENT ? current : older);
    }
}
