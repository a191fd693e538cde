"""Calls the tools by the official client, over HTTP and over standard input and output, with both ways to negotiate the version, and
then by a hostile client over HTTP.

    client.py PROGRAM URL

The service has room for one hard question.
"""

import asyncio
import http.client
import json
import os
import sys
import urllib.parse

from mcp import Client, MCPError
from mcp.client.stdio import StdioServerParameters

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
TOOLS = {
    "solve", "count", "check", "hint", "path", "rate", "generate", "candidates", "conflicts", "convert", "exact_cover",
}  # fmt: skip
ENDLESS = {"puzzle": "." * 81, "limit": 9_007_199_254_740_991}
# Longer than any wait for another process, and shorter than the time limits of the service.
TIMEOUT_S = 120


def problem(result):
    """The problem of a tool's error."""
    assert result.is_error, result
    return json.loads(result.content[0].text)


async def hard_question_is_refused(client):
    """Whether the room for hard questions is taken."""
    result = await client.call_tool("count", {**ENDLESS, "limits": {"time_ms": 50}})
    return result.is_error


async def wait_until(condition):
    """Repeats a question until its answer is true."""
    async with asyncio.timeout(TIMEOUT_S):
        while not await condition():
            pass


async def use_tools(name, server, mode):
    """Lists and calls tools, reads a resource, is refused, and cancels a call."""
    async with Client(server, mode=mode) as client:
        tools = (await client.list_tools()).tools
        assert {tool.name for tool in tools} == TOOLS, tools
        solved = await client.call_tool("solve", {"puzzle": PUZZLE})
        assert solved.structured_content["verdict"] == "unique", solved
        assert solved.content[0].text == solved.structured_content["solution"], solved
        hint = await client.call_tool("hint", {"puzzle": PUZZLE, "reveal": "house"})
        assert "placements" not in hint.structured_content["step"], hint
        # The client checks each answer against the schema of the tool.
        for tool, arguments in [
            ("count", {"puzzle": "." * 16, "limit": 1000}),
            ("check", {"puzzle": PUZZLE, "entries": PUZZLE}),
            ("hint", {"puzzle": PUZZLE}),
            ("path", {"puzzle": PUZZLE}),
            ("rate", {"puzzle": PUZZLE}),
            ("rate", {"puzzle": "." * 81}),
            ("generate", {"seed": 1, "include": ["solution", "rating"]}),
            ("candidates", {"puzzle": PUZZLE}),
            ("conflicts", {"puzzle": "11.............."}),
            ("convert", {"puzzle": PUZZLE, "to": "csv"}),
            ("solve", {"puzzle": "11.............."}),
            ("exact_cover", {"primary": ["a", "b"], "options": [["a"], ["b"], ["a", "b"]]}),
        ]:
            answer = await client.call_tool(tool, arguments)
            assert not answer.is_error, (tool, answer)
        refused = problem(await client.call_tool("solve", {"puzzle": "1" * 1400}))
        assert (refused["status"], refused["errors"][0]["pointer"]) == (422, "/puzzle"), refused
        refused = problem(await client.call_tool("hint", {"puzzle": PUZZLE, "reveal": "some"}))
        assert refused["errors"][0]["pointer"] == "/reveal", refused
        try:
            refused = problem(await client.call_tool("solve", {"puzzle": "." * 1_000_000}))
            assert refused["status"] == 413, refused
        except MCPError:
            # Over HTTP, the service refuses the whole message.
            assert isinstance(server, str)
        resources = (await client.list_resources()).resources
        assert len(resources) == 3, resources
        read = await client.read_resource("quadrille://constraints")
        assert json.loads(read.contents[0].text)["constraints"], read

        endless = asyncio.create_task(client.call_tool("count", ENDLESS))

        async def is_taken():
            nonlocal endless
            if endless.done():
                # The question about the room had taken it.
                endless = asyncio.create_task(client.call_tool("count", ENDLESS))
            return await hard_question_is_refused(client)

        await wait_until(is_taken)
        endless.cancel()

        async def has_room():
            return not await hard_question_is_refused(client)

        await wait_until(has_room)
        print(f"{name}: protocol {client.protocol_version}, {len(tools)} tools")


class Hostile:
    """Client that sends anything."""

    def __init__(self, url):
        self.address = urllib.parse.urlsplit(url).netloc

    def send(self, body, **headers):
        """Status and body of the response to a message."""
        connection = http.client.HTTPConnection(self.address, timeout=TIMEOUT_S)
        given = {"content-type": "application/json", "accept": "application/json, text/event-stream"}
        given.update({name.replace("_", "-"): value for name, value in headers.items()})
        body = body if isinstance(body, (bytes, str)) else json.dumps(body)
        try:
            connection.request("POST", "/mcp", body, given)
            response = connection.getresponse()
            return response.status, response.read().decode()
        except (BrokenPipeError, ConnectionResetError):
            # The service has refused the body before its end.
            return 413, ""
        finally:
            connection.close()

    def run(self):
        ping = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
        solve = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "solve"}}
        deep = "[" * 50_000 + "]" * 50_000
        deep_arguments = json.dumps(solve)[:-2] + f', "arguments": {{"puzzle": {deep}}}}}}}'
        for name, status, (answered, body) in [
            ("huge body", 413, self.send(b" " * 10_000_000)),
            ("content type", 415, self.send(json.dumps(ping), content_type="text/plain")),
            ("batch", 400, self.send([ping, ping])),
            ("deep JSON", None, self.send(deep)),
            ("deep arguments", 200, self.send(deep_arguments)),
            ("no JSON", 400, self.send("\0")),
            ("no message", 400, self.send("{}")),
            ("unknown method", 200, self.send({**ping, "method": "no/such"})),
            ("unknown version", 400, self.send(ping, mcp_protocol_version="1999-01-01")),
            ("session", 200, self.send(ping, mcp_session_id="../../etc/passwd")),
            ("cancellation of nothing", 202, self.send(
                {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}})),
            ("host", 421, self.send(ping, host="evil.example")),
            ("origin", 403, self.send(ping, origin="https://evil.example")),
        ]:  # fmt: skip
            expected = range(400, 500) if status is None else [status]
            assert answered in expected, (name, answered, body)
        assert "nested more than 127 levels deep" in self.send(deep_arguments)[1]
        assert '"code":-32601' in self.send({**ping, "method": "no/such"})[1]
        assert self.send(ping)[0] == 200
        print("hostile client: refused")


async def main():
    program, url = sys.argv[1:]
    settings = {name: value for name, value in os.environ.items() if name.startswith("QUADRILLE__")}
    settings |= {"QUADRILLE__SOLVER__TIME_MS_MAX": "600000", "QUADRILLE__SOLVER__TIME_MS_DEFAULT": "600000"}
    stdio = StdioServerParameters(command=program, args=["mcp"], env=settings)
    for mode in ["auto", "legacy"]:
        await use_tools(f"HTTP, {mode}", f"{url}/mcp", mode)
        await use_tools(f"stdio, {mode}", stdio, mode)
    Hostile(url).run()


asyncio.run(main())
