// Attack phase: malformed MCP requests, by API keys and by credentials that MCP does not accept.
import type { Dice } from './dice';
import { drawBomb } from './bombs';
import { pickCaller, drawDocument } from './documents';
import type { Answer, Request } from './exchange';
import { pickSchemaValue, type Schema } from './openapi';
import type { Attempt, Phase } from './phase';
import { pickText } from './values';
import type { Caller, World } from './world';

type Message = Readonly<Record<string, unknown>>;
interface Tool {
  readonly name: string;
  readonly inputSchema: Schema;
}

const postRequest = (body: string, headers: Record<string, string> = {}): Request => ({
  method: 'POST',
  path: '/mcp',
  headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
  body,
});
const rpcMessage = (method: unknown, params: unknown, more: Message = {}): string =>
  JSON.stringify({ jsonrpc: '2.0', id: 1, method, params, ...more });
const toolCall = (name: unknown, args: unknown): string => rpcMessage('tools/call', { name, arguments: args });
const greeting = (protocolVersion: unknown): string =>
  rpcMessage('initialize', { protocolVersion, capabilities: {}, clientInfo: { name: 'attack', version: '1' } });

const odd = (dice: Dice): unknown =>
  dice.pick<unknown>([
    null,
    true,
    -1,
    1e300,
    '',
    'x'.repeat(10_000),
    '\u0000',
    '\ud800',
    [],
    [[]],
    {},
    { toString: 1 },
    pickText(dice),
  ]);
const methods = [
  ...['initialize', 'ping', 'tools/list', 'tools/call', 'resources/list', 'prompts/get', 'completion/complete'],
  ...[
    'logging/setLevel',
    'sampling/createMessage',
    'notifications/initialized',
    'notifications/cancelled',
    'tasks/get',
  ],
  ...['__proto__', 'constructor', 'tools/CALL', ' tools/list', 'x'.repeat(5_000)],
];
/** Nested JSON, built as text because JSON.stringify of such an object would overflow the stack. */
const nestedIn = (depth: number): string => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;

/** Generators of MCP requests, by kind, except requests that call a tool. */
export const messages: Readonly<Record<string, (dice: Dice, world: World) => Request>> = {
  'no JSON': (dice) =>
    postRequest(dice.pick(['', '{', 'null', '"x"', '1', '{"jsonrpc":"2.0"', '[1,]', '\ufeff{}', 'NaN'])),
  'no JSON-RPC': (dice) =>
    postRequest(JSON.stringify({ jsonrpc: odd(dice), id: odd(dice), method: odd(dice), params: odd(dice) })),
  batches: (dice) => postRequest(`[${dice.times(dice.int(0, 500), () => rpcMessage('tools/list', {})).join(',')}]`),
  'methods that are unknown, and notes': (dice) =>
    postRequest(rpcMessage(dice.pick(methods), odd(dice), dice.chance(0.3) ? { id: undefined } : {})),
  'ids of every kind': (dice) => postRequest(rpcMessage('tools/list', {}, { id: odd(dice) })),
  'answers that nobody asked for': (dice) =>
    postRequest(JSON.stringify({ jsonrpc: '2.0', id: odd(dice), result: odd(dice) })),
  'calls of another form': (dice) =>
    postRequest(rpcMessage('tools/call', { name: odd(dice), arguments: odd(dice), task: odd(dice), _meta: odd(dice) })),
  'tools that do not exist': (dice) =>
    postRequest(toolCall(dice.pick(['', '__proto__', 'find ', 'x'.repeat(100_000), 'constructor']), {})),
  'arguments in each other': (dice) => {
    const whole = toolCall('run_document', { query: '{ viewer { userId } }', variables: { inside: 0 } });
    return postRequest(whole.replace('{"inside":0}', nestedIn(dice.pick([100, 1_000, 5_000, 20_000, 100_000]))));
  },
  'long arguments': (dice) => postRequest(toolCall('find', { text: 'x'.repeat(dice.int(1_000, 1_900_000)) })),
  'bodies beyond the limit': (dice) => ({
    ...postRequest(toolCall('find', { text: 'x'.repeat(dice.int(2_100_000, 5_000_000)) })),
    mayBeCut: true,
  }),
  'versions of the protocol': (dice) =>
    postRequest(dice.chance(0.5) ? greeting(odd(dice)) : rpcMessage('tools/list', {}), {
      'mcp-protocol-version': dice.pick(['', '1', '2099-01-01', 'x'.repeat(4_000), '2025-06-18']),
      'mcp-session-id': dice.pick(['', 'x', 'y'.repeat(4_000)]),
    }),
  'other ways to ask': (dice) => ({
    ...postRequest(rpcMessage('tools/list', {}), {
      accept: dice.pick(['text/event-stream', 'text/html', '', '*/*', 'application/json;q=0']),
    }),
    method: dice.pick(['POST', 'GET', 'DELETE', 'PUT', 'PATCH', 'OPTIONS', 'HEAD']),
  }),
  'foreign pages': (dice) =>
    postRequest(dice.chance(0.5) ? greeting('2025-06-18') : rpcMessage('tools/list', {}), {
      origin: dice.pick(['https://evil.example', 'null', 'http://localhost:1', 'x'.repeat(2_000), '\u00e9']),
      'sec-fetch-site': dice.pick(['cross-site', 'same-site', 'none', 'x']),
    }),
  'documents that grow': (dice, world) => postRequest(toolCall('run_document', drawBomb(dice, world))),
  'documents at random': (dice, world) => {
    const { query, variables } = drawDocument(dice, world);
    return postRequest(toolCall('run_document', { query, variables }));
  },
};
const kinds = Object.keys(messages);

