// The manifest of wireless associations: what the service knows of them beside their fields and rights.
import { defineEntity } from '../../../data/model/entity-manifest';

export const wirelessAssociationManifest = defineEntity('WirelessAssociation', {
  parts: ['WirelessSignal'],
  constraints: {
    wireless_signals_pkey: ['associationId'],
  },
  historyName: 'r.client_mac',
  readTable: { rows: 'WirelessAssociation' },
});
