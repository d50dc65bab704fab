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
                template(),
                (_, request) -> read(request.uri(), workbench, ErrorCodes.RESOURCE_NOT_FOUND));
    }

    static ResourceTemplate template() {
        return ResourceTemplate.builder(TEMPLATE, "job-output")
                .description("The end of the output of a job")
                .mimeType(TYPE)
                .build();
    }

    /// @param notFound the error code for an address without an output; versions of MCP differ
    /// @throws McpError with this code
    static ReadResourceResult read(String uri, Workbench workbench, int notFound) {
        try {
            Matcher address = ADDRESS.matcher(uri);
            if (!address.matches()) {
                throw new IllegalArgumentException(
                        "\"%s\" is not the address of an output; expected %s"
                                .formatted(uri, TEMPLATE));
            }
            Map<String, Object> part = Map.of("job", address.group(1), "tail", 1000);
            Given given = Given.json(part, ReadOutput.TOOL.options());
            String output = workbench.read(given, Progress.NONE).text();
            return ReadResourceResult.builder(
                            List.of(
                                    TextResourceContents.builder(uri, output)
                                            .mimeType(TYPE)
                                            .build()))
                    .build();
        } catch (IllegalArgumentException e) {
            throw McpError.builder(notFound)
                    .message(String.valueOf(e.getMessage()))
                    .data(Map.of("uri", uri))
                    .build();
        }
    }
}