let toolList: Promise<readonly Tool[]> | undefined;
/** Reads the list of tools from the service, so that existing tools are called. */
async function toolsOf({ send, world }: Attempt): Promise<readonly Tool[]> {
  const answer = await send(world.ownerKey, postRequest(rpcMessage('tools/list', {})), 'mcp: tools/list');
  if (answer.status !== 200) return [];
  return (JSON.parse(answer.body.toString()) as { result: { tools: readonly Tool[] } }).result.tools;
}

/** Whether the caller has an API key, which is the only credential that MCP accepts. */
const isKey = ({ headers }: Caller): boolean => headers.authorization?.startsWith('Bearer nlm_u_') === true;
const isRefused = ({ status }: Answer): boolean => status === 0 || status >= 400;

async function run(attempt: Attempt): Promise<void> {
  const { number, dice, world, send, broken } = attempt;
  const caller = dice.chance(0.1) ? world.anonymous : pickCaller(dice, world);
  const sendJudged = async (request: Request, operation: string) => {
    const answer = await send(caller, request, `mcp: ${operation}`);
    if (!isKey(caller) && !isRefused(answer) && !answer.failure && !['OPTIONS', 'HEAD'].includes(request.method))
      broken('mcp without a key', `answered ${answer.status} to who has no key`, caller);
  };
  // Half of the cases are valid tool calls whose arguments mostly match the schema.
  if (number % 2 === 0) {
    toolList ??= toolsOf(attempt);
    const tools = await toolList;
    if (tools.length === 0) toolList = undefined;
    else {
      const { name, inputSchema } = dice.pick(tools);
      await sendJudged(postRequest(toolCall(name, pickSchemaValue(dice, world, inputSchema, '', ''))), name);
    }
    return;
  }
  const kind = kinds[Math.floor(number / 2) % kinds.length]!;
  const request = messages[kind]!(dice, world);
  // In a tenth of the cases, the caller sends the same request 20 times concurrently.
  const crowd = dice.chance(0.1) ? 20 : 1;
  await Promise.all(Array.from({ length: crowd }, () => sendJudged(request, kind)));
}

export const mcp: Phase = {
  name: 'mcp',
  duty: 'the tools of the MCP door with arguments at random, and messages of no form, by every kind of caller',
  share: 3,
  together: 3,
  run,
};
