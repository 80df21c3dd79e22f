// Texts of the form fields for networks and events, and of the lists that summarize the selected networks and events.
import type { HostRole, NetworkEventKind, NetworkEventSeverity } from '../../../generated/people-operations';
import { eventKinds, eventSeverities } from '../../kit/events/event-words';

// The type Record makes a missing text for one of the API's values a compile error.
const kindNames: Readonly<Record<NetworkEventKind, string>> = eventKinds;
const severityNames: Readonly<Record<NetworkEventSeverity, string>> = eventSeverities;

const roleNames: Readonly<Record<HostRole, string>> = {
  AccessPoint: 'Access point',
  Camera: 'Camera',
  Controller: 'Controller',
  Firewall: 'Firewall',
  Hypervisor: 'Hypervisor',
  Pc: 'PC',
  Phone: 'Phone',
  Printer: 'Printer',
  Router: 'Router',
  Server: 'Server',
  Storage: 'Storage',
  Switch: 'Switch',
  Ups: 'UPS',
};

export const texts = {
  kindNames,
  severityNames,
  roleNames,
  scope: 'Networks',
  someNetworks: 'chosen networks',
  allNetworks: 'all networks, later ones too',
  chosenNetworks: 'Chosen networks',
  severities: 'Severities',
  kinds: 'Kinds of events',
  tags: 'Tags of hosts',
  roles: 'Roles of hosts',
  noneIsAll: 'Without any: all.',
  noneIsAllHosts: 'Without any: all events, also those about no host.',
  notAllTags: (shownCount: number, count: number) =>
    `Without any: all events. The first ${shownCount.toLocaleString()} of ${count.toLocaleString()} tags are offered.`,
  everyNetwork: 'all networks',
  everything: 'everything',
  networkCount: (count: number) => (count === 1 ? 'one network' : `${count.toLocaleString()} networks`),
  kindCount: (count: number) => (count === 1 ? 'one kind' : `${count.toLocaleString()} kinds`),
  someHosts: 'some hosts',
} as const;
