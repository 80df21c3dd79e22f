// Tests tenant isolation of all reads in the schema: no list, count, getter or relation shows a row that the caller may
// not see.
import { columnsOf } from '../../src/data/model/model-fields';
import { delegateOf } from '../../src/data/model/delegate';
import {
  getterDocument,
  getters,
  hasArgument,
  listDocument,
  findMiscounted,
  pageSize,
  plainRoots,
  rootLists,
  rootType,
  buildSelection,
  unknownRoots,
  unreachableTypes,
  wholeListSize,
} from './schema-shape';
import { findLeaks } from './leaks';
import { batchTitle, readRelations, relationBatches } from './relation-documents';
import {
  absentId,
  createWalledWorld,
  recordStatements,
  replyText,
  type WalledCaller,
  type WalledWorld,
} from './walled-world';
import type { Caller } from '../support/world';
import type { Reply } from '../support/client';

let walled: WalledWorld;
beforeAll(async () => {
  walled = await createWalledWorld();
});
afterAll(() => walled.close());

const forbiddenByRank = new Set(['auth_permission_denied', 'auth_user_context_required']);

/**
 * Expects no leak in the response, and returns its data. Undefined if the rank or credential of the caller does not
 * allow the request.
 */
function clean(caller: WalledCaller, reply: Reply): unknown {
  expect({ caller: caller.name, leaks: findLeaks(caller, JSON.stringify(reply.body)) }).toEqual({
    caller: caller.name,
    leaks: [],
  });
  const { errors, data } = reply.body;
  const unexpected = (errors ?? []).filter(
    ({ extensions }: { extensions: { code: string } }) => !forbiddenByRank.has(extensions.code),
  );
  if (unexpected.length > 0) throw new Error(reply.story);
  return data ?? undefined;
}

test('the suite knows the shape of every root field and a way to every type', () => {
  expect({ unknownRoots, unreachableTypes }).toEqual({ unknownRoots: [], unreachableTypes: [] });
});

/**
 * The ids that a caller must get in a list, computed from columns such as `networkId`. Undefined if the rank of the
 * caller also decides which rows are visible.
 */
async function expectedIds(model: string, { networkIds, caller }: WalledCaller<Caller>): Promise<string[] | undefined> {
  if (model === 'User' || model === 'Invite') return undefined;
  const columns = columnsOf(model);
  // A key for one network gets no audit events, because audit events concern all networks of the organization.
  if (model === 'AuditEvent' && !('session' in caller.credential)) return [];
  const isReadable = [{ visibility: 'Organization' }, { createdByUserId: caller.userId }];
  const scope = columns.has('networkId')
    ? {
        ...{ networkId: { in: networkIds }, ...(isOwnAlone(model) && { userId: caller.userId }) },
        ...(model === 'SavedView' && { OR: isReadable }),
      }
    : model === 'Network'
      ? { id: { in: networkIds } }
      : {
          organizationId: caller.organizationId,
          ...(columns.has('userId') && model !== 'AuditEvent' && { userId: caller.userId }),
          ...(model === 'Check' && { scope: { some: { networkId: { in: networkIds } } } }),
          ...(model === 'Webhook' && { scope: { every: { networkId: { in: networkIds } } } }),
        };
  const rows = await delegateOf(walled.world.prisma, model).findMany({ where: scope, select: { id: true } });
  return rows.map(({ id }) => id as string).sort();
}

/** Whether only the user who created a row of the model may see that row. */
const isOwnAlone = (model: string): boolean => model.startsWith('ImportPlan');

