package dev.partita.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** What tests say about refused writes. */
final class Refusals {

    private Refusals() {}

    static WriteRefused refused(WriteRefused.Rule rule, String subject, ThrowingCallable write) {
        Throwable thrown = catchThrowable(write);
        assertThat(thrown).isInstanceOf(WriteRefused.class);
        WriteRefused refused = (WriteRefused) thrown;
        assertThat(refused.rule()).as(refused.getMessage()).isEqualTo(rule);
        assertThat(refused.subject()).isEqualTo(subject);
        return refused;
    }
}
