package dev.nudge.mcp;

import dev.nudge.protocol.LineReader;
import dev.nudge.protocol.LineReader.Read;
import dev.nudge.protocol.LineWriter;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.json.jackson3.JacksonMcpJsonMapper;
import io.modelcontextprotocol.json.schema.JsonSchemaValidator.ValidationResponse;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpSyncServer;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.ErrorCodes;
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
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/// Serves MCP to one agent on one connection: the era of sessions, which `initialize` begins,
/// through the official SDK, and that of requests that stand alone, from 2026-07-28 on, through
/// `ModernServer`. Each request shows which one it is of.
public final class McpSession {
    private static final Logger LOG = System.getLogger(McpSession.class.getName());
    private static final McpJsonMapper JSON = new JacksonMcpJsonMapper(RpcLine.JSON);
    private static final String NO_MEMORY =
            "This call needed more memory than the nudge daemon has, and was given up. Ask for less.";

    private static final JSONRPCError TOO_MANY =
            new JSONRPCError(
                    ErrorCodes.INTERNAL_ERROR,
                    "%d calls of this client are still waiting for their answers, which is as many as nudge takes at once. This one was not begun: make it again when one of them has been answered, or cancel some of them."
                            .formatted(OngoingCalls.MOST));

    /// Says to a client that nudge has a defect.
    static final JSONRPCError INTERNAL =
            new JSONRPCError(
                    ErrorCodes.INTERNAL_ERROR,
                    "nudge failed while it handled this request. Its daemon.log has the details.");

    private final LineReader in;
    private final LineWriter out;
    private final SocketTransport transport;
    private final List<String> tools;
    private final McpSyncServer server;
    private final ModernServer modern;
    private final Workbench workbench;
    private final OngoingCalls calls = new OngoingCalls();

    public McpSession(LineReader in, LineWriter out, String version, Workbench workbench) {
        this.workbench = workbench;
        this.in = in;
        this.out = out;
        this.transport = new SocketTransport();
        List<OfferedTool> offered = workbench.tools();
        this.tools = offered.stream().map(OfferedTool::name).toList();
        this.modern = new ModernServer(out, version, offered, workbench);
        this.server =
                McpServer.sync(transport)
                        .serverInfo("nudge", version)
                        .jsonMapper(JSON)
                        .capabilities(
                                McpSchema.ServerCapabilities.builder()
                                        .tools(false)
                                        .resources(false, false)
                                        .build())
                        .validateToolInputs(false)
                        // Else it would check the schemas of all tools for each connection.
                        .jsonSchemaValidator((_, _) -> ValidationResponse.asValid(null))
                        .immediateExecution(true)
                        .tools(offered.stream().map(OfferedTool::specification).toList())
                        .resourceTemplates(OutputResource.template(workbench))
                        .build();
    }

    /// Answers until the client leaves. Bad lines are answered with an error, and the session
    /// continues.
    public void serve() throws IOException {
        try {
            while (serveOne()) {
                // The next line.
            }
        } finally {
            calls.cancelAll();
            server.close();
        }
    }

    /// @return false when the client has left
    private boolean serveOne() throws IOException {
        try {
            switch (in.next()) {
                case Read.Line(String line) -> take(line);
                case Read.TooLong(int max) ->
                        refuse("This line is over " + max + " bytes and was skipped.");
                case Read.End _ -> {
                    return false;
                }
            }
        } catch (OutOfMemoryError e) {
            refuse(NO_MEMORY);
        }
        return true;
    }

    /// Refuses a line whose id is not known. The pump reads that of one that is too long, and does
    /// not pass it on.
    private void refuse(String reason) throws IOException {
        JSONRPCError error = new JSONRPCError(ErrorCodes.INVALID_REQUEST, reason);
        out.write(RpcLine.bad(RpcLine.NO_ID, error).answer());
    }

    private void take(String line) throws IOException {
        if (line.isBlank()) {
            return;
        }
        switch (RpcLine.check(line, tools)) {
            case RpcLine.Bad(String answer) -> out.write(answer);
            case RpcLine.Request request -> begin(request, line);
            case RpcLine.Cancelled(String id) -> calls.cancel(id);
            case RpcLine.SaidAll _ -> calls.hurryAll();
            case RpcLine.Message _ -> handleQuietly(line);
        }
    }

    /// Starts a request on its own: it may wait long, and others must not wait for it.
    private void begin(RpcLine.Request request, String line) throws IOException {
        Runnable answer = () -> answer(request, line);
        if (ModernServer.isAboutATask(request) && calls.isHalfFull()) {
            calls.carryOut(request, answer);
        } else if (calls.isFull()) {
            out.write(request.failed(TOO_MANY).answer());
        } else {
            Thread.ofVirtual().name("mcp-call").start(calls.begin(request, answer));
        }
    }

    private void answer(RpcLine.Request request, String line) {
        try {
            tryToAnswer(request, line);
        } catch (IOException | RuntimeException e) {
            LOG.log(Level.DEBUG, "a call could not be answered", e);
        }
    }

    private void tryToAnswer(RpcLine.Request request, String line) throws IOException {
        try {
            if (ModernServer.isFor(request)) {
                modern.answer(request);
            } else {
                var _ = workbench.introduced(false, false);
                handle(line);
            }
        } catch (OutOfMemoryError | StackOverflowError e) {
            LOG.log(Level.WARNING, "a call needed more memory than there is", e);
            JSONRPCError error = new JSONRPCError(ErrorCodes.INTERNAL_ERROR, NO_MEMORY);
            out.write(request.failed(error).answer());
        }
    }

    private void handleQuietly(String line) {
        try {
            handle(line);
        } catch (IOException | RuntimeException e) {
            LOG.log(Level.DEBUG, "a message could not be handled", e);
        }
    }

    private void handle(String line) throws IOException {
        transport.session().handle(McpSchema.deserializeJsonRpcMessage(JSON, line)).block();
    }

    /// Carries one MCP session over one connection, one message a line. (The SDK's own stdio
    /// transport ends the session at the first malformed line and keeps two threads per session.)
    private final class SocketTransport implements McpServerTransport, McpServerTransportProvider {
        private @Nullable McpServerSession session;

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
                        JSON.writeValueAsString(
                                message instanceof McpSchema.JSONRPCResponse response
                                        ? inOwnWords(response)
                                        : message));
                return null;
            });
        }

        /// Returns the answer in nudge's own words. The SDK reports an exception to the client by
        /// its message, which is for programmers, and lists only resources that were registered
        /// with it.
        private McpSchema.JSONRPCResponse inOwnWords(McpSchema.JSONRPCResponse response) {
            if (response.error() != null && response.error().code() == ErrorCodes.INTERNAL_ERROR) {
                LOG.log(Level.WARNING, "a request failed: {0}", response.error().message());
                return McpSchema.JSONRPCResponse.error(response.id(), INTERNAL);
            }
            return response.result() instanceof McpSchema.ListResourcesResult list
                    ? McpSchema.JSONRPCResponse.result(
                            response.id(),
                            new McpSchema.ListResourcesResult(
                                    OutputResource.resources(workbench),
                                    list.nextCursor(),
                                    list.meta()))
                    : response;
        }

        @Override
        public Mono<Void> notifyClients(String method, Object params) {
            return session().sendNotification(method, params);
        }

        @Override
        public <T> T unmarshalFrom(Object data, TypeRef<T> type) {
            return JSON.convertValue(data, type);
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
}
