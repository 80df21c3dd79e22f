// MCP clients for tests: the client of the MCP SDK for valid requests, and a plain HTTP client for invalid requests.
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import type { Caller } from '../support/world';
import type { Client as HttpClient, Reply } from '../support/client';

/** The type of results is `any`, because each tool returns another type and the calling test knows which. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- the JSON of a response may have any type
type Json = any;

export interface Agent {
  readonly client: Client;
  /** Returns the data of a call that must succeed. */
  ask(tool: string, input?: object): Promise<Json>;
  /** Returns the error of a call that must fail. */
  refusal(tool: string, input?: object): Promise<{ code: string; params: Json; message: string }>;
  call(tool: string, input?: object): Promise<CallToolResult>;
}

export async function createAgent(url: string, { credential }: Pick<Caller, 'credential'>): Promise<Agent> {
  const client = new Client({ name: 'suite', version: '1' });
  const headers = { authorization: `Bearer ${credential.key}` };
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', url), { requestInit: { headers } }));
  // After `listTools` the client checks results against the schemas that the tools declare.
  await client.listTools();
  const call: Agent['call'] = async (name, input = {}) =>
    (await client.callTool({ name, arguments: { ...input } })) as CallToolResult;
  return {
    client,
    call,
    ask: async (tool, input) => {
      const answer = await call(tool, input);
      if (answer.isError) throw new Error(`${tool} ${JSON.stringify(input)} → ${resultText(answer)}`);
      return (answer.structuredContent as { untrustedData: Json }).untrustedData;
    },
    refusal: async (tool, input) => {
      const answer = await call(tool, input);
      if (!answer.isError) throw new Error(`not refused: ${tool} ${JSON.stringify(input)}`);
      return JSON.parse(resultText(answer)) as { code: string; params: Json; message: string };
    },
  };
}

export const resultText = ({ content }: CallToolResult): string => (content[0] as { text: string }).text;

/** Sends one JSON-RPC message unchanged, with the credential of any caller. */
export const sendMessage = (
  caller: HttpClient,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Reply> => caller.send('POST', '/mcp', { body, headers });

export const callMessage = (name: string, input: unknown) => ({
  ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
  params: { name, arguments: input },
});
