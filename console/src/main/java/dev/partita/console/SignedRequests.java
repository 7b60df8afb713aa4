package dev.partita.console;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpFullRequest;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.auth.aws.signer.AwsV4HttpSigner;
import software.amazon.awssdk.http.auth.spi.signer.SignedRequest;

/** Requests that are JSON already, signed and sent to an endpoint elsewhere. */
public final class SignedRequests implements RawEndpoint {

    private static final String STREAMS = "DynamoDBStreams_";

    private final URI tables;
    private final URI streams;
    private final String region;
    private final AwsCredentialsProvider credentials;
    private final SdkHttpClient http;
    private final Executor executor;
    private final AwsV4HttpSigner signer = AwsV4HttpSigner.create();

    /** @param endpoint null for Amazon DynamoDB in that region */
    public SignedRequests(
            String endpoint, String region, AwsCredentialsProvider credentials, SdkHttpClient http, Executor executor) {
        this.tables = URI.create(endpoint == null ? "https://dynamodb." + region + ".amazonaws.com" : endpoint);
        this.streams =
                URI.create(endpoint == null ? "https://streams.dynamodb." + region + ".amazonaws.com" : endpoint);
        this.region = region;
        this.credentials = credentials;
        this.http = http;
        this.executor = executor;
    }

    @Override
    public CompletableFuture<Answer> call(String target, byte[] body) {
        return CompletableFuture.supplyAsync(() -> send(target, body), executor);
    }

    private Answer send(String target, byte[] body) {
        URI uri = target.startsWith(STREAMS) ? streams : tables;
        SdkHttpFullRequest request = SdkHttpFullRequest.builder()
                .method(SdkHttpMethod.POST)
                .uri(uri.getPath().isEmpty() ? uri.resolve("/") : uri)
                .putHeader("Content-Type", "application/x-amz-json-1.0")
                .putHeader("Content-Length", String.valueOf(body.length))
                .putHeader("X-Amz-Target", target)
                .build();
        SignedRequest signed = signer.sign(sign -> sign.identity(credentials.resolveCredentials())
                .request(request)
                .payload(() -> new ByteArrayInputStream(body))
                .putProperty(AwsV4HttpSigner.SERVICE_SIGNING_NAME, "dynamodb")
                .putProperty(AwsV4HttpSigner.REGION_NAME, region));
        try {
            HttpExecuteResponse response = http.prepareRequest(HttpExecuteRequest.builder()
                            .request(signed.request())
                            .contentStreamProvider(() -> new ByteArrayInputStream(body))
                            .build())
                    .call();
            byte[] answer = response.responseBody().isPresent()
                    ? response.responseBody().get().readAllBytes()
                    : new byte[0];
            return new Answer(response.httpResponse().statusCode(), answer, answer.length);
        } catch (IOException unreachable) {
            throw new UncheckedIOException(unreachable);
        }
    }
}
