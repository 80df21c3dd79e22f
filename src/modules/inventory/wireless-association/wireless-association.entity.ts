// Declares wireless associations as an entity: the rows that belong to them (signal qualities), how the history names
// an association, and that a scan replaces all associations of a host at once.
import { defineEntity } from '../../../data/model/entity-manifest';

export const wirelessAssociationManifest = defineEntity('WirelessAssociation', {
  parts: ['WirelessSignal'],
  constraints: {
    wireless_signals_pkey: ['associationId'],
  },
  historyName: 'r.client_mac',
  readTable: { rows: 'WirelessAssociation' },
});
