package dev.nudge.mcp;

import dev.nudge.app.Given;
import dev.nudge.app.Option;
import dev.nudge.app.ToolForm;
import dev.nudge.app.ToolForm.ToolEffect;
import dev.nudge.app.Type;
import dev.nudge.job.nudge.NudgeState.Receipt;
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

/// A tool that agents call, in both eras of the protocol.
///
/// @param form what describes it
/// @param work done with the values that are given; an [IllegalArgumentException] says which of
///   them is wrong, and the model sees the message
public record OfferedTool(ToolForm form, BiFunction<Given, Progress, ToolReply> work) {
    private static final Logger LOG = System.getLogger(OfferedTool.class.getName());
    private static final String INTERNAL =
            "Error: nudge failed while it handled this call. This is a defect of nudge; its daemon.log has the details. Before you repeat the call, look at what it has done: list_jobs.";

    Tool tool() {
        return Tool.builder(name(), schema(form.options()))
                .description(form.description())
                .annotations(annotations(form.effect()))
                .build();
    }

    /// Returns the JSON schema of its arguments. Always in the same order: agents send the schemas
    /// of all tools with every request, and models do not cache what changes in them.
    private static Map<String, Object> schema(List<Option<?>> options) {
        Map<String, Object> properties = new LinkedHashMap<>();
        for (Option<?> option : options) {
            Map<String, Object> property = new LinkedHashMap<>(option.type().schema());
            property.put("description", option.toolHelp());
            properties.put(option.key(), property);
        }
        List<String> required =
                options.stream().filter(Option::isRequired).map(Option::key).toList();
        return Type.object("type", "object", "properties", properties, "required", required);
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
        return form.name();
    }

    SyncToolSpecification specification() {
        return SyncToolSpecification.builder()
                .tool(tool())
                .callHandler((exchange, call) ->
                        result(
                                reply(
                                        Objects.requireNonNullElse(call.arguments(), Map.of()),
                                        progress(exchange, call))))
                .build();
    }

    /// Makes the call. Wrong arguments are a failure that the model sees.
    ToolReply reply(Map<String, Object> arguments, Progress progress) {
        try {
            return work.apply(Given.json(arguments, form.options()), progress);
        } catch (IllegalArgumentException e) {
            String message = String.valueOf(e.getMessage());
            String stop = message.endsWith(".") ? " " : ". ";
            return new ToolReply.Failure("Error: " + message + stop + form.consequence());
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
                    result(text, false, receipts).build();
            case ToolReply.Text(String text, var values, var receipts) ->
                    result(text, false, receipts)
                            .structuredContent(whole(text, values, receipts))
                            .build();
            case ToolReply.Failure(String text, var receipts) ->
                    result(text, true, receipts).build();
            case ToolReply.Begun(TaskView task) -> throw new IllegalArgumentException(task.id());
        };
    }

    /// Adds the text and the receipts to the values: some agents show the model, and their hooks,
    /// only these.
    private static Map<String, Object> whole(
            String text, Map<String, Object> values, List<Receipt> receipts) {
        Map<String, Object> whole = Type.object("message", text);
        whole.putAll(values);
        if (!receipts.isEmpty()) {
            whole.put("receipts", words(receipts));
        }
        return whole;
    }

    /// The receipts are a separate part, so that the text is unchanged.
    private static CallToolResult.Builder result(
            String text, boolean isError, List<Receipt> receipts) {
        CallToolResult.Builder result =
                CallToolResult.builder().addTextContent(text).isError(isError);
        return receipts.isEmpty() ? result : result.addTextContent("[" + words(receipts) + "]");
    }

    private static String words(List<Receipt> receipts) {
        return receipts.stream().map(Receipt::text).collect(Collectors.joining(" "));
    }

    private static Progress progress(McpSyncServerExchange exchange, CallToolRequest call) {
        Object token = call.progressToken();
        AtomicInteger steps = new AtomicInteger();
        return token == null
                ? Progress.NONE
                : new Progress(
                        line ->
                                exchange.progressNotification(
                                        ProgressNotification.builder(token, steps.incrementAndGet())
                                                .message(line)
                                                .build()),
                        false);
    }
}
