// Descriptions of changes of rows, for GraphiQL and the OpenAPI document.
import { registerTexts } from '../../graphql/descriptions/texts';

registerTexts({
  enums: {
    InventoryKind: {
      metadata: 'entities',
      values: {
        AddressReservation: 'A range of addresses of a subnet that is reserved for a purpose.',
        Plan: 'A named list of planned changes of the network.',
        SavedView: 'A picture of a topology that a user has saved.',
      },
    },
  },
  fields: {
    added: 'Number of added rows.',
    changed: 'Number of changed rows.',
    removed: 'Number of removed rows.',
    changeType: 'Kind of change.',
    kind: 'Kind of the row.',
  },
  arguments: {
    kind: 'Kind of the row.',
    'history.id': 'Id of the row.',
  },
});
