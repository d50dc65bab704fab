// Carries MCP from HTTP to the standard streams of `nudge mcp` and back: the conformance suite asks servers by HTTP only. What
// HTTP says of itself (statuses, headers, sessions) is decided here and shows nothing about nudge; the messages are passed on as
// they are. Only the suite's own tools are replaced, by calls of nudge's that do the like (TOOLS), and so is the field of its form.
//   node bridge.mjs NUDGE    prints the address when it listens
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { createInterface } from 'node:readline';

const nudge = process.argv[2];
const run = values => ({ name: 'run_long_command', arguments: values });
const TOOLS = {
    greet: () => ({ name: 'read_output', arguments: { job: 'fails', tail: 1 } }),
    slow_compute: ({ seconds }) => run({ command: `sleep ${seconds}; echo computed` }),
    failing_job: () => run({ command: 'exit 1' }),
    confirm_delete: () => run({ command: 'read -p "Delete it? " answer', interactive: true, questions: 'person' }),
};
const STATUS = { '-32601': 404, '-32602': 400, '-32020': 400, '-32021': 400, '-32022': 400, '-32600': 400, '-32700': 400 };
const NAMED = {
    'tools/call': 'name',
    'prompts/get': 'name',
    'resources/read': 'uri',
    'tasks/get': 'taskId',
    'tasks/update': 'taskId',
    'tasks/cancel': 'taskId',
};
const VERSION = 'io.modelcontextprotocol/protocolVersion';
const sessions = new Map();
const idle = {};

function begin() {
    const child = spawn(nudge, ['mcp'], { stdio: ['pipe', 'pipe', 'inherit'] });
    const readers = new Set();
    createInterface({ input: child.stdout }).on('line', line => readers.forEach(read => read(JSON.parse(line))));
    child.stdin.on('error', () => {});
    return {
        readers,
        send: message => child.stdin.write(JSON.stringify(message) + '\n'),
        end: () => child.stdin.end(),
    };
}

function translated(message) {
    const { method, params } = message;
    const tool = method === 'tools/call' && TOOLS[params?.name];
    if (tool) {
        return { ...message, params: { ...params, ...tool(params.arguments ?? {}) } };
    }
    if (method !== 'tasks/update') {
        return message;
    }
    const answers = Object.entries(params.inputResponses ?? {}).map(([key, answer]) => [
        key,
        answer.content ? { ...answer, content: { answer: String(answer.content.confirm) } } : answer,
    ]);
    return { ...message, params: { ...params, inputResponses: Object.fromEntries(answers) } };
}

function json(response, status, message, headers = {}) {
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
    response.end(JSON.stringify(message));
}

/** Answers with the answer of a server alone, or with a stream of what it says before. */
function relay(server, message, response, status, headers, done) {
    const events = text => {
        if (!response.headersSent) {
            response.writeHead(200, { 'Content-Type': 'text/event-stream', ...headers });
        }
        response.write(`event: message\ndata: ${JSON.stringify(text)}\n\n`);
    };
    const read = said => {
        if (said.id !== message.id || said.method) {
            events(said);
            return;
        }
        server.readers.delete(read);
        if (response.headersSent) {
            events(said);
            response.end();
        } else {
            json(response, status(said), said, headers);
        }
        done(true);
    };
    server.readers.add(read);
    response.on('close', () => {
        if (server.readers.delete(read)) {
            server.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: message.id } });
            done(false);
        }
    });
    server.send(translated(message));
}

/** Each request of MCP 2026-07-28 stands alone, so those of one kind share processes, and none depends on what a process knows of others. */
function alone(request, message, response) {
    const version = message.params?._meta?.[VERSION];
    const isOther = (name, value) => value !== undefined && request.headers[name] !== value;
    const named = message.params?.[NAMED[message.method]];
    if (isOther('mcp-protocol-version', version) || isOther('mcp-method', message.method) || isOther('mcp-name', named)) {
        json(response, 400, { jsonrpc: '2.0', id: message.id, error: { code: -32020, message: 'header mismatch' } });
        return;
    }
    const alike = (idle[message.method] ??= []);
    const server = alike.pop() ?? begin();
    relay(server, message, response, said => STATUS[said.error?.code] ?? 200, {}, hasAnswered => (hasAnswered ? alike.push(server) : server.end()));
}

function inSession(request, message, response) {
    if (message.method === 'initialize') {
        const id = randomUUID();
        sessions.set(id, begin());
        relay(sessions.get(id), message, response, () => 200, { 'Mcp-Session-Id': id }, () => {});
        return;
    }
    const server = sessions.get(request.headers['mcp-session-id']);
    if (server === undefined) {
        json(response, request.headers['mcp-session-id'] ? 404 : 400, { jsonrpc: '2.0', id: null, error: { code: -32600, message: 'no session' } });
    } else if (message.id === undefined || message.method === undefined) {
        server.send(message);
        response.writeHead(202).end();
    } else {
        relay(server, message, response, () => 200, {}, () => {});
    }
}

const http = createServer((request, response) => {
    if (request.method !== 'POST') {
        const id = request.headers['mcp-session-id'];
        const isEnd = request.method === 'DELETE' && sessions.has(id);
        if (isEnd) {
            sessions.get(id).end();
            sessions.delete(id);
        }
        response.writeHead(isEnd ? 200 : 405).end();
        return;
    }
    let body = '';
    request.setEncoding('utf8').on('data', part => (body += part)).on('end', () => {
        const message = JSON.parse(body);
        const isAlone = message.params?._meta?.[VERSION] !== undefined || request.headers['mcp-protocol-version'] === '2026-07-28';
        (isAlone ? alone : inSession)(request, message, response);
    });
});
http.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${http.address().port}/mcp`));
process.stdin.on('close', () => process.exit()).resume();
