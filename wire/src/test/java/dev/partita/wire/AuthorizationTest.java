package dev.partita.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.item.ApiException;
import org.junit.jupiter.api.Test;

class AuthorizationTest {

    @Test
    void keyAndRegionAreReadFromTheCredential() {
        assertThat(Authorization.of(
                        " AWS4-HMAC-SHA256 Credential=key/20261115/eu-west-1/dynamodb/aws4_request,"
                                + "SignedHeaders=host,  Signature=abc ",
                        true))
                .isEqualTo(new Authorization("key", "eu-west-1"));
    }

    @Test
    void aShortCredentialHasNoRegion() {
        assertThat(Authorization.of("AWS4-HMAC-SHA256 Signature=a, SignedHeaders=b, Credential=key", true))
                .isEqualTo(new Authorization("key", ""));
        assertThat(Authorization.of("AWS4-HMAC-SHA256 Signature=a, SignedHeaders=b, Credential=key/today/here", true))
                .isEqualTo(new Authorization("key", "here"));
    }

    @Test
    void aPartWithoutAValueOrInsideAnotherWordIsMissing() {
        assertThatThrownBy(() -> Authorization.of("AWS4-HMAC-SHA256 XCredential=a, Signature=, SignedHeaders=b", true))
                .isInstanceOf(ApiException.class)
                .hasMessageStartingWith("Authorization header requires 'Credential' parameter. "
                        + "Authorization header requires 'Signature' parameter. Authorization=AWS4-HMAC-SHA256");
    }

    @Test
    void nobodyInParticularMayAskInProcess() {
        assertThat(Authorization.of(null, false)).isEqualTo(new Authorization("", ""));
        assertThat(Authorization.of("AWS4-HMAC-SHA256 Credential=key", false)).isEqualTo(new Authorization("key", ""));
    }
}
