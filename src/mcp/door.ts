// The MCP endpoint: streamable HTTP without sessions, with one JSON response per POST. Callers need a user API key.
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import {
  CallToolRequestSchema,
  ErrorCode,
  InitializeRequestSchema,
  JSONRPCMessageSchema,
  ListToolsRequestSchema,
  McpError,
  PingRequestSchema,
  type CallToolResult,
} from '@modelcontextprotocol/sdk/types.js';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv';
import { Router, type Request, type RequestHandler, type Response as ExpressResponse } from 'express';
import { version } from '../../package.json';
import { requireViewer } from '../auth/authenticate';
import { refuseForeignPages, type TrustedOrigins } from '../auth/csrf';
import { jsonBody } from '../auth/request-body';
import { AppError, shortenText } from '../errors';
import type { Enveloped } from '../graphql/endpoint';
import { methodNotAllowed, requireAcceptable } from '../platform/http/negotiation';
import { isTurnSpent, nextTurn } from '../platform/threads/event-loop';
import { toMarkedText, cutToLimit, escapeMarks, markMeaning } from './answer';
import { createAsker, toRefusal } from './ask';
import type { Tool } from './tool';
import { createTools, type ToolOptions } from './tools';

export interface McpOptions extends ToolOptions, TrustedOrigins {
  readonly bodyLimitBytes: number;
  /** Prepares the execution of GraphQL documents as the GraphQL endpoint does. */
  readonly envelop: (context: { req: Request; res: ExpressResponse }) => Enveloped;
}

const instructions = `Netloom keeps the inventory and the topology of networks. Use find to get ids, describe for one thing, path, impact and why_hidden for questions on the map, what_changed for the past. All tools only read. ${markMeaning}`;

/** Creates the handler of the MCP endpoint. Mount it after authentication and rate limits. */
export function createMcpEndpoint(options: McpOptions): RequestHandler {
  const tools = createTools(options);
  const router = Router({ strict: false, caseSensitive: true });
  router.post(
    '/',
    refuseForeignPages(options),
    requireKey,
    requireAcceptable(),
    jsonBody(options.bodyLimitBytes),
    (req, res, next) => {
      answer(tools, options, req, res).catch(next);
    },
  );
  router.all('/', methodNotAllowed(['POST']));
  return router;
}

/** Middleware that accepts user API keys only. Sessions, daemons and shares have other endpoints. */
const requireKey: RequestHandler = (req, _res, next) => {
  if (requireViewer(req).via !== 'userApiKey') throw new AppError('auth_not_authenticated');
  next();
};

const forms = new Map(
  [InitializeRequestSchema, PingRequestSchema, ListToolsRequestSchema, CallToolRequestSchema].map(
    (form) => [form.shape.method.value as string, form] as const,
  ),
);

async function answer(tools: readonly Tool[], options: McpOptions, req: Request, res: ExpressResponse): Promise<void> {
  const body: unknown = req.body;
  // Batches of messages are rejected, because a request pays for one response only.
  if (Array.isArray(body)) throw new AppError('batch_not_supported');
  if (isTurnSpent()) await nextTurn();
  const message = JSONRPCMessageSchema.safeParse(body).data;
  if (!message) throw new AppError('validation_invalid_format', { field: 'body' });
  // The SDK would report malformed parameters as an internal error, so they are checked here. MCP tasks (the parameter
  // `task`) are refused, because this endpoint does not support them.
  const form = 'method' in message ? forms.get(message.method) : undefined;
  const isForTask = 'params' in message && message.params?.task !== undefined;
  if (isForTask || (form && !form.safeParse(message).success))
    throw new AppError('validation_invalid_format', { field: 'params' });
  const server = serverFor(tools, options, req);
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  try {
    await server.connect(transport);
    const { status, headers, text } = await handleByTransport(transport, req);
    res.status(status).set(headers);
    if (text === '') res.end();
    else res.send(text);
  } finally {
    await server.close();
  }
}

/**
 * Passes a request to the transport of the SDK. The headers Accept and Content-Type were checked before, so the SDK
 * gets valid values.
 */
async function handleByTransport(transport: WebStandardStreamableHTTPServerTransport, req: Request) {
  const protocol = req.get('mcp-protocol-version');
  const headers = {
    ...{ accept: 'application/json, text/event-stream', 'content-type': 'application/json' },
    ...(protocol !== undefined && { 'mcp-protocol-version': protocol }),
  };
  const request = new globalThis.Request('http://netloom/mcp', { method: 'POST', headers });
  const response = await transport.handleRequest(request, { parsedBody: req.body });
  return { status: response.status, headers: Object.fromEntries(response.headers), text: await response.text() };
}

// One validator serves all requests, because each new validator would compile its schemas again. It validates only
// results of elicitation, which this endpoint does not use.
const jsonSchemaValidator = new AjvJsonSchemaValidator();

function serverFor(tools: readonly Tool[], options: McpOptions, req: Request): McpServer {
  const info = { name: 'netloom', title: 'Netloom', version };
  const mcp = new McpServer(info, { instructions, jsonSchemaValidator });
  const { server } = mcp;
  // Capabilities are registered by this call. If they were passed to the constructor, the SDK would announce
  // `listChanged`.
  server.registerCapabilities({ tools: {} });
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: tools.map(toListedTool) }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
    const tool = tools.find(({ name }) => name === params.name);
    if (!tool) throw new McpError(ErrorCode.InvalidParams, `no tool is named ${shortenText(params.name)}`);
    return call(tool, params.arguments, options, req);
  });
  return mcp;
}

async function call(tool: Tool, input: unknown, options: McpOptions, req: Request): Promise<CallToolResult> {
  try {
    const cutAnswer = cutToLimit(await tool.run(input, createAsker(options.envelop, req)));
    return { content: [{ type: 'text', text: toMarkedText(cutAnswer) }], structuredContent: { ...cutAnswer } };
  } catch (error) {
    return { isError: true, content: [{ type: 'text', text: escapeMarks(toRefusal(error, req)) }] };
  }
}

const outputSchema = {
  type: 'object' as const,
  properties: {
    untrustedData: { type: 'object', description: `The answer. ${markMeaning}` },
    leftOut: {
      type: 'array',
      description: 'What was left out because the answer was too long: where, and how many items or characters.',
      items: {
        type: 'object',
        properties: { at: { type: 'string' }, items: { type: 'integer' }, characters: { type: 'integer' } },
        required: ['at'],
      },
    },
  },
  required: ['untrustedData'],
};

const toListedTool = ({ name, title, description, inputSchema }: Tool) => ({
  ...{ name, title, description, outputSchema },
  inputSchema: inputSchema as { type: 'object' },
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
});

/** Converts the error of a rejected request to a JSON-RPC error. */
export const jsonRpcError = ({ status, message, code, params }: AppError) => ({
  jsonrpc: '2.0',
  error: { code: status === 400 ? ErrorCode.InvalidRequest : serverError, message, data: { code, params } },
  id: null,
});

/** Error code in the range that JSON-RPC reserves for server errors. */
const serverError = -32_000;
