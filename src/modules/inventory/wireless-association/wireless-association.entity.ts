// Declares wireless associations as an entity: dependent models, unique constraints and conflict errors of its mutations.
import { defineEntity } from '../../../data/model/entity-manifest';

export const wirelessAssociationManifest = defineEntity('WirelessAssociation', {
  parts: ['WirelessSignal'],
  constraints: {
    wireless_signals_pkey: ['associationId'],
  },
  historyName: 'r.client_mac',
  readTable: { rows: 'WirelessAssociation' },
});
