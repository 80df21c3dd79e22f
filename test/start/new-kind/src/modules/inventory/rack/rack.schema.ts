// Declares racks in the GraphQL schema: fields, list, filter, order and deletes.
import { entity } from '../../../graphql/entity/entity';
import { optional, text } from '../../../graphql/entity/sheet-fields';

entity('Rack', {
  mixins: ['history'],
  fields: {
    name: text(1, 100),
    address: optional(text(0, 500, 'Postal address.')),
  },
  list: { name: 'racks', description: 'Racks, oldest first by default.' },
  getter: { name: 'rack' },
  filter: { network: true },
  order: ['name'],
  deletes: { effect: 'Hosts stay.' },
});
