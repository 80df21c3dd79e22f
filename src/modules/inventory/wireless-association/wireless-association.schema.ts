// GraphQL type and queries of wireless clients: the access point of a client, and the quality of its signal.
import { builder } from '../../../graphql/builder';
import { listedEntity } from '../../../graphql/entity/listed-entity';
import { choice, flag, id, of, optional, time } from '../../../graphql/entity/sheet-fields';
import { relatedList } from '../../../graphql/lists/list';

builder.prismaObject('WirelessSignal', {
  select: { associationId: true },
  fields: (t) => ({
    observedAt: t.expose('readAt', { type: 'DateTime', description: 'When it was reported.' }),
    signalDbm: t.exposeInt('signalDbm', { nullable: true }),
    snrDb: t.exposeInt('snrDb', { nullable: true }),
  }),
});

listedEntity('WirelessAssociation', {
  mixins: ['history'],
  fields: {
    hostId: id(),
    interfaceId: optional(id()),
    isOwnRadio: flag(),
    clientMac: of('String'),
    clientAddress: optional(of('String')),
    clientHostId: optional(id()),
    accessPointMac: optional(of('String')),
    accessPointAddress: optional(of('String')),
    accessPointName: optional(of('String')),
    accessPointHostId: optional(id()),
    ssid: optional(of('String')),
    bssid: optional(of('String')),
    channel: optional(of('Int')),
    band: optional(choice('WirelessBand')),
    associatedSince: optional(time()),
  },
  list: {
    name: 'wirelessAssociations',
    description: 'Wireless clients and their access points, oldest first by default.',
  },
  getter: { name: 'wirelessAssociation' },
  filter: { network: true, host: true, interface: true, clientHost: true, accessPointHost: true },
  order: [
    ...(['ssid', 'bssid', 'channel', 'band', 'clientMac', 'clientAddress', 'accessPointName'] as const),
    ...(['associatedSince', 'hostId', 'accessPointHostId', 'clientHostId'] as const),
  ],
});

builder.prismaObjectFields('WirelessAssociation', (t) => ({
  host: t.relation('host', {
    nullable: true,
    description: 'The access point or controller whose table has the client.',
  }),
  interface: t.relation('interface', { nullable: true, description: 'The radio interface of the host.' }),
  clientHost: t.relation('clientHost', {
    nullable: true,
    description: 'The host that has the MAC address of the client; null if that is none or several.',
  }),
  accessPointHost: t.relation('accessPointHost', {
    nullable: true,
    description:
      'The host itself if the radio is its own, else the one that has the MAC or IP address of the access point; null if that is none or several.',
  }),
  signal: t.relation('signal', {
    nullable: true,
    description: 'The last reading of its signal, without history; null if it was never read.',
  }),
}));

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
