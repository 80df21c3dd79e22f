// Changes as all differences tell them: what became of something, and of each of its fields.
import { builder } from '../../graphql/builder';
import { snakeCase } from '../../platform/text/names';

export const changeTypeEnum = builder.enumType('ChangeType', {
  description: 'What a period did to something.',
  values: {
    Added: { description: 'There at the end of the period, not at its start.' },
    Removed: { description: 'There at the start of the period, not at its end.' },
    Changed: { description: 'There at both ends, and not the same.' },
  } as const,
});

export interface FieldChange {
  readonly field: string;
  readonly from: unknown;
  readonly to: unknown;
}

/** Fields that REST spells in a way of its own. */
const wireNames: Readonly<Record<string, string>> = { tagIds: 'tags' };
const wireNameOf = (field: string): string => wireNames[field] ?? snakeCase(field);

export const fieldChangeRef = builder.objectRef<FieldChange>('FieldChange').implement({
  description: 'What became of one field.',
  fields: (t) => ({
    field: t.exposeString('field', {
      description: 'Its name, as filters and inputs spell it: `vlanNumber`, `tagIds`.',
    }),
    wireName: t.string({
      description: 'Its name in REST: `vlan_number`, `tags`.',
      resolve: ({ field }) => wireNameOf(field),
    }),
    from: t.expose('from', { type: 'JSON', nullable: true, description: 'Null where it had no value, or no row was.' }),
    to: t.expose('to', { type: 'JSON', nullable: true, description: 'Null where it has no value, or no row is.' }),
  }),
});
