// Tests tenant isolation of `_entities` (Apollo Federation), for every entity type. A row that the caller may not see
// is treated as missing, and a row that the caller may see reveals no other row.
import type { GraphQLUnionType } from 'graphql';
import { buildSubgraph } from '../../src/graphql/federation/subgraph';
import { schema } from '../../src/modules/types';
import type { Reply } from '../support/client';
import { databaseInstant } from '../support/instants';
import { findLeaks } from './leaks';
import { findMiscounted, buildSelection } from './schema-shape';
import {
  absentId,
  createWalledWorld,
  recordStatements,
  replyText,
  type WalledCaller,
  type WalledWorld,
} from './walled-world';

let walled: WalledWorld;
let then: Date;
beforeAll(async () => {
  walled = await createWalledWorld({ FEDERATION: 'on' });
  then = await databaseInstant(walled.world.prisma);
});
afterAll(() => walled.close());

/**
 * The entity types except `ServiceDefinition`, whose rows belong to no organization and are visible to every caller.
 */
const models = (buildSubgraph(schema).getType('_Entity') as GraphQLUnionType)
  .getTypes()
  .map(({ name }) => name)
  .filter((name) => name !== 'ServiceDefinition');

test('there are entities of every kind', () => expect(models.length).toBeGreaterThan(25));

const document = (model: string, at?: Date) =>
  `query ($representations: [_Any!]!) ${
    at ? `@at(instant: "${at.toISOString()}")` : ''
  } { _entities(representations: $representations) { ... on ${model} ${buildSelection(model, 1)} } }`;
const ask = ({ caller }: WalledCaller, model: string, ids: readonly string[], at?: Date): Promise<Reply> =>
  caller.graphql(document(model, at), { representations: ids.map((id) => ({ __typename: model, id })) });

test.each(models)('a %s out of reach is answered like a missing one, with the same statements', async (model) => {
  for (const caller of walled.callers)
    for (const at of [undefined, then]) {
      const askRecorded = async (id: string) => {
        let reply!: Reply;
        const statements = await recordStatements(walled.world, async () => {
          reply = await ask(caller, model, [id], at);
        });
        return { reply, statements };
      };
      const absent = absentId();
      const missing = await askRecorded(absent);
      expect(missing.reply.body.data?._entities ?? [null]).toEqual([null]);
      expect(caller.beyond[model]).not.toHaveLength(0);
      for (const id of caller.beyond[model]!) {
        const forbidden = await askRecorded(id);
        expect(replyText(forbidden.reply, id)).toBe(replyText(missing.reply, absent));
        expect(forbidden.statements).toEqual(missing.statements);
      }
    }
});

test.each(models)('a %s within reach is found and shows nothing out of reach, also among others', async (model) => {
  let seenCount = 0;
  for (const caller of walled.callers) {
    const home = caller.home[model] ?? [];
    const beyond = caller.beyond[model]!;
    // Ids of rows that the caller may and may not see alternate, so that a row at the wrong position is noticed.
    const ids = Array.from({ length: Math.max(home.length, beyond.length) }, (_, index) => [home[index], beyond[index]])
      .flat()
      .filter((id) => id !== undefined);
    const reply = await ask(caller, model, ids);
    const entities = (reply.body.data?._entities ?? []) as ({ id: string } | null)[];
    // Errors repeat the requested ids, so only the data is searched for leaks.
    expect(findLeaks(caller, JSON.stringify(entities))).toEqual([]);
    expect(findMiscounted(reply.body.data)).toEqual([]);
    entities.forEach((row, index) => {
      if (!row) return;
      seenCount += 1;
      expect([row.id, home.includes(row.id)]).toEqual([ids[index], true]);
    });
  }
  if (seenCount === 0) throw new Error(`nobody sees a ${model} of their own: its samples (test/modules) make none`);
});
