package dev.nudge.mcp;

import dev.nudge.app.Given;
import dev.nudge.app.ReadOutput;
import io.modelcontextprotocol.server.McpServerFeatures.SyncResourceTemplateSpecification;
import io.modelcontextprotocol.spec.McpError;
import io.modelcontextprotocol.spec.McpSchema.ErrorCodes;
import io.modelcontextprotocol.spec.McpSchema.ReadResourceResult;
import io.modelcontextprotocol.spec.McpSchema.Resource;
import io.modelcontextprotocol.spec.McpSchema.ResourceTemplate;
import io.modelcontextprotocol.spec.McpSchema.TextResourceContents;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The outputs of jobs as resources, `nudge://jobs/17/output`: the end of each, as `read_output`
/// returns it.
final class OutputResource {
    private static final String TEMPLATE = "nudge://jobs/{job}/output";
    private static final Pattern ADDRESS = Pattern.compile("nudge://jobs/([1-9]\\d{0,9})/output");
    private static final String TYPE = "text/plain";

    private OutputResource() {}

    /// Returns the outputs of the jobs that exist now, by their numbers.
    static List<Resource> resources(Workbench workbench) {
        return workbench.jobs().stream().sorted().map(OutputResource::resource).toList();
    }

    private static Resource resource(long job) {
        return Resource.builder("nudge://jobs/" + job + "/output", "job-" + job)
                .description("The end of the output of job " + job)
                .mimeType(TYPE)
                .build();
    }

    static SyncResourceTemplateSpecification template(Workbench workbench) {
        return new SyncResourceTemplateSpecification(
                template(), (_, request) -> read(request.uri(), workbench));
    }

    static ResourceTemplate template() {
        return ResourceTemplate.builder(TEMPLATE, "job-output")
                .description("The end of the output of a job")
                .mimeType(TYPE)
                .build();
    }

    /// @throws McpError if there is none at this address
    static ReadResourceResult read(String uri, Workbench workbench) {
        Matcher address = ADDRESS.matcher(uri);
        if (!address.matches()) {
            throw notFound(
                    uri,
                    "\"%s\" is not the address of an output; expected %s".formatted(uri, TEMPLATE));
        }
        try {
            return text(uri, output(address.group(1), workbench));
        } catch (IllegalArgumentException e) {
            throw notFound(uri, String.valueOf(e.getMessage()));
        }
    }

    private static McpError notFound(String uri, String why) {
        return McpError.builder(ErrorCodes.RESOURCE_NOT_FOUND)
                .message(why)
                .data(Map.of("uri", uri))
                .build();
    }

    private static String output(String job, Workbench workbench) {
        Given given = Given.json(Map.of("job", job, "tail", 1000), ReadOutput.TOOL.options());
        return switch (workbench.read(given, Progress.NONE)) {
            case ToolReply.Text(String output, _, _) -> output;
            case ToolReply.Failure(String why, _) -> why;
            case ToolReply.Begun(TaskView task) -> task.message();
        };
    }

    private static ReadResourceResult text(String uri, String text) {
        return ReadResourceResult.builder(
                        List.of(TextResourceContents.builder(uri, text).mimeType(TYPE).build()))
                .build();
    }
}
