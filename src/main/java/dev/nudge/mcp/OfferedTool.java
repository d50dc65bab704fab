package dev.nudge.mcp;

import dev.nudge.app.Given;
import dev.nudge.app.ToolEffect;
import dev.nudge.app.ToolForm;
import dev.nudge.job.Receipt;
import io.modelcontextprotocol.server.McpServerFeatures.SyncToolSpecification;
import io.modelcontextprotocol.server.McpSyncServerExchange;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.ProgressNotification;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import io.modelcontextprotocol.spec.McpSchema.ToolAnnotations;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// A tool that agents call, in both eras of the protocol: what describes it, and its work.
///
/// @param consequence what wrong arguments have led to, a sentence
public record OfferedTool(Tool tool, String consequence, Call call) {
    private static final Logger LOG = System.getLogger(OfferedTool.class.getName());
    private static final String INTERNAL =
            "Error: nudge failed while it handled this call. This is a defect of nudge; its daemon.log has the details. Before you repeat the call, look at what it has done: list_jobs.";

    /// The work of a tool.
    public interface Call {
        /// @throws IllegalArgumentException if the arguments are wrong; the model sees the message
        ToolReply make(Map<String, Object> arguments, Progress progress);
    }

    /// Describes a tool.
    ///
    /// @param consequence what wrong arguments have led to, a sentence
    static OfferedTool of(
            String name,
            ToolEffect effect,
            String description,
            Map<String, Object> schema,
            String consequence,
            Call call) {
        return new OfferedTool(
                Tool.builder(name, schema)
                        .description(description)
                        .annotations(annotations(effect))
                        .build(),
                consequence,
                call);
    }

    /// Describes the tool of a verb.
    ///
    /// @param work done with the values that are given; throws as [Call#make]
    public static OfferedTool of(ToolForm form, BiFunction<Given, Progress, ToolReply> work) {
        return of(
                form.name(),
                form.effect(),
                form.description(),
                ToolSchema.of(form.options()),
                form.consequence(),
                (arguments, progress) ->
                        work.apply(Given.json(arguments, form.options()), progress));
    }

    private static ToolAnnotations annotations(ToolEffect effect) {
        return ToolAnnotations.builder()
                .readOnlyHint(effect.isReadOnly())
                .destructiveHint(effect.isDestructive())
                .idempotentHint(effect.isIdempotent())
                .openWorldHint(effect.isOpenWorld())
                .build();
    }

    String name() {
        return tool.name();
    }

    /// Returns it for the SDK, which serves the era of sessions.
    SyncToolSpecification specification() {
        return SyncToolSpecification.builder()
                .tool(tool)
                .callHandler((exchange, request) ->
                        result(
                                reply(
                                        Objects.requireNonNullElse(request.arguments(), Map.of()),
                                        new CallProgress(exchange, request))))
                .build();
    }

    /// Makes the call. Wrong arguments are a failure that the model sees.
    ToolReply reply(Map<String, Object> arguments, Progress progress) {
        try {
            return call.make(arguments, progress);
        } catch (IllegalArgumentException e) {
            String message = String.valueOf(e.getMessage());
            String stop = message.endsWith(".") ? " " : ". ";
            return new ToolReply.Failure("Error: " + message + stop + consequence);
        } catch (RuntimeException e) {
            LOG.log(Level.ERROR, "a tool call failed", e);
            return new ToolReply.Failure(INTERNAL);
        }
    }

    /// Puts a reply into protocol form.
    ///
    /// @throws IllegalArgumentException if it is a task, which has a form of its own
    static CallToolResult result(ToolReply reply) {
        return switch (reply) {
            case ToolReply.Text(String text, var values, var receipts) when values.isEmpty() ->
                    withReceipts(result(text), receipts).build();
            case ToolReply.Text(String text, var values, var receipts) ->
                    withReceipts(
                                    result(text).structuredContent(whole(text, values, receipts)),
                                    receipts)
                            .build();
            case ToolReply.Failure(String text, var receipts) ->
                    withReceipts(result(text).isError(true), receipts).build();
            case ToolReply.Begun(TaskView task) -> throw new IllegalArgumentException(task.id());
        };
    }

    /// Adds the text and the receipts to the values: some agents show the model, and their hooks,
    /// only these.
    private static Map<String, Object> whole(
            String text, Map<String, Object> values, List<Receipt> receipts) {
        Map<String, Object> whole = new LinkedHashMap<>();
        whole.put("message", text);
        whole.putAll(values);
        if (!receipts.isEmpty()) {
            whole.put("receipts", words(receipts));
        }
        return whole;
    }

    /// Adds the receipts as a separate part, so that the text is unchanged.
    private static CallToolResult.Builder withReceipts(
            CallToolResult.Builder result, List<Receipt> receipts) {
        return receipts.isEmpty() ? result : result.addTextContent("[" + words(receipts) + "]");
    }

    private static String words(List<Receipt> receipts) {
        return receipts.stream().map(Receipt::text).collect(Collectors.joining(" "));
    }

    private static CallToolResult.Builder result(String text) {
        return CallToolResult.builder().addTextContent(text).isError(false);
    }

    /// Reports the progress of a call, if the client has requested it.
    private static final class CallProgress implements Progress {
        private final McpSyncServerExchange exchange;
        private final @Nullable Object token;
        private final AtomicInteger steps = new AtomicInteger();

        CallProgress(McpSyncServerExchange exchange, CallToolRequest call) {
            this.exchange = exchange;
            this.token = call.progressToken();
        }

        @Override
        public void report(String line) {
            if (token != null) {
                exchange.progressNotification(
                        ProgressNotification.builder(token, steps.incrementAndGet())
                                .message(line)
                                .build());
            }
        }

        @Override
        public boolean isCancelled() {
            return OngoingCalls.isCancelled();
        }
    }
}
