// Fields that user and daemon API keys share; the token itself is never among them.
import { redactedKey, type KeyKind } from '../auth/tokens';

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
      description: 'How the token begins; the whole of it is shown once, when it is made or rotated.',
      select: { keyPrefix: true },
      resolve: ({ keyPrefix }: { keyPrefix: string }) => redactedKey(kind, keyPrefix),
    }),
    isEnabled: fields.expose('isEnabled', { type: 'Boolean', description: 'A disabled key is refused.' }),
    expiresAt: fields.expose('expiresAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Null = never; used after this time the key is refused and gets disabled.',
    }),
    lastUsed: fields.expose('lastUsed', {
      type: 'DateTime',
      nullable: true,
      description: 'Written now and then, not on every request.',
    }),
  };
};
