package dev.partita.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.SelectStrategy;
import org.junit.jupiter.api.Test;

/** When a loop looks once more before it sleeps. Each question for the time takes ten microseconds of it. */
class EagerSelectTest {

    private static final long STEP_NANOS = 10_000;

    private long now;
    private boolean isWorthIt = true;
    private int looks;
    /** How often it is looked in vain. */
    private int vain;

    private final EagerSelect select = new EagerSelect(() -> isWorthIt, () -> now += STEP_NANOS);

    @Test
    void theFirstRequestIsWaitedForAsleep() throws Exception {
        assertThat(next()).isEqualTo(SelectStrategy.SELECT);
        assertThat(looks).isZero();
    }

    @Test
    void whoComesSoonIsLookedForAndFound() throws Exception {
        next();
        vain = 3;
        assertThat(next()).isEqualTo(1);
        assertThat(looks).isEqualTo(4);
        vain = 0;
        assertThat(next()).isEqualTo(1);
    }

    @Test
    void nobodyIsLookedForLongerThanItTakesToWake() throws Exception {
        next();
        vain = Integer.MAX_VALUE;
        assertThat(next()).isEqualTo(SelectStrategy.SELECT);
        assertThat(looks).isEqualTo((int) (EagerSelect.LOOK_NANOS / STEP_NANOS));
    }

    @Test
    void whoTakesTheirTimeIsWaitedForAsleep() throws Exception {
        next();
        now += EagerSelect.SOON_NANOS;
        assertThat(next()).isEqualTo(SelectStrategy.SELECT);
        assertThat(looks).isZero();
        assertThat(next()).isEqualTo(1);
    }

    @Test
    void whereAnswersOrOthersAreAwaitedItSleeps() throws Exception {
        next();
        isWorthIt = false;
        assertThat(next()).isEqualTo(SelectStrategy.SELECT);
        assertThat(looks).isZero();
    }

    @Test
    void tasksComeFirst() throws Exception {
        next();
        vain = Integer.MAX_VALUE;
        assertThat(select.calculateStrategy(this::look, true)).isZero();
        assertThat(looks).isEqualTo(1);
    }

    private int next() throws Exception {
        return select.calculateStrategy(this::look, false);
    }

    private int look() {
        return looks++ < vain ? 0 : 1;
    }
}
