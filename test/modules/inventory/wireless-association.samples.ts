// Sample rows of wireless associations.
import type { Samples } from '../../support/samples';

export const samples: Samples = {
  rows: async ({ add, networkId, block, number, macs, hostId, interfaceId, otherHostId }) => {
    const station = { networkId, hostId, ssid: 'staff' };
    const associationId = await add('WirelessAssociation', {
      ...{ ...station, interfaceId, isOwnRadio: true, accessPointHostId: hostId, clientHostId: otherHostId },
      ...{ channel: number % 177, band: 'FiveGhz', associatedSince: new Date() },
      ...{ clientMac: macs[1], clientAddress: `${block}.3`, bssid: macs[2] },
      ...{ accessPointMac: null, accessPointAddress: null, accessPointName: null },
    });
    await add('WirelessAssociation', {
      ...{ ...station, clientMac: macs[3], channel: null, band: null, accessPointMac: macs[0] },
      ...{ accessPointAddress: `${block}.4`, accessPointName: 'ap-2', clientAddress: null, bssid: null },
      ...{ associatedSince: null },
    });
    const readAt = new Date();
    await add('WirelessSignal', { networkId, associationId, readAt, signalDbm: -40 - (number % 50), snrDb: null });
  },
  operations: {
    list_wireless_associations: 'wireless clients and their access points',
    get_wireless_association_by_id: 'one of them',
    export_wireless_associations_csv: 'spreadsheets read them',
  },
};
