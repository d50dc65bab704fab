package dev.nudge.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.nudge.web.api.ApiReply;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// What a browser gets of an answer, from a server on the loopback interface.
@Timeout(60)
class ApiHandlerTest {
    private static final byte[] PART = new byte[100_000];

    @AutoClose private final HttpClient browser = HttpClient.newHttpClient();

    private HttpResponse<byte[]> download(ApiReply.Content content) throws Exception {
        Server server = new Server();
        ServerConnector connector = new ServerConnector(server, 1, 1);
        connector.setHost("127.0.0.1");
        server.addConnector(connector);
        server.setHandler(
                new Handler.Abstract() {
                    @Override
                    public boolean handle(Request request, Response response, Callback callback)
                            throws IOException {
                        ApiReply reply = new ApiReply.Download("job-1.log", content);
                        ApiHandler.send(reply, response, callback);
                        return true;
                    }
                });
        server.start();
        try {
            URI place = URI.create("http://127.0.0.1:" + connector.getLocalPort());
            return browser.send(HttpRequest.newBuilder(place).build(), BodyHandlers.ofByteArray());
        } finally {
            server.stop();
        }
    }

    @Test
    void downloadThatFailsHalfWayDoesNotLookCompleteAndOneThatFailsAtOnceIsAnError()
            throws Exception {
        assertThatThrownBy(() ->
                        download(out -> {
                            out.write(PART);
                            throw new IOException("the disk is broken");
                        }))
                .isInstanceOf(IOException.class);

        HttpResponse<byte[]> answer =
                download(_ -> {
                    throw new IOException("the disk is broken");
                });
        assertThat(answer.statusCode()).isEqualTo(500);
    }
}
