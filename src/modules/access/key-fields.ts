// The parts that user API keys and daemon API keys share: columns, input fields, the result of creation with the token,
// and the mutation that replaces the token.
import { getRefFromModel } from '@pothos/plugin-prisma';
import { generateKey, redactedKey, type KeyKind } from '../../auth/tokens';
import { requireVisible, updateVisible, type Db } from '../../data/tenancy/rows';
import { builder } from '../../graphql/builder';
import type { GraphqlContext } from '../../graphql/context';
import { withDefault, flag, of, onUpdate, optional, readOnly, text, time } from '../../graphql/entity/sheet-fields';

/** Columns of an API key that the API shows, by column name. */
export const keyColumns = {
  name: text(1, 100),
  isEnabled: onUpdate(withDefault(flag('Whether it is accepted; true if left out.'))),
  expiresAt: optional(time('Expiry time; null = never.')),
  lastUsed: readOnly(optional(time())),
};
export const keyInputs = {
  ...keyColumns,
  tagIds: withDefault(
    of(['UUID'], { description: 'The complete list. Left out: none on create, unchanged on update.' }),
  ),
};

export const keyField = (t: object, kind: KeyKind): never =>
  (t as { field(options: object): never }).field({
    type: 'String',
    description: 'Start of the token. The whole token is returned only on creation and rotation.',
    select: { keyPrefix: true },
    resolve: ({ keyPrefix }: { keyPrefix: string }) => redactedKey(kind, keyPrefix),
  });

/** A new API key with its token. The database stores only the hash of the token. */
export interface MadeKey {
  readonly id: string;
  readonly token: string;
}

/** Returns the GraphQL type `CreateXResult {key, apiKey}`: `key` is the token, `apiKey` the row of the key. */
export const createdKeyRef = (model: KeyModel) =>
  builder.objectRef<MadeKey>(`Create${model}Result`).implement({
    description: 'A new API key and its token.',
    fields: (t) => ({
      key: t.exposeString('token', { description: 'The token. Returned only once.', extensions: { isSecret: true } }),
      apiKey: t.prismaField({
        type: getRefFromModel(model, builder),
        resolve: (query: object, { id }: { id: string }, _args, { db }) => requireVisible(db, model, id, query),
      }),
    }),
  });

type KeyModel = 'UserApiKey' | 'DaemonApiKey';

/** Makes further writes in the transaction that replaces a key's token. */
type OnRotated = (tx: Db, key: MadeKey, context: GraphqlContext) => Promise<void>;

/**
 * Adds the mutation `rotateX(id)` to the schema. The mutation replaces the token of a key; the former token is then
 * invalid.
 */
export function defineKeyRotation(model: KeyModel, kind: KeyKind, onRotated: OnRotated = async () => {}): void {
  builder.mutationField(`rotate${model}`, (t) =>
    t.string({
      description: 'Replaces the token of a key and returns the new one. The old token is invalid at once.',
      extensions: { isSecret: true },
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
