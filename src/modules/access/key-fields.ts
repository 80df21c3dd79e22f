// Shared by user and daemon API keys: fields, inputs with checks, the result that shows a token once, and rotation.
import { notNull, text } from '../../graphql/plugin/bounds';
import type { InputFieldBuilder } from '@pothos/core';
import { getRefFromModel } from '@pothos/plugin-prisma';
import { generateKey, redactedKey, type KeyKind } from '../../auth/tokens';
import { requireVisible, updateVisible, type Db } from '../../data/tenancy/rows';
import { withoutUndefined } from '../../platform/text/members';
import { builder, type SchemaTypes } from '../../graphql/builder';
import type { GraphqlContext } from '../../graphql/context';

interface Fields {
  expose(name: string, options: object): never;
  field(options: object): never;
}

export const keyFields = (t: object, kind: KeyKind) => {
  const fields = t as Fields;
  return {
    name: fields.expose('name', { type: 'String' }),
    key: fields.field({
      type: 'String',
      description: 'Start of the token. The whole token is returned only on creation and rotation.',
      select: { keyPrefix: true },
      resolve: ({ keyPrefix }: { keyPrefix: string }) => redactedKey(kind, keyPrefix),
    }),
    isEnabled: fields.expose('isEnabled', { type: 'Boolean', description: 'Whether the key is accepted.' }),
    expiresAt: fields.expose('expiresAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Expiry time; null = never. When used after it, the key is refused and disabled.',
    }),
    lastUsed: fields.expose('lastUsed', {
      type: 'DateTime',
      nullable: true,
      description: 'Approximate time of the last use.',
    }),
  };
};

type Inputs = InputFieldBuilder<PothosSchemaTypes.ExtendDefaultTypes<SchemaTypes>, 'InputObject'>;

const nameText = '1 to 100 characters.';
const tagIds = 'The complete list. Left out: none on create, unchanged on update.';
export const newKeyInputFields = (t: Inputs) => ({
  name: t.string({ required: true, ...text(1, 100), description: nameText }),
  isEnabled: t.boolean({ description: 'Whether it is accepted; true if left out.' }),
  expiresAt: t.field({ type: 'DateTime', description: 'Expiry time; null = never.' }),
  tagIds: t.field({ type: ['UUID'], description: tagIds }),
});
export const changedKeyInputFields = (t: Inputs) => ({
  name: t.string({ ...notNull(text(1, 100)), description: nameText }),
  isEnabled: t.boolean(notNull()),
  expiresAt: t.field({ type: 'DateTime', description: 'Expiry time; null = never.' }),
  tagIds: t.field({ type: ['UUID'], ...notNull(), description: tagIds }),
  expectedUpdatedAt: t.field({
    type: 'DateTime',
    description: 'Expected `updatedAt` of the stored row; if it differs: `entity_changed`.',
  }),
});

export interface KeyInput {
  readonly name?: string | null;
  readonly isEnabled?: boolean | null;
  readonly expiresAt?: Date | null;
  readonly tagIds?: readonly string[] | null;
}

/** The columns that an input sets. */
export function keyColumns({ name, isEnabled, expiresAt }: KeyInput) {
  return withoutUndefined({ name: name ?? undefined, isEnabled: isEnabled ?? undefined, expiresAt });
}

/** On create, null means the default. */
export const withoutNulls = <T extends object>(input: T): T =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null)) as T;

/** A new key with its token, which is stored nowhere. */
export interface MadeKey {
  readonly id: string;
  readonly token: string;
}

/** `CreateXResult {key, apiKey}`: the token and its row. */
export const createdKeyRef = (model: KeyModel) =>
  builder.objectRef<MadeKey>(`Create${model}Result`).implement({
    description: 'A new API key and its token.',
    fields: (t) => ({
      key: t.exposeString('token', { description: 'The token. Returned only once.' }),
      apiKey: t.prismaField({
        type: getRefFromModel(model, builder),
        resolve: (query: object, { id }: { id: string }, _args, { db }) => requireVisible(db, model, id, query),
      }),
    }),
  });

type KeyModel = 'UserApiKey' | 'DaemonApiKey';

/** Further writes in the transaction that sets a new token. */
type OnRotated = (tx: Db, key: MadeKey, context: GraphqlContext) => Promise<void>;

/** Publishes `rotateX(id)`. Once it is committed the old token finds no row. */
export function defineKeyRotation(model: KeyModel, kind: KeyKind, onRotated: OnRotated = async () => {}): void {
  builder.mutationField(`rotate${model}`, (t) =>
    t.string({
      description: 'Replaces the token of a key and returns the new one. The old token is invalid at once.',
      authScopes: { action: `rotate${model}` },
      args: { id: t.arg({ type: 'UUID', required: true }) },
      resolve: async (_root, { id }, context) => {
        const { token, keyHash, keyPrefix } = generateKey(kind);
        await context.db.$transaction(async (tx) => {
          await updateVisible(tx, model, id, { keyHash, keyPrefix }, { query: { select: { id: true } } });
          await onRotated(tx, { id, token }, context);
        });
        return token;
      },
    }),
  );
}
