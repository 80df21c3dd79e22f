// Declares sites in the GraphQL schema: fields, list, filter, order and deletes.
import { entity } from '../../../graphql/entity/entity';
import { optional, text } from '../../../graphql/entity/sheet-fields';

entity('Site', {
  mixins: ['history'],
  fields: {
    name: text(1, 100),
    address: optional(text(0, 500, 'Postal address.')),
  },
  list: { name: 'sites', description: 'Sites, oldest first by default.' },
  getter: { name: 'site' },
  filter: { network: true },
  order: ['name'],
  deletes: { effect: 'Hosts stay.' },
});
