// Tests tenant isolation of MCP, for every tool: an id of a row that the caller may not see has the same effect as an
// id that no row has.
import { createTools } from '../../src/mcp/tools';
import { capitalize } from '../../src/platform/text/names';
import { schema } from '../../src/modules/types';
import { callMessage, sendMessage } from '../mcp/agents';
import type { Reply } from '../support/client';
import type { Caller } from '../support/world';
import { findLeaks } from './leaks';
import { listDocument, rootLists, wholeListSize } from './schema-shape';
import {
  absentId,
  createWalledWorld,
  recordStatements,
  replyText,
  type WalledCaller,
  type WalledWorld,
} from './walled-world';

let walled: WalledWorld;
/** The callers, each with an API key, because MCP accepts no other credential. */
let callers: readonly WalledCaller<Caller>[];
beforeAll(async () => {
  walled = await createWalledWorld();
  const { world, narrowKey, viewer, stranger } = walled;
  const viewersKey = await world.addKey(viewer.caller, { permissions: 'Viewer', networkIds: [world.networkId] });
  callers = [narrowKey, { ...viewer, caller: viewersKey }, { ...stranger, caller: world.strangerKey }];
});
afterAll(() => walled.close());

interface Declared {
  readonly type?: string;
  readonly format?: string;
  readonly enum?: readonly string[];
  readonly items?: Declared;
}
const tools = createTools({ schema, documents: new Map(), isTrustedOnly: false }).map(({ name, inputSchema }) => {
  const { properties, required = [] } = inputSchema as {
    properties: Readonly<Record<string, Declared>>;
    required?: readonly string[];
  };
  return { name, properties, required };
});

/** The models whose ids the tests pass to tools that accept the id of a row of any model. */
const anyRow = ['Host', 'Interface', 'IpAddress', 'Subnet', 'Service', 'Vlan', 'Port', 'Tag', 'Group'];

interface Place {
  readonly tool: string;
  readonly input: string;
  readonly model: string;
  readonly kind?: string;
  readonly isList: boolean;
}
const places: Place[] = tools.flatMap(({ name, properties }) =>
  Object.entries(properties)
    .filter(([, { format, items }]) => format === 'uuid' || items?.format === 'uuid')
    .flatMap(([input, { type }]): Place[] => {
      const place = { tool: name, input, isList: type === 'array' };
      if (input === 'networkId') return [{ ...place, model: 'Network' }];
      if (input === 'subnetId') return [{ ...place, model: 'Subnet' }];
      const kinds = properties.kind?.enum;
      if (kinds) return kinds.map((kind) => ({ ...place, kind, model: capitalize(kind) }));
      return anyRow.map((model) => ({ ...place, model }));
    }),
);

/**
 * Inputs for a tool with ids of rows that the caller may see: the required inputs, all inputs that take an id, and
 * `since`.
 */
function inputsOf(caller: WalledCaller<Caller>, tool: string, kind = 'host'): Record<string, unknown> {
  const { properties, required } = tools.find(({ name }) => name === tool)!;
  const home = (input: string) => {
    if (input === 'networkId') return caller.networkIds[0];
    if (input === 'subnetId') return caller.home.Subnet!.at(-1);
    return caller.home[input === 'id' ? capitalize(kind) : 'Host']![0];
  };
  const value = (input: string, { format, items, enum: values }: Declared): unknown => {
    if (input === 'kind') return kind;
    if (input === 'text') return 'e';
    if (input === 'changes') return [{ type: 'HostFails', hostId: home('hostId') }];
    if (format === 'uuid') return home(input);
    if (items?.format === 'uuid') return [home(input)];
    if (format === 'date-time') return new Date(Date.now() - 3_600_000).toISOString();
    return values?.[0];
  };
  const expectedProperties = Object.entries(properties).filter(
    ([input, { format, items }]) =>
      required.includes(input) || input === 'since' || (format ?? items?.format) === 'uuid',
  );
  return Object.fromEntries(expectedProperties.map(([input, declared]) => [input, value(input, declared)]));
}

const call = (caller: WalledCaller<Caller>, tool: string, input: unknown): Promise<Reply> =>
  sendMessage(caller.caller, callMessage(tool, input));
const resultOf = ({ body }: Reply) =>
  body.result as { isError?: boolean; content: [{ text: string }]; structuredContent?: { untrustedData: object } };

test('every tool takes an id, but for the one that takes documents', () => {
  const without = tools.filter(({ name }) => !places.some(({ tool }) => tool === name)).map(({ name }) => name);
  expect(without).toEqual(['run_document']);
  expect(places.length).toBeGreaterThan(40);
});

test.each(tools.filter(({ name }) => name !== 'run_document'))(
  '$name answers callers within reach, and shows nothing out of reach',
  async ({ name, properties }) => {
    for (const caller of callers)
      for (const kind of properties.kind?.enum ?? ['host']) {
        const reply = await call(caller, name, inputsOf(caller, name, kind));
        if (resultOf(reply).isError) throw new Error(reply.story);
        expect([caller.name, findLeaks(caller, JSON.stringify(reply.body))]).toEqual([caller.name, []]);
      }
  },
);

test.each(places)(
  '$tool reveals nothing about a $model out of reach at $input',
  async ({ tool, input, model, kind, isList }) => {
    for (const caller of callers) {
      const beyond = caller.beyond[model]!;
      expect(beyond).not.toHaveLength(0);
      const ask = async (id: string) => {
        const toolArguments = { ...inputsOf(caller, tool, kind), [input]: isList ? [id] : id };
        let reply!: Reply;
        const statements = await recordStatements(walled.world, async () => {
          reply = await call(caller, tool, toolArguments);
        });
        // The service may send several statements of a document at the same time over several connections, so the order
        // of statements varies.
        return { reply, statements: statements.sort() };
      };
      const absent = absentId();
      const missing = await ask(absent);
      for (const id of beyond.slice(0, 2)) {
        const there = await ask(id);
        expect(replyText(there.reply, id)).toBe(replyText(missing.reply, absent));
        expect(there.statements).toEqual(missing.statements);
        const others = { ...caller, forbidden: caller.forbidden.filter((word) => word !== id) };
        expect(findLeaks(others, JSON.stringify(there.reply.body))).toEqual([]);
      }
    }
  },
);

test('find lists only rows within reach, whatever it searches', async () => {
  const { enum: kinds } = tools.find(({ name }) => name === 'find')!.properties.kinds!.items!;
  for (const caller of callers)
    for (const text of [undefined, 'e', '1'])
      for (const kind of kinds!) {
        const reply = await call(caller, 'find', { kinds: [kind], first: 50, ...(text && { text }) });
        expect([caller.name, findLeaks(caller, JSON.stringify(reply.body))]).toEqual([caller.name, []]);
        const lists = Object.values(resultOf(reply).structuredContent!.untrustedData) as { totalCount: number }[];
        if (text === undefined) expect(lists.map(({ totalCount }) => totalCount > 0)).toEqual([true]);
      }
});

test.each(rootLists)('run_document answers $field as GraphQL does', async ({ field, model }) => {
  const query = listDocument(field, model);
  for (const caller of callers) {
    const variables = { first: wholeListSize, ids: caller.beyond[model]!.slice(0, 20) };
    const { body } = await caller.caller.graphql(query, variables);
    const { isError, content, structuredContent } = resultOf(await call(caller, 'run_document', { query, variables }));
    if (body.errors) {
      const { message, extensions } = body.errors[0];
      expect([isError, JSON.parse(content[0].text)]).toEqual([true, { message, ...extensions }]);
    } else expect(structuredContent).toEqual({ untrustedData: body.data });
  }
});
