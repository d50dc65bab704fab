package dev.nudge.mcp;

import io.modelcontextprotocol.server.McpServerFeatures.SyncResourceSpecification;
import io.modelcontextprotocol.server.McpServerFeatures.SyncResourceTemplateSpecification;
import io.modelcontextprotocol.spec.McpSchema.ReadResourceRequest;
import io.modelcontextprotocol.spec.McpSchema.ReadResourceResult;
import io.modelcontextprotocol.spec.McpSchema.Resource;
import io.modelcontextprotocol.spec.McpSchema.ResourceTemplate;
import io.modelcontextprotocol.spec.McpSchema.TextResourceContents;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The outputs of jobs as resources, `nudge://jobs/17/output`: the end of each, as `read_output`
/// gives it. Listed are those jobs that there are when the session begins; all can be read.
final class OutputResource {
    private static final String TEMPLATE = "nudge://jobs/{job}/output";
    private static final Pattern ADDRESS = Pattern.compile("nudge://jobs/([1-9]\\d{0,9})/output");
    private static final String TYPE = "text/plain";

    private OutputResource() {}

    static List<SyncResourceSpecification> list(Workbench workbench) {
        return workbench.jobs().stream().map(job -> resource(job, workbench)).toList();
    }

    private static SyncResourceSpecification resource(long job, Workbench workbench) {
        Resource resource =
                Resource.builder("nudge://jobs/" + job + "/output", "job-" + job)
                        .description("The end of the output of job " + job)
                        .mimeType(TYPE)
                        .build();
        return new SyncResourceSpecification(resource, (_, request) -> read(request, workbench));
    }

    static SyncResourceTemplateSpecification template(Workbench workbench) {
        ResourceTemplate template =
                ResourceTemplate.builder(TEMPLATE, "job-output")
                        .description("The end of the output of a job")
                        .mimeType(TYPE)
                        .build();
        return new SyncResourceTemplateSpecification(
                template, (_, request) -> read(request, workbench));
    }

    private static ReadResourceResult read(ReadResourceRequest request, Workbench workbench) {
        Matcher address = ADDRESS.matcher(request.uri());
        if (!address.matches()) {
            throw new IllegalArgumentException(
                    "\"%s\" is no address of an output; expected %s"
                            .formatted(request.uri(), TEMPLATE));
        }
        Map<String, Object> arguments = Map.of("job", address.group(1), "tail", 1000);
        String text =
                switch (workbench.read(ReadRequest.of(arguments))) {
                    case ToolReply.Text(String output, _) -> output;
                    case ToolReply.Failure(String why) -> why;
                };
        return ReadResourceResult.builder(
                        List.of(
                                TextResourceContents.builder(request.uri(), text)
                                        .mimeType(TYPE)
                                        .build()))
                .build();
    }
}
