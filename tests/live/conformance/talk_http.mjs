// The official TypeScript clients over Streamable HTTP: prints the revision, the tools and the answers as JSON.
// node talk_http.mjs v1|legacy|auto|<revision> URL TOKEN < [[tool, arguments], …]

import { readFileSync } from "node:fs";

const [mode, url, token] = process.argv.slice(2);
const name = { name: "paredown-live", version: "1.0.0" };
const options = { requestInit: { headers: { Authorization: `Bearer ${token}` } } };

async function made() {
  if (mode === "v1") {
    const { Client } = await import("@modelcontextprotocol/sdk/client/index.js");
    const { StreamableHTTPClientTransport } = await import("@modelcontextprotocol/sdk/client/streamableHttp.js");
    return [new Client(name), new StreamableHTTPClientTransport(new URL(url), options)];
  }
  const { Client, StreamableHTTPClientTransport } = await import("@modelcontextprotocol/client");
  const negotiation = mode === "legacy" || mode === "auto" ? mode : { pin: mode };
  const client = new Client(name, { versionNegotiation: { mode: negotiation } });
  return [client, new StreamableHTTPClientTransport(new URL(url), options)];
}

const [client, transport] = await made();
let agreed = "";
const set = transport.setProtocolVersion?.bind(transport);
transport.setProtocolVersion = (revision) => { agreed = revision; set?.(revision); };
await client.connect(transport);
const { tools } = await client.listTools();
const answers = [];
for (const [tool, given] of JSON.parse(readFileSync(0, "utf8"))) {
  const { content, isError } = await client.callTool({ name: tool, arguments: given });
  answers.push({ text: content[0].text, failed: isError === true });
}
const revision = client.getNegotiatedProtocolVersion?.() ?? agreed;
console.log(JSON.stringify({ revision, tools: tools.map((tool) => tool.name), answers }));
await client.close();
