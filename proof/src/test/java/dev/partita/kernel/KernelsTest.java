package dev.partita.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Lincheck is there and finds what it looks for: had its agent not been loaded, all kernels would pass. */
@Tag("slow")
class KernelsTest {

    @Test
    void aLostUpdateIsFoundAndSaidToBeOne() throws Exception {
        Kernels.Ended ended = Kernels.model(LostUpdate.class.getName(), Counter.class.getName(), 2, 2, 100);

        assertThat(ended.text()).contains(KernelProcess.FAULT, "Invalid execution results", "increment()");
        assertThat(ended.code()).isEqualTo(1);
    }
}
