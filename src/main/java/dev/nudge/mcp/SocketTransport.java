package dev.nudge.mcp;

import dev.nudge.protocol.LineWriter;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCResponse.JSONRPCError;
import io.modelcontextprotocol.spec.McpServerSession;
import io.modelcontextprotocol.spec.McpServerTransport;
import io.modelcontextprotocol.spec.McpServerTransportProvider;
import io.modelcontextprotocol.spec.ProtocolVersions;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/// Carries one MCP session over one connection, one message a line. (The SDK's own stdio transport
/// ends the session at the first malformed line and keeps two threads per session.)
final class SocketTransport implements McpServerTransport, McpServerTransportProvider {
    private static final Logger LOG = System.getLogger(SocketTransport.class.getName());
    private static final JSONRPCError INTERNAL =
            new JSONRPCError(
                    McpSchema.ErrorCodes.INTERNAL_ERROR,
                    "nudge failed while it handled this request. Its daemon.log has the details.");

    private final McpJsonMapper json;
    private final LineWriter out;
    private final Supplier<List<McpSchema.Resource>> resources;
    private @Nullable McpServerSession session;

    /// @param resources lists the resources that there are now
    SocketTransport(
            McpJsonMapper json, LineWriter out, Supplier<List<McpSchema.Resource>> resources) {
        this.json = json;
        this.out = out;
        this.resources = resources;
    }

    /// Returns the session; it exists once the server has been built.
    McpServerSession session() {
        return Objects.requireNonNull(session, "the server has not been built");
    }

    @Override
    public void setSessionFactory(McpServerSession.Factory factory) {
        session = factory.create(this);
    }

    @Override
    public Mono<Void> sendMessage(McpSchema.JSONRPCMessage message) {
        return Mono.fromCallable(() -> {
            if (message instanceof McpSchema.JSONRPCResponse && OngoingCalls.isCancelled()) {
                throw new IOException("nobody waits for this answer any more");
            }
            out.write(
                    json.writeValueAsString(
                            message instanceof McpSchema.JSONRPCResponse response
                                    ? inOwnWords(response)
                                    : message));
            return null;
        });
    }

    /// Returns the answer in nudge's own words. The SDK reports an exception to the client by its
    /// message, which is for programmers, and lists only resources that were registered with it.
    private McpSchema.JSONRPCResponse inOwnWords(McpSchema.JSONRPCResponse response) {
        if (response.error() != null
                && response.error().code() == McpSchema.ErrorCodes.INTERNAL_ERROR) {
            LOG.log(Level.WARNING, "a request failed: {0}", response.error().message());
            return McpSchema.JSONRPCResponse.error(response.id(), INTERNAL);
        }
        return response.result() instanceof McpSchema.ListResourcesResult list
                ? McpSchema.JSONRPCResponse.result(
                        response.id(),
                        new McpSchema.ListResourcesResult(
                                resources.get(), list.nextCursor(), list.meta()))
                : response;
    }

    @Override
    public Mono<Void> notifyClients(String method, Object params) {
        return session().sendNotification(method, params);
    }

    @Override
    public <T> T unmarshalFrom(Object data, TypeRef<T> type) {
        return json.convertValue(data, type);
    }

    @Override
    public List<String> protocolVersions() {
        return List.of(
                ProtocolVersions.MCP_2024_11_05,
                ProtocolVersions.MCP_2025_03_26,
                ProtocolVersions.MCP_2025_06_18,
                ProtocolVersions.MCP_2025_11_25);
    }

    @Override
    public Mono<Void> closeGracefully() {
        return Mono.empty();
    }

    @Override
    public void close() {}
}
