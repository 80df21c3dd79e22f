// Wireless clients in GraphQL: who is associated with which access point, and how well it is heard.
import { builder } from '../../../graphql/builder';
import { baseFields, historyFields } from '../../../graphql/common-fields';
import { enumRef } from '../../../graphql/enums';
import { defineGetter } from '../../../graphql/getter';
import { defineList, defineRootList, relatedList } from '../../../graphql/lists/list';

builder.prismaObject('WirelessSignal', {
  select: { associationId: true },
  fields: (t) => ({
    observedAt: t.expose('readAt', { type: 'DateTime', description: 'When it was reported.' }),
    signalDbm: t.exposeInt('signalDbm', { nullable: true }),
    snrDb: t.exposeInt('snrDb', { nullable: true }),
  }),
});

builder.prismaObject('WirelessAssociation', {
  select: { id: true },
  fields: (t) => ({
    ...baseFields(t),
    ...historyFields(t),
    networkId: t.expose('networkId', { type: 'UUID' }),
    network: t.relation('network'),
    hostId: t.expose('hostId', { type: 'UUID' }),
    host: t.relation('host', {
      nullable: true,
      description: 'The access point or controller whose table has the client.',
    }),
    interfaceId: t.expose('interfaceId', { type: 'UUID', nullable: true }),
    interface: t.relation('interface', { nullable: true, description: 'The radio interface of the host.' }),
    isOwnRadio: t.exposeBoolean('isOwnRadio'),
    clientMac: t.exposeString('clientMac'),
    clientAddress: t.exposeString('clientAddress', { nullable: true }),
    clientHostId: t.expose('clientHostId', { type: 'UUID', nullable: true }),
    clientHost: t.relation('clientHost', {
      nullable: true,
      description: 'The host that has the MAC address of the client; null if that is none or several.',
    }),
    accessPointMac: t.exposeString('accessPointMac', { nullable: true }),
    accessPointAddress: t.exposeString('accessPointAddress', { nullable: true }),
    accessPointName: t.exposeString('accessPointName', { nullable: true }),
    accessPointHostId: t.expose('accessPointHostId', { type: 'UUID', nullable: true }),
    accessPointHost: t.relation('accessPointHost', {
      nullable: true,
      description:
        'The host itself if the radio is its own, else the one that has the MAC or IP address of the access point; null if that is none or several.',
    }),
    ssid: t.exposeString('ssid', { nullable: true }),
    bssid: t.exposeString('bssid', { nullable: true }),
    channel: t.exposeInt('channel', { nullable: true }),
    band: t.expose('band', { type: enumRef('WirelessBand'), nullable: true }),
    associatedSince: t.expose('associatedSince', { type: 'DateTime', nullable: true }),
    signal: t.relation('signal', {
      nullable: true,
      description: 'The last reading of its signal, without history; null if it was never read.',
    }),
  }),
});

defineList('WirelessAssociation', {
  isNetworkLevel: true,
  filter: {
    columns: [
      ...['id', 'networkId', 'hostId', 'interfaceId', 'isOwnRadio', 'clientMac', 'clientAddress', 'clientHostId'],
      ...['accessPointMac', 'accessPointAddress', 'accessPointName', 'accessPointHostId'],
      ...['ssid', 'bssid', 'channel', 'band', 'associatedSince', 'createdAt', 'updatedAt'],
    ],
    relations: { network: true, host: true, interface: true, clientHost: true, accessPointHost: true },
  },
  order: [
    ...['ssid', 'bssid', 'channel', 'band', 'clientMac', 'clientAddress', 'accessPointName', 'associatedSince'],
    ...['hostId', 'accessPointHostId', 'clientHostId', 'createdAt', 'updatedAt'],
  ],
});
defineRootList('wirelessAssociations', 'WirelessAssociation', {
  description: 'Wireless clients and their access points, oldest first by default.',
});
defineGetter('wirelessAssociation', 'WirelessAssociation');

builder.prismaObjectFields('Host', (t) => ({
  wirelessAssociations: relatedList(t, 'wirelessAssociations', 'Host', {
    description: 'Where it is associated as a wireless client.',
  }),
  wirelessClients: relatedList(t, 'wirelessClients', 'Host', {
    description: 'Wireless clients that are associated with it.',
  }),
  reportedAssociations: relatedList(t, 'reportedAssociations', 'Host', {
    description: 'Wireless clients in its table, at its own radios or at access points that it controls.',
  }),
}));
builder.prismaObjectFields('Interface', (t) => ({
  wirelessClients: relatedList(t, 'wirelessClients', 'Interface', {
    description: 'Wireless clients of its host that are on it.',
  }),
}));
