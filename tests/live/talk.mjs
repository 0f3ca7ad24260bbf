// The official TypeScript clients: lists a server's tools, calls them, and prints what came back as JSON.
// node talk.mjs v1|legacy|auto|<revision> < {"command": …, "args": […], "env": {…}, "calls": [[tool, arguments], …]}

import { readFileSync } from "node:fs";

const mode = process.argv[2];
const { command, args, env, calls } = JSON.parse(readFileSync(0, "utf8"));
const name = { name: "paredown-live", version: "1.0.0" };

async function made() {
  if (mode === "v1") {
    const { Client } = await import("@modelcontextprotocol/sdk/client/index.js");
    const { StdioClientTransport } = await import("@modelcontextprotocol/sdk/client/stdio.js");
    return [new Client(name), StdioClientTransport];
  }
  const { Client } = await import("@modelcontextprotocol/client");
  const { StdioClientTransport } = await import("@modelcontextprotocol/client/stdio");
  const negotiation = mode === "legacy" || mode === "auto" ? mode : { pin: mode };
  return [new Client(name, { versionNegotiation: { mode: negotiation } }), StdioClientTransport];
}

const [client, Transport] = await made();
const transport = new Transport({ command, args, env, stderr: "pipe" });
let told = "";
transport.stderr?.on("data", (chunk) => { told += chunk; });
// Only the transport is told what a handshake agreed on.
let agreed = "";
transport.setProtocolVersion = (revision) => { agreed = revision; };

const begun = performance.now();
await client.connect(transport);
const { tools } = await client.listTools();
const first = performance.now() - begun;

const answers = [];
for (const [tool, given] of calls) {
  const start = performance.now();
  const { content, structuredContent, isError } = await client.callTool({ name: tool, arguments: given });
  answers.push({
    ms: performance.now() - start,
    blocks: content.length,
    structured: structuredContent !== undefined,
    failed: isError === true,
    text: content[0].text,
  });
}
const revision = client.getNegotiatedProtocolVersion?.() ?? agreed;
await client.close();
console.log(JSON.stringify({ revision, first, tools, answers, told }));