describe.each(rootLists)('the list $field', ({ field, model }) => {
  test('holds and counts the rows within reach, all of them and no others', async () => {
    let answers = 0;
    for (const caller of walled.callers) {
      const data = clean(caller, await caller.caller.graphql(listDocument(field, model), { first: wholeListSize }));
      if (!data) continue;
      answers += 1;
      const { list } = data as { list: { nodes: { id: string }[] } };
      expect(findMiscounted(data)).toEqual([]);
      const expectedTexts = await expectedIds(model, caller);
      if (expectedTexts?.length !== 0) expect(list.nodes.length).toBeGreaterThan(0);
      if (expectedTexts) expect(list.nodes.map(({ id }) => id).sort()).toEqual(expectedTexts);
    }
    expect(answers).toBeGreaterThan(0);
  });

  test('reveals nothing about ids or a network out of reach', async () => {
    for (const caller of walled.callers) {
      const beyond = caller.beyond[model]!;
      expect(beyond).not.toHaveLength(0);
      const list = (ids: readonly string[]) =>
        caller.caller.graphql(listDocument(field, model), { ids, first: wholeListSize });
      const [forbidden, missing] = [await list(beyond), await list(beyond.map(absentId))];
      expect(replyText(forbidden, '-')).toBe(replyText(missing, '-'));
      const data = clean(caller, await list([...beyond, ...(caller.home[model] ?? [])]));
      if (data) expect(findMiscounted(data)).toEqual([]);
      if (!hasArgument(field, 'networkId')) continue;
      const ofNetwork = (id: string) =>
        caller.caller.graphql(`query($id: UUID!) { ${field}(networkId: $id) { totalCount nodes { id } } }`, { id });
      const absent = absentId();
      for (const id of caller.beyond.Network!)
        expect(replyText(await ofNetwork(id), id)).toBe(replyText(await ofNetwork(absent), absent));
    }
  });

  test("continues from another caller's cursor without showing rows out of reach", async () => {
    const { owner, stranger, strangerKey, key } = walled.world;
    const cursors = new Map<Caller, string | undefined>();
    for (const maker of [owner, key, stranger, strangerKey]) {
      const createdReply = await maker.graphql(listDocument(field, model), { first: 1 });
      cursors.set(maker, createdReply.body.data?.list?.pageInfo.endCursor as string | undefined);
    }
    for (const caller of walled.callers) {
      const makers = caller === walled.stranger ? [owner, key] : [stranger, strangerKey, owner, key];
      // The owner and the owner's key get the same cursor if their lists begin with the same row. The set contains such
      // a cursor once.
      for (const cursor of new Set(makers.map((maker) => cursors.get(maker)))) {
        if (!cursor) continue;
        // The caller sends the cursor of another caller. Only the returned rows are searched for leaks, because the ids
        // in the cursor are known to the sender.
        for (const page of [
          { after: cursor, first: pageSize },
          { before: cursor, last: pageSize },
        ]) {
          const reply = await caller.caller.graphql(listDocument(field, model), page);
          const { nodes } = (reply.body.data?.list ?? { nodes: [] }) as { nodes: object[] };
          expect(findLeaks(caller, JSON.stringify(nodes))).toEqual([]);
        }
      }
    }
  });
});

describe.each(getters)('the getter $field', ({ field, model }) => {
  test('answers a row out of reach exactly like a missing one, with the same statements', async () => {
    let judgedCount = 0;
    for (const caller of walled.callers) {
      expect(caller.beyond[model]).not.toHaveLength(0);
      const ask = async (id: string) => {
        let reply!: Reply;
        const statements = await recordStatements(walled.world, async () => {
          reply = await caller.caller.graphql(getterDocument(field, model), { id });
        });
        return { reply, statements };
      };
      const absent = absentId();
      const missing = await ask(absent);
      for (const id of caller.beyond[model]!) {
        const forbidden = await ask(id);
        expect(replyText(forbidden.reply, id)).toBe(replyText(missing.reply, absent));
        expect(forbidden.statements).toEqual(missing.statements);
        const { code } = forbidden.reply.body.errors[0].extensions;
        if (!forbiddenByRank.has(code)) judgedCount += 1;
        expect([...forbiddenByRank, 'entity_not_found', 'discovery_session_not_found']).toContain(code);
      }
    }
    expect(judgedCount).toBeGreaterThan(0);
  });

  test('shows a row within reach and nothing out of reach', async () => {
    let seenCount = 0;
    for (const caller of walled.callers) {
      for (const id of caller.home[model] ?? []) {
        const reply = await caller.caller.graphql(getterDocument(field, model), { id });
        expect(findLeaks(caller, JSON.stringify(reply.body))).toEqual([]);
        if (reply.body.data?.row) seenCount += 1;
        expect(findMiscounted(reply.body.data)).toEqual([]);
      }
    }
    expect(seenCount).toBeGreaterThan(0);
  });
});

test.each(plainRoots)('%s shows nothing out of reach', async (field) => {
  for (const caller of walled.callers) {
    expect(
      findMiscounted(clean(caller, await caller.caller.graphql(`{ ${field} ${buildSelection(rootType(field), 1)} }`))),
    ).toEqual([]);
  }
});

describe('the relations of', () => {
  const titled = relationBatches(0).map((batch) => [batchTitle(batch), batch] as const);
  test.each(titled)('%s show and count nothing out of reach, nor do related rows', async (_title, batch) => {
    const visited = new Set<string>();
    const judge = async (caller: WalledCaller) => {
      for (const { reply, rows } of await readRelations(caller.caller, batch)) {
        expect(findMiscounted(clean(caller, reply))).toEqual([]);
        for (const field of batch.fields) if (rows.some((row) => isSomething(row[field]))) visited.add(field);
      }
    };
    // The service decides which rows a caller may see before it reads relations, so two callers suffice: a key, and a
    // user of another organization. The Viewer, who may see the same rows as the key, is in the tests of lists.
    await Promise.all([walled.narrowKey, walled.stranger].map(judge));
    // If a relation is missing here, no caller saw a row through that relation, and the samples of the model
    // (test/modules) need such a row.
    expect([...visited].sort()).toEqual([...batch.fields].sort());
  });
});

function isSomething(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0;
  if (typeof value !== 'object' || value === null) return false;
  return !('nodes' in value) || (value.nodes as unknown[]).length > 0;
}
