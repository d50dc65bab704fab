#!/bin/sh
# A tiny MCP server on stdin and stdout with one tool, `greet`.
while IFS= read -r line; do
    id=$(printf '%s' "$line" | sed -n 's/.*"id":\([0-9]*\).*/\1/p')
    case $line in
    *'"initialize"'*) result='{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":"greeter","version":"1.0.0"}}' ;;
    *'"tools/list"'*) result='{"tools":[{"name":"greet","description":"Says hello.","inputSchema":{"type":"object","properties":{}}}]}' ;;
    *'"tools/call"'*) result='{"content":[{"type":"text","text":"hello from the greeter"}]}' ;;
    *) result='{}' ;;
    esac
    [ -z "$id" ] || printf '{"jsonrpc":"2.0","id":%s,"result":%s}\n' "$id" "$result"
done
