// Texts that explain why a port has a link or has no link, for descriptions of enums and for responses.
import type { DocumentedLinkState, ForwardingReason, NeighborReason } from '../../../generated/prisma/enums';

export const neighborReasonTexts = {
  Pending: 'Not resolved yet: the next complete discovery resolves it.',
  Superseded: 'No link: the record is stale, and its other end reports another neighbour now.',
  Stale: 'The record is older than the staleness window of the network; an earlier link stays.',
  NoIdentity: 'No link: the record has neither a chassis ID nor a name.',
  UnknownChassis: 'No known host matches: it is linked to a host that was inferred from the record.',
  AmbiguousMac: 'No link: several hosts have the MAC address.',
  AmbiguousAddress: 'No link: several hosts have the IP address.',
  AmbiguousChassisId: 'No link: several hosts match the chassis ID.',
  AmbiguousName: 'No link: several hosts have the name.',
  OwnHost: 'No link: the record is about the host that reports it.',
  UnknownPort: 'Linked to the host: none of its ports matches.',
  AmbiguousPort: 'Linked to the host: several of its ports match.',
  OneSided: 'Linked to the port, which does not report this one.',
  Refuted: 'No link: refuted by hand.',
} as const satisfies Readonly<Record<NeighborReason, string>>;

export const documentedLinkTexts = {
  Pending: 'Not resolved yet: the next import of cables or the next complete discovery resolves it.',
  Documented: 'Linked by the documentation alone: discovery neither confirms nor contradicts it.',
  Confirmed: 'The link was discovered as well.',
  Contradicted: 'No link: LLDP or CDP of one of its ports name another neighbour.',
  Refuted: 'No link: refuted by hand.',
  UnknownHost: 'No link: no host has the name.',
  AmbiguousHost: 'No link: several hosts have the name.',
  OwnHost: 'No link: the other end is on the same host.',
  UnknownPort: 'Linked to the host: none of its ports has the name.',
  AmbiguousPort: 'Linked to the host: several of its ports have the name.',
} as const satisfies Readonly<Record<DocumentedLinkState, string>>;

export const forwardingReasonTexts = {
  Pending: 'Not resolved yet: the next complete discovery resolves it.',
  NeighborReported:
    'Better evidence says what the port leads to: LLDP or CDP, for an ARP table also a forwarding table.',
  Stale: 'The table is older than the staleness window of the network; an earlier link stays.',
  NotEdgePort:
    'The port leads to another bridge, is an aggregate or virtual port, or, for an ARP table, has no address.',
  NoMachine: 'Nothing but addresses of its own host, of groups and of virtual routers is in the table of the port.',
  UnknownMac: 'No host has one of the MAC addresses in the table of the port.',
  AmbiguousMac: 'Several hosts have one of the MAC addresses in the table of the port.',
  SeveralMachines: 'Several machines are behind the port, such as virtual machines or an unmanaged switch.',
  LearnedElsewhere: 'Another port has learned the machine as well, or another link leads to it.',
  Decided: 'A user has decided what the port leads to.',
  Refuted: 'The link to the machine was refuted by hand.',
} as const satisfies Readonly<Record<ForwardingReason, string>>;

export const neighborProtocolText =
  'Protocol that reported the neighbour: LLDP (IEEE 802.1AB) or CDP. For a link from a forwarding table alone (GraphQL: `basis` FDB): LLDP if the port has an LLDP record, else CDP.';
