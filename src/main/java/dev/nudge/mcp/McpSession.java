package dev.nudge.mcp;

import dev.nudge.protocol.LineReader;
import dev.nudge.protocol.LineReader.Read;
import dev.nudge.protocol.LineWriter;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.json.jackson3.JacksonMcpJsonMapper;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpServerFeatures.SyncToolSpecification;
import io.modelcontextprotocol.server.McpSyncServer;
import io.modelcontextprotocol.spec.McpSchema;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import tools.jackson.databind.json.JsonMapper;

/// Serves MCP to one agent on one connection, through the official SDK.
public final class McpSession {
    private static final Logger LOG = System.getLogger(McpSession.class.getName());
    private static final McpJsonMapper JSON = new JacksonMcpJsonMapper(JsonMapper.shared());
    private static final int INVALID_REQUEST = -32600;

    private final LineReader in;
    private final LineWriter out;
    private final SocketTransport transport;
    private final List<String> tools;
    private final McpSyncServer server;

    /// Makes the server for one connection.
    ///
    /// @param version of nudge, for `serverInfo`
    public McpSession(LineReader in, LineWriter out, String version, Workbench workbench) {
        this.in = in;
        this.out = out;
        this.transport = new SocketTransport(JSON, out);
        List<SyncToolSpecification> specifications = specifications(workbench);
        this.tools = specifications.stream().map(s -> s.tool().name()).toList();
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
                        .immediateExecution(true)
                        .tools(specifications)
                        .resources(OutputResource.list(workbench))
                        .resourceTemplates(OutputResource.template(workbench))
                        .build();
    }

    private static List<SyncToolSpecification> specifications(Workbench workbench) {
        return List.of(
                RunLongCommandTool.specification(workbench),
                ListJobsTool.specification(workbench),
                ReadOutputTool.specification(workbench),
                WaitForJobTool.specification(workbench),
                SendInputTool.specification(workbench),
                KillJobTool.specification(workbench),
                WatchOutputTool.specification(workbench),
                SetTimerTool.specification(workbench));
    }

    /// Answers until the client goes away. Bad lines are answered with an error, and the session
    /// continues.
    public void serve() throws IOException {
        try {
            while (true) {
                switch (in.next()) {
                    case Read.Line(String line) -> take(line);
                    case Read.TooLong(int max) ->
                            out.write(
                                    RpcLine.bad(
                                                    null,
                                                    INVALID_REQUEST,
                                                    "This line is over "
                                                            + max
                                                            + " bytes and was skipped.")
                                            .answer());
                    case Read.End _ -> {
                        return;
                    }
                }
            }
        } finally {
            server.close();
        }
    }

    private void take(String line) throws IOException {
        if (line.isBlank()) {
            return;
        }
        switch (RpcLine.check(line, tools)) {
            case RpcLine.Bad(String answer) -> out.write(answer);
            // A request may wait long, and others must not wait for it.
            case RpcLine.Message(boolean isRequest) when isRequest ->
                    Thread.ofVirtual().name("mcp-call").start(() -> handleQuietly(line));
            case RpcLine.Message _ -> handleQuietly(line);
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
