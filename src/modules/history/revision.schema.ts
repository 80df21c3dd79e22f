// The field `history` in GraphQL, on every type with history: the states of a row over time, each with its actor.
import DataLoader from 'dataloader';
import { userOf } from '../../data/tenancy/viewer';
import { AppError } from '../../errors';
import { builder } from '../../graphql/builder';
import { changeEventRef } from './change-event';
import type { GraphqlContext } from '../../graphql/context';
import { fieldChangeRef } from './field-changes';
import { selectsRows } from '../../graphql/lists/list';
import { pageComplexity, type ListArguments } from '../../graphql/lists/page';
import { selecting } from '../../graphql/pothos-extensions';
import { plainConnection, plainPage, type PlainPage } from '../../graphql/lists/plain-connection';
import { historiedModels } from './kinds';
import { countRevisions, readRevisions, type Revision } from './revisions.sql';
import { derivedId } from '../../platform/text/derived-id';
import { isStorableTime } from '../../platform/text/validation';
import { changedFields, inventoryKindEnum, inventoryModel } from './inventory-kinds';

const revisionTypeEnum = builder.enumType('RevisionType', {
  description: 'How a state of a row began.',
  values: {
    Created: { description: 'The row was created, or came back after its deletion.' },
    Earliest: {
      description: 'The oldest state that is kept and accessible.',
    },
    Changed: { description: 'The row or one of its links changed.' },
    Deleted: { description: 'The row was deleted, or moved to a network that the caller cannot access.' },
  } as const,
});

interface RevisionOf extends Revision {
  readonly model: string;
}
function typeOf({ before, after, validFrom, isBack }: Revision) {
  if (before) return after ? 'Changed' : 'Deleted';
  if (isBack) return 'Created';
  const createdAt = new Date(after?.['@createdAt'] as string);
  return createdAt < validFrom ? 'Earliest' : 'Created';
}

const revisionRef = builder.objectRef<RevisionOf>('Revision').implement({
  description: 'One state of a row and its links.',
  fields: (t) => ({
    revisionId: t.field({
      type: 'UUID',
      description: 'Id of this state, stable as long as it is kept.',
      resolve: ({ id, validFrom }) => derivedId('revision', id, validFrom.toISOString()),
    }),
    entityId: t.expose('id', { type: 'UUID', description: 'Id of the row.' }),
    validFrom: t.expose('validFrom', { type: 'DateTime', description: 'Start of the state.' }),
    validTo: t.expose('validTo', {
      type: 'DateTime',
      nullable: true,
      description: 'Start of the next state; null if there is none.',
    }),
    changeType: t.field({
      type: revisionTypeEnum,
      description: 'How the state began.',
      resolve: (revision) => typeOf(revision),
    }),
    fields: t.field({
      type: [fieldChangeRef],
      description: 'Fields that differ from the state before; empty if the type shows none of them.',
      resolve: ({ model, before, after }) => changedFields(model, before, after),
    }),
    event: t.expose('event', {
      type: changeEventRef,
      nullable: true,
      description: 'The change that began the state; null if it is no longer recorded.',
    }),
  }),
});
const connection = builder.connectionObject(
  { type: revisionRef, name: 'RevisionConnection' },
  { name: 'RevisionEdge' },
);

const placeIn = ([time]: readonly unknown[]): Date | undefined => {
  const at = typeof time === 'string' ? new Date(time) : new Date(NaN);
  return isStorableTime(at) ? at : undefined;
};
const connectionOf = (args: ListArguments, model: string, revisions: readonly Revision[]) =>
  plainConnection(
    args,
    revisions.map((revision): RevisionOf => ({ ...revision, model })),
    ({ validFrom }) => [validFrom.toISOString()],
  );

interface Loaders {
  readonly pages: Map<string, DataLoader<string, readonly Revision[]>>;
  readonly counts: Map<string, DataLoader<string, number>>;
}
const loaders = new WeakMap<GraphqlContext, Loaders>();

function loaderOf<T>(
  newLoaders: Map<string, DataLoader<string, T>>,
  key: string,
  load: (ids: readonly string[]) => Promise<T[]>,
) {
  let loader = newLoaders.get(key);
  // The loader does not cache results, because mutations of the same document change rows between reads.
  if (!loader) newLoaders.set(key, (loader = new DataLoader(load, { cache: false, maxBatchSize: 1000 })));
  return loader;
}

/**
 * Returns loaders of histories and counts for the rows of a model. Loads of the same page for several rows share one
 * statement.
 */
function readersOf(context: GraphqlContext, model: string) {
  const readersOfContext = loaders.get(context) ?? { pages: new Map(), counts: new Map() };
  loaders.set(context, readersOfContext);
  const { sql } = context;
  return {
    page: (id: string, page: PlainPage<Date>) =>
      loaderOf(readersOfContext.pages, `${model} ${JSON.stringify(page)}`, async (ids) => {
        const revisionsById = await readRevisions(sql, model, ids, page);
        return ids.map((one) => revisionsById.get(one) ?? []);
      }).load(id),
    count: (id: string) =>
      loaderOf(readersOfContext.counts, model, async (ids) => {
        const countsById = await countRevisions(sql, model, ids);
        return ids.map((one) => countsById.get(one) ?? 0);
      }).load(id),
  };
}

const offset = { type: 'Int', description: 'Number of revisions to skip, after the cursor if there is one.' } as const;

for (const model of historiedModels)
  builder.prismaObjectField(model as 'Host', 'history', (t) =>
    t.connection(
      {
        type: revisionRef,
        description: 'States of the row, newest first, with time, changes and actor.',
        args: { offset: t.arg(offset) },
        complexity: pageComplexity,
        extensions: selecting(() => ({ select: { id: true } })),
        resolve: async (row, args, context, info) => {
          userOf(context.viewer);
          const page = plainPage(args, placeIn);
          const { id } = row as { id: string };
          const read = readersOf(context, model);
          const revisions = info.fieldNodes.some(selectsRows) ? await read.page(id, page) : [];
          return { ...connectionOf(args, model, revisions), totalCount: () => read.count(id) };
        },
      },
      connection,
    ),
  );

builder.queryField('history', (t) =>
  t.connection(
    {
      type: revisionRef,
      description:
        'States of a row, newest first, also of a deleted row. Missing or never accessible: `entity_not_found`.',
      args: {
        kind: t.arg({ type: inventoryKindEnum, required: true }),
        id: t.arg({ type: 'UUID', required: true }),
        offset: t.arg(offset),
      },
      complexity: pageComplexity,
      resolve: async (_root, { kind, id, ...args }, context, info) => {
        const model = inventoryModel(kind);
        const page = plainPage(args, placeIn);
        const read = readersOf(context, model);
        const revisions = info.fieldNodes.some(selectsRows) ? await read.page(id, page) : [];
        if (revisions.length === 0 && (await read.count(id)) === 0)
          throw new AppError('entity_not_found', { entity: kind, id });
        return { ...connectionOf(args, model, revisions), totalCount: () => read.count(id) };
      },
    },
    connection,
  ),
);
