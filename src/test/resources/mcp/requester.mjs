// Has clients from npm talk to `nudge mcp` and prints, as JSON, what they have got.
//   node requester.mjs modern|sessions NUDGE
// modern: MCP 2026-07-28, with the tasks of ext-tasks; sessions: the SDK that most clients of that era have.
import { existsSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const [era, nudge] = process.argv.slice(2);
const require = createRequire(join(process.env.REQUESTERS, 'x'));
const load = name => import(require.resolve(name));
const INFO = { name: 'requester', version: '1' };
const FORMS = { elicitation: { form: {} } };
const server = { command: nudge, args: ['mcp'], env: process.env };
const TASK = { task: { preference: 'prefer' } };
const report = {};
let declared = [];
const text = result => result.content[0].text;
const silent = values => ({ name: 'run_long_command', arguments: { notify: 'silent', ...values } });
const path = gate => join(process.cwd(), `${era}-${gate}`);
const until = (gate, then) => `while [ ! -e '${path(gate)}' ]; do sleep 0.1; done; ${then}`;
const open = gate => writeFileSync(path(gate), '');

async function failure(promise) {
    try {
        await promise;
        return null;
    } catch (e) {
        return { code: e.code ?? null, message: e.message };
    }
}

/** What both clients do in the same way. */
async function basics(client, call) {
    declared = (await client.listTools()).tools;
    report.tools = declared.map(tool => tool.name);
    const progress = [];
    const answer = await call(silent({ command: `echo begun; ${until('begun', 'echo done')}`, wait_seconds: 300 }), {
        onprogress: step => {
            progress.push(step.message);
            if (step.message.includes('begun')) {
                open('begun');
            }
        },
        timeout: 120_000,
    });
    report.answer = text(answer);
    report.progress = progress;
    const cancel = new AbortController();
    const waiting = failure(call(silent({ command: 'exec sleep 300', wait_seconds: 30 }), { signal: cancel.signal }));
    setTimeout(() => cancel.abort(), 300);
    report.cancelled = (await waiting) !== null;
    report.wrongTool = await failure(call({ name: 'no_tool', arguments: {} }));
    report.wrongArgument = await call(silent({ command: '' }));
    report.resources = (await client.listResources()).resources.map(resource => resource.uri);
    report.templates = (await client.listResourceTemplates()).resourceTemplates.map(template => template.uriTemplate);
    const [, job] = /Job (\d+)/.exec(report.answer);
    report.read = (await client.readResource({ uri: `nudge://jobs/${job}/output` })).contents[0].text;
    report.noResource = await failure(client.readResource({ uri: 'nudge://jobs/99/output' }));
}

/** What ext-tasks can ask for. */
async function tasks(session) {
    const started = await session.callTool('run_long_command', { command: until('task', 'echo done; exit 3') }, TASK);
    report.kind = started.kind;
    report.working = await session.task(started.handle.taskId).snapshot();
    open('task');
    const { outcome } = await started.settle();
    report.result = outcome.result;
    report.plain = text((await (await session.callTool('run_long_command', { command: ':', notify: 'silent' }, TASK)).settle()).outcome.result);
    const stopped = await session.callTool('run_long_command', { command: 'exec sleep 300' }, TASK);
    await stopped.cancel();
    report.stopped = await (async () => {
        const task = session.task(stopped.handle.taskId);
        for (;;) {
            const { status } = await task.snapshot();
            if (status !== 'working') {
                return status;
            }
            await new Promise(resolve => setTimeout(resolve, 100));
        }
    })();
    report.unknown = await failure(session.task('job-1-' + '0'.repeat(32)).snapshot());
    const asking = await session.callTool('run_long_command', {
        command: 'read -p "Your name? " name; echo "hello $name"',
        interactive: true,
        questions: 'person',
    }, TASK);
    report.answered = text((await asking.settle()).outcome.result);
}

/** Sends what the client's own wire does not know yet, beside it on the same connection. */
function rawly(transport) {
    const pending = new Map();
    const notified = [];
    const inner = transport.onmessage;
    let ids = 0;
    transport.onmessage = (message, extra) => {
        if (message.method === 'notifications/tasks' || message.params?._meta?.['io.modelcontextprotocol/subscriptionId'] === 'raw-listen') {
            notified.push(message);
        } else if (pending.has(message.id)) {
            pending.get(message.id)(message.error ? { kind: 'error', error: message.error } : { kind: 'result', result: message.result });
            pending.delete(message.id);
        } else {
            inner(message, extra);
        }
    };
    const dispatch = async request => {
        const id = request.method === 'subscriptions/listen' ? 'raw-listen' : `raw-${++ids}`;
        const answer = new Promise(resolve => pending.set(id, resolve));
        await transport.send({ jsonrpc: '2.0', id, ...request });
        return answer;
    };
    return { dispatch, notified };
}

async function modern() {
    const { Client } = await load('@modelcontextprotocol/client');
    const { StdioClientTransport } = await load('@modelcontextprotocol/client/stdio');
    const { createTaskSessionFromClient, toolDeclarationFromMcpTool } = await import(join(process.env.REQUESTERS, '@modelcontextprotocol/ext-tasks/dist/client/index.js'));
    const capabilities = { ...FORMS, extensions: { 'io.modelcontextprotocol/tasks': {} } };
    const client = new Client(INFO, {
        capabilities,
        versionNegotiation: { mode: { pin: '2026-07-28' } },
    });
    const transport = new StdioClientTransport(server);
    await client.connect(transport);
    report.version = client.getNegotiatedProtocolVersion?.() ?? null;
    report.server = client.getServerVersion();
    report.capabilities = client.getServerCapabilities();
    await basics(client, (params, options) => client.callTool(params, options));
    const framing = { protocolVersion: '2026-07-28', clientInfo: INFO, clientCapabilities: capabilities };
    const { dispatch, notified } = rawly(transport);
    const session = createTaskSessionFromClient(client, {
        endpointId: 'nudge',
        tools: { currentTool: name => toolDeclarationFromMcpTool(declared.find(tool => tool.name === name)) },
        rawDispatch: dispatch,
        v2RequestFraming: framing,
        onInputRequest: async request => {
            report.form = request.params;
            return { action: 'accept', content: { answer: 'Ada' } };
        },
    });
    await tasks(session);
    const subscription = await client.listen({ toolsListChanged: true });
    report.listened = true;
    await subscription.close();
    const followed = await session.callTool('run_long_command', { command: until('followed', 'echo done') }, TASK);
    const meta = Object.fromEntries(Object.entries(framing).map(([name, value]) => ['io.modelcontextprotocol/' + name, value]));
    void dispatch({ method: 'subscriptions/listen', params: { notifications: { taskIds: [followed.handle.taskId] }, _meta: meta } });
    const seen = async status => {
        while (!notified.some(({ params }) => params.status === status)) {
            await new Promise(resolve => setTimeout(resolve, 50));
        }
    };
    await seen('working');
    open('followed');
    await seen('completed');
    report.notified = notified.map(({ method, params }) => params.status ?? method);
    await followed.detach();
    await session.close();
    await client.close();
}

async function sessions() {
    const { Client } = await load('@modelcontextprotocol/sdk/client/index.js');
    const { StdioClientTransport } = await load('@modelcontextprotocol/sdk/client/stdio.js');
    const { CallToolResultSchema } = await load('@modelcontextprotocol/sdk/types.js');
    const client = new Client(INFO, { capabilities: FORMS });
    await client.connect(new StdioClientTransport(server));
    report.server = client.getServerVersion();
    await basics(client, (params, options) => client.callTool(params, CallToolResultSchema, options));
    report.ping = await client.ping();
    await client.close();
}

await (era === 'modern' ? modern() : sessions());
console.log(JSON.stringify(report));
process.exit();
