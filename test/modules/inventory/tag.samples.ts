// Sample rows of tags.
import { nextName } from '../../support/sample-values';
import type { Samples } from '../../support/samples';

export const samples: Samples = {
  cases: {
    create_tag: (side) => ({ name: nextName(side, 'tag'), color: 'Teal', organization_id: side.organizationId }),
    bulk_add_tag: async (side) => ({
      entity_ids: [side.id('Host')],
      entity_type: 'Host',
      tag_id: await side.create('create_tag'),
    }),
    bulk_remove_tag: (side) => ({ entity_ids: [side.id('Host')], entity_type: 'Host', tag_id: side.id('Tag') }),
    set_entity_tags: (side) => ({ entity_id: side.id('Subnet'), entity_type: 'Subnet', tag_ids: [side.id('Tag')] }),
  },
};
