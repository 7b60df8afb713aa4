package dev.partita.engine;

import dev.partita.item.Bytes;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jetbrains.lincheck.datastructures.Operation;

/**
 * Transactions under one token, by several threads at once, while others forget tokens whose time is over: one of them is performed, all
 * others hear that it was. A token used anew after its time is not forgotten with the old one.
 */
public final class TokensKernel {

    /** The same, one after another: the old token is over from the start, so the first use of it counts, and no other. */
    public static final class Twin {
        private boolean used;

        public boolean use() {
            boolean first = !used;
            used = true;
            return first;
        }

        public void forget() {}
    }

    private static final TransactionTokens.Fingerprint FINGERPRINT =
            new TransactionTokens.Fingerprint(Bytes.of(new byte[] {1}));

    private final MovableClock clock = new MovableClock();
    private final Engine engine;

    public TokensKernel() {
        ManualBackground background = new ManualBackground();
        engine = Engine.inMemory(Engine.Options.defaults().withClock(clock).withBackground(background));
        use();
        clock.advance(Duration.ofMinutes(11));
        background.advanceSeconds(660);
    }

    @Operation
    public boolean use() {
        CompletableFuture<Boolean> answer = engine.writer().submit(group -> {
            if (TransactionTokens.find(group, "", "token", FINGERPRINT) != null) {
                return false;
            }
            TransactionTokens.remember(group, "", "token", FINGERPRINT, List.of(), List.of());
            return true;
        });
        while (!answer.isDone()) {
            Thread.onSpinWait();
        }
        return answer.join();
    }

    @Operation
    public void forget() {
        TransactionTokens.trim(engine, null, 10);
    }
}
