// Declares wireless associations as an entity: the dependent model with its unique constraint, their name in histories,
// and that a scan reads them as one table of a host.
import { defineEntity } from '../../../data/model/entity-manifest';

export const wirelessAssociationManifest = defineEntity('WirelessAssociation', {
  parts: ['WirelessSignal'],
  constraints: {
    wireless_signals_pkey: ['associationId'],
  },
  historyName: 'r.client_mac',
  readTable: { rows: 'WirelessAssociation' },
});
