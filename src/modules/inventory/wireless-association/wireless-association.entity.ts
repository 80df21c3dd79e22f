// Declares wireless associations as an entity: the model of signal qualities, SQL for the name of an association in
// histories, and that a scan reads all associations of a host as one table.
import { defineEntity } from '../../../data/model/entity-manifest';

export const wirelessAssociationManifest = defineEntity('WirelessAssociation', {
  parts: ['WirelessSignal'],
  constraints: {
    wireless_signals_pkey: ['associationId'],
  },
  historyName: 'r.client_mac',
  readTable: { rows: 'WirelessAssociation' },
});
