// Descriptions of locating machines, for GraphiQL and the OpenAPI document. Also the texts for why a location is
// unknown or uncertain, which responses contain too.
import { registerTexts } from '../../../graphql/descriptions/texts';
import type { LocateNote } from './locate';

export const noteTexts: Readonly<Record<LocateNote, string>> = {
  SeveralPorts: 'Several ports have learned one of its addresses, and nothing says which of them is the nearest.',
  OnTheWayOnly: 'Seen only by ports on the path to it, or by routers.',
  NotSeen: 'No device has it in a table, and no cable to it is known.',
  SeveralHosts: 'Several hosts match the text.',
  NoSuchHost: 'No host of the network matches the text.',
  NoMacAddress: 'No MAC address of the host is known, and no cable to it.',
};

registerTexts({
  enums: {
    LocationEvidence: {
      type: 'Evidence that a machine is behind a port.',
      values: {
        Cable: 'A link between the port and the machine.',
        Wireless: 'A wireless association with the radio.',
        ForwardingTable: 'The port has learned a MAC address of the machine (BRIDGE-MIB dot1dTpFdbTable, RFC 4188).',
        ArpTable: 'The ARP table of a router has a MAC address of the machine on the port.',
      },
    },
    LocatedKind: {
      type: 'How the text to locate is interpreted.',
      values: { MacAddress: 'A MAC address.', IpAddress: 'An IP address.', Host: 'A host, by its id or name.' },
    },
    LocationNote: { type: 'Why it is not certain where a machine is.', values: noteTexts },
  },
});
