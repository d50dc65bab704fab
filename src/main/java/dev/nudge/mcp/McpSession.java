package dev.nudge.mcp;

import dev.nudge.protocol.LineReader;
import dev.nudge.protocol.LineReader.Read;
import dev.nudge.protocol.LineWriter;
import dev.nudge.protocol.ShownBytes;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.json.jackson3.JacksonMcpJsonMapper;
import io.modelcontextprotocol.json.schema.JsonSchemaValidator.ValidationResponse;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpSyncServer;
import io.modelcontextprotocol.spec.McpSchema;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;

/// Serves MCP to one agent on one connection: the era of sessions, which `initialize` begins,
/// through the official SDK, and that of requests that stand alone, from 2026-07-28 on, through
/// `ModernServer`. Each request shows which one it is of.
public final class McpSession {
    private static final Logger LOG = System.getLogger(McpSession.class.getName());
    private static final McpJsonMapper JSON = new JacksonMcpJsonMapper(ShownBytes.mapper().build());
    private static final int INTERNAL_ERROR = -32603;
    private static final String NO_MEMORY =
            "This call needed more memory than the nudge daemon has, and was given up. Ask for less.";

    private static final String TOO_MANY =
            "%d calls of this client are still waiting for their answers, which is as many as nudge takes at once. This one was not begun: make it again when one of them has been answered, or cancel some of them."
                    .formatted(OngoingCalls.MOST);

    private final LineReader in;
    private final LineWriter out;
    private final SocketTransport transport;
    private final List<String> tools;
    private final McpSyncServer server;
    private final ModernServer modern;
    private final Workbench workbench;
    private final OngoingCalls calls = new OngoingCalls();

    /// Creates the server for one connection.
    ///
    /// @param version of nudge, for `serverInfo`
    public McpSession(LineReader in, LineWriter out, String version, Workbench workbench) {
        this.workbench = workbench;
        this.in = in;
        this.out = out;
        this.transport = new SocketTransport(JSON, out, () -> OutputResource.resources(workbench));
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
            boolean isOpen = true;
            while (isOpen) {
                isOpen = serveOne();
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
                case Read.TooLong(int max, String outline) ->
                        out.write(RpcLine.tooLong(outline, max).answer());
                case Read.End _ -> {
                    return false;
                }
            }
        } catch (OutOfMemoryError e) {
            out.write(RpcLine.bad(null, RpcLine.INVALID_REQUEST, NO_MEMORY).answer());
        }
        return true;
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
        if (calls.isFull() && ModernServer.isAboutATask(request)) {
            // An error would be the end of the task for its client: the next request waits instead.
            CallingThread.during(request.thread(), () -> answer(request, line));
            return;
        }
        if (calls.isFull()) {
            out.write(request.failed(INTERNAL_ERROR, TOO_MANY).answer());
            return;
        }
        OngoingCalls.Call call = calls.begin(request.id());
        Thread.ofVirtual()
                .name("mcp-call")
                .start(() ->
                        calls.carryOut(
                                call,
                                () ->
                                        CallingThread.during(
                                                request.thread(), () -> answer(request, line))));
    }

    private void answer(RpcLine.Request request, String line) {
        try {
            if (ModernServer.isFor(request)) {
                modern.answer(request);
            } else {
                var _ = workbench.introduced(false, false);
                handle(line);
            }
        } catch (OutOfMemoryError | StackOverflowError e) {
            LOG.log(Level.WARNING, "a call needed more memory than there is", e);
            giveUp(request);
        } catch (IOException | RuntimeException e) {
            LOG.log(Level.DEBUG, "a call could not be answered", e);
        }
    }

    private void giveUp(RpcLine.Request request) {
        try {
            out.write(request.failed(INTERNAL_ERROR, NO_MEMORY).answer());
        } catch (IOException e) {
            LOG.log(Level.DEBUG, "a call could not be answered", e);
        }
    }

    private void handleQuietly(String line) {
        try {
            handle(line);
        } catch (RuntimeException e) {
            LOG.log(Level.DEBUG, "a message could not be handled", e);
        }
    }

    private void handle(String line) {
        try {
            transport.session().handle(McpSchema.deserializeJsonRpcMessage(JSON, line)).block();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
