// `history` in GraphQL: the states of a row through time with who brought each, on every type that keeps a history.
import DataLoader from 'dataloader';
import { userOf } from '../../data/tenancy/viewer';
import { AppError } from '../../errors';
import { builder } from '../../graphql/builder';
import { changeEventRef } from './change-event';
import type { GraphqlContext } from '../../graphql/context';
import { fieldChangeRef } from './field-changes';
import { pageComplexity, selectsRows, type ListArguments } from '../../graphql/lists/list';
import { plainConnection, plainPage, type PlainPage } from '../../graphql/lists/plain-connection';
import { historiedModels } from './kinds';
import { countRevisions, readRevisions, type Revision } from './revisions.sql';
import { derivedId } from '../../platform/text/derived-id';
import { isStorableTime } from '../../platform/text/validation';
import { changedFields, inventoryKindEnum, modelOf } from './inventory-kinds';

const revisionTypeEnum = builder.enumType('RevisionType', {
  description: 'How a state of a row came to be.',
  values: {
    Created: { description: 'The row was made.' },
    Earliest: {
      description:
        'The first state that is known of an older row: those before are not kept any more, or of a network out of reach.',
    },
    Changed: { description: 'The row, or a link of it, changed.' },
    Deleted: { description: 'The row was deleted, or left for a network out of reach: from then on there is none.' },
  } as const,
});

interface RevisionOf extends Revision {
  readonly model: string;
}
function typeOf({ before, after, validFrom }: Revision) {
  if (before) return after ? 'Changed' : 'Deleted';
  const createdAt = new Date(after?.['@createdAt'] as string);
  return createdAt < validFrom ? 'Earliest' : 'Created';
}

const revisionRef = builder.objectRef<RevisionOf>('Revision').implement({
  description: 'One state of a row with its links, from a change to the next one.',
  fields: (t) => ({
    id: t.field({
      type: 'UUID',
      description: 'Of this state: the same as long as it is kept, whether the row still is in it or not.',
      resolve: ({ id, validFrom }) => derivedId('revision', id, validFrom.toISOString()),
    }),
    entityId: t.expose('id', { type: 'UUID', description: 'The id of the row.' }),
    validFrom: t.expose('validFrom', { type: 'DateTime', description: 'When it began.' }),
    validTo: t.expose('validTo', {
      type: 'DateTime',
      nullable: true,
      description: 'When the next state began; null where none has.',
    }),
    changeType: t.field({
      type: revisionTypeEnum,
      description: 'How it came to be.',
      resolve: (revision) => typeOf(revision),
    }),
    fields: t.field({
      type: [fieldChangeRef],
      description:
        'What differs from the state before, in the order of the type. Empty where only something changed that the type ' +
        'does not show.',
      resolve: ({ model, before, after }) => changedFields(model, before, after),
    }),
    event: t.expose('event', {
      type: changeEventRef,
      nullable: true,
      description: 'What brought it; null where that is not known any more.',
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
const connectionOf = (args: ListArguments, model: string, found: readonly Revision[]) =>
  plainConnection(
    args,
    found.map((revision): RevisionOf => ({ ...revision, model })),
    ({ validFrom }) => [validFrom.toISOString()],
  );

interface Loaders {
  readonly pages: Map<string, DataLoader<string, readonly Revision[]>>;
  readonly counts: Map<string, DataLoader<string, number>>;
}
const loaders = new WeakMap<GraphqlContext, Loaders>();

function loaderOf<T>(
  made: Map<string, DataLoader<string, T>>,
  key: string,
  load: (ids: readonly string[]) => Promise<T[]>,
) {
  let loader = made.get(key);
  // What one document reads of a row is one state, but its mutations change it in between.
  if (!loader) made.set(key, (loader = new DataLoader(load, { cache: false, maxBatchSize: 1000 })));
  return loader;
}

/** Rows of one tick that ask for the same page are one statement. */
function readersOf(context: GraphqlContext, model: string) {
  const known = loaders.get(context) ?? { pages: new Map(), counts: new Map() };
  loaders.set(context, known);
  const { sql } = context;
  return {
    page: (id: string, page: PlainPage<Date>) =>
      loaderOf(known.pages, `${model} ${JSON.stringify(page)}`, async (ids) => {
        const found = await readRevisions(sql, model, ids, page);
        return ids.map((one) => found.get(one) ?? []);
      }).load(id),
    count: (id: string) =>
      loaderOf(known.counts, model, async (ids) => {
        const found = await countRevisions(sql, model, ids);
        return ids.map((one) => found.get(one) ?? 0);
      }).load(id),
  };
}

const offset = { type: 'Int', description: 'Revisions to skip, counted after the cursor if there is one.' } as const;

for (const model of historiedModels)
  builder.prismaObjectField(model as 'Host', 'history', (t) =>
    t.connection(
      {
        type: revisionRef,
        description: 'The states of this row, newest first: when, what changed, and who changed it.',
        args: { offset: t.arg(offset) },
        complexity: pageComplexity,
        extensions: { pothosPrismaSelect: () => ({ select: { id: true } }) },
        resolve: async (row, args, context, info) => {
          userOf(context.viewer);
          const page = plainPage(args, placeIn);
          const { id } = row as { id: string };
          const read = readersOf(context, model);
          const found = info.fieldNodes.some(selectsRows) ? await read.page(id, page) : [];
          return { ...connectionOf(args, model, found), totalCount: () => read.count(id) };
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
        'The states of a row, newest first, also of one that is deleted. Never there, or never within reach: ' +
        '`entity_not_found`.',
      args: {
        kind: t.arg({ type: inventoryKindEnum, required: true }),
        id: t.arg({ type: 'UUID', required: true }),
        offset: t.arg(offset),
      },
      complexity: pageComplexity,
      resolve: async (_root, { kind, id, ...args }, context, info) => {
        const model = modelOf(kind);
        const page = plainPage(args, placeIn);
        const read = readersOf(context, model);
        const found = info.fieldNodes.some(selectsRows) ? await read.page(id, page) : [];
        if (found.length === 0 && (await read.count(id)) === 0)
          throw new AppError('entity_not_found', { entity: kind, id });
        return { ...connectionOf(args, model, found), totalCount: () => read.count(id) };
      },
    },
    connection,
  ),
);
