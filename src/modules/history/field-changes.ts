// GraphQL types for a changed row in a comparison: the kind of change, and the old and new value of each changed field.
import { builder } from '../../graphql/builder';
import { snakeCase } from '../../platform/text/names';

export const changeTypeEnum = builder.enumType('ChangeType', {
  description: 'Kinds of changes between two instants.',
  values: {
    Added: { description: 'Present at the end only.' },
    Removed: { description: 'Present at the start only.' },
    Changed: { description: 'Present at both ends, and different.' },
  } as const,
});

export interface FieldChange {
  readonly field: string;
  readonly from: unknown;
  readonly to: unknown;
}

/** Names in REST of fields that have another name in GraphQL. */
const wireNames: Readonly<Record<string, string>> = { tagIds: 'tags' };
const wireNameOf = (field: string): string => wireNames[field] ?? snakeCase(field);

export const fieldChangeRef = builder.objectRef<FieldChange>('FieldChange').implement({
  description: 'Change of one field.',
  fields: (t) => ({
    field: t.exposeString('field', {
      description: 'Name of the field as in filters and inputs: `vlanNumber`, `tagIds`.',
    }),
    wireName: t.string({
      description: 'Name of the field in REST: `vlan_number`, `tags`.',
      resolve: ({ field }) => wireNameOf(field),
    }),
    from: t.expose('from', { type: 'JSON', nullable: true, description: 'Value before; null if there was none.' }),
    to: t.expose('to', { type: 'JSON', nullable: true, description: 'Value after; null if there is none.' }),
  }),
});
