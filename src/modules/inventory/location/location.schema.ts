// The GraphQL query that locates a machine: finds the switch port to which a MAC address, an IP address or a machine is
// connected.
import { builder } from '../../../graphql/builder';
import { text } from '../../../graphql/plugin/bounds';
import { longestSearch } from '../../../graphql/lists/search-filter';
import { rowField } from '../../../graphql/row-field';
import { locate, locatedKinds, locateEarlier, mostMacs, type LocateNote, type Location } from './locate';
import { mostConsidered, mostNamed } from './named-hosts';
import { locationEvidences, locationNotes, type Place } from './places';
import { noteTexts } from './location.texts';
import { mostLearned, mostPeriods } from './earlier-places.sql';
import type { Stay } from './stays';

const evidenceEnum = builder.enumType('LocationEvidence', { values: locationEvidences });
const kindEnum = builder.enumType('LocatedKind', { values: locatedKinds });
const noteEnum = builder.enumType('LocationNote', {
  values: [...locationNotes, 'SeveralHosts', 'NoSuchHost', 'NoMacAddress'] as const satisfies readonly LocateNote[],
});
/** Maximum number of ports in each list of a response. Ports that are nearest to the machine come first. */
const mostListed = 100;
/** Maximum number of earlier periods at ports that a response lists for a machine, latest first. */
const mostEarlier = 20;

const portRef = builder.objectRef<Place>('LocationPort').implement({
  description: 'A port on which a device has seen the machine.',
  fields: (t) => ({
    interfaceId: t.expose('interfaceId', { type: 'UUID' }),
    interface: rowField<Place>(t, 'Interface', ({ interfaceId }) => interfaceId, 'The port.'),
    hostId: t.expose('hostId', { type: 'UUID', description: 'Id of the device that has the port.' }),
    host: rowField<Place>(t, 'Host', ({ hostId }) => hostId, 'The device that has the port.'),
    evidence: t.expose('evidence', {
      type: evidenceEnum,
      description: 'Strongest evidence that the machine is behind the port.',
    }),
    macAddress: t.exposeString('macAddress', {
      nullable: true,
      description: 'MAC address of the machine in the table of the device; null for a cable.',
    }),
    readAt: t.expose('readAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the table was read; null for a cable.',
    }),
    learnedMacCount: t.exposeInt('learnedCount', { description: 'Number of MAC addresses that the port has learned.' }),
    isShared: t.exposeBoolean('isShared', {
      description:
        'Whether the port has learned other machines too: an unmanaged switch, virtual machines or an access point are behind it.',
    }),
    isOutdated: t.exposeBoolean('isOutdated', {
      description: 'Whether a later run has seen the machine on another port.',
    }),
    farHostId: t.field({
      type: 'UUID',
      nullable: true,
      description:
        'Id of another device at the far end of its cable, behind which the machine is; null if there is none.',
      resolve: ({ farHostIds }) => farHostIds[0] ?? null,
    }),
    farHost: rowField<Place>(
      t,
      'Host',
      ({ farHostIds }) => farHostIds[0] ?? null,
      'The device at the far end of its cable, behind which the machine is.',
    ),
  }),
});

const matchRef = builder.objectRef<{ readonly hostId: string }>('LocatedHost').implement({
  description: 'A host that matches the text.',
  fields: (t) => ({
    hostId: t.expose('hostId', { type: 'UUID' }),
    host: rowField<{ readonly hostId: string }>(t, 'Host', ({ hostId }) => hostId, 'The host.'),
  }),
});

const earlierRef = builder.objectRef<Stay>('EarlierLocation').implement({
  description: 'A port that the machine was on before, by the history of forwarding tables.',
  fields: (t) => ({
    interfaceId: t.expose('interfaceId', { type: 'UUID', description: 'Id that the port has or had.' }),
    interface: rowField<Stay>(t, 'Interface', ({ interfaceId }) => interfaceId, 'The port; null if deleted.'),
    interfaceName: t.exposeString('interfaceName', {
      description: 'Name of the port at that time: ifName, else ifDescr.',
    }),
    hostId: t.expose('hostId', { type: 'UUID', description: 'Id of the device that has or had the port.' }),
    host: rowField<Stay>(t, 'Host', ({ hostId }) => hostId, 'The device; null if deleted.'),
    macAddress: t.exposeString('macAddress', { description: 'MAC address of the machine that the port had learned.' }),
    from: t.expose('from', { type: 'DateTime', description: 'When the port had first learned it, as far as known.' }),
    until: t.expose('until', {
      type: 'DateTime',
      nullable: true,
      description: 'When its table no longer had it; null if it still has.',
    }),
  }),
});

const locationRef = builder.objectRef<Location>('Location').implement({
  description: 'Location of a machine: the port that it is connected to, with the evidence.',
  fields: (t) => ({
    kind: t.expose('kind', { type: kindEnum, description: 'How the text was interpreted.' }),
    macAddresses: t.exposeStringList('macAddresses', {
      description: `MAC addresses that were looked for, at most ${mostMacs}.`,
    }),
    macAddressCount: t.exposeInt('macAddressCount', {
      description: 'Number of MAC addresses that it has, those above the bound of `macAddresses` too.',
    }),
    hosts: t.field({
      type: [matchRef],
      complexity: { field: 1, multiplier: 2 },
      description: `Hosts that match the text, at most ${mostNamed}. If several match by name, none is located.`,
      resolve: ({ hostIds }) => hostIds.map((hostId) => ({ hostId })),
    }),
    hostCount: t.exposeInt('hostCount', {
      description: `Number of hosts that match the text, those above the bound of \`hosts\` too. Of parts of names at most ${mostConsidered} are counted.`,
    }),
    ports: t.field({
      type: [portRef],
      complexity: { field: 1, multiplier: 2 },
      description: `Ports that the machine is connected to, one for each cable or MAC address, nearest first, at most ${mostListed}. With the note \`SeveralPorts\` those that it may be connected to.`,
      resolve: ({ ports }) => ports.slice(0, mostListed),
    }),
    portCount: t.int({
      description: 'Number of ports that it is or may be connected to, those above the bound of `ports` too.',
      resolve: ({ ports }) => ports.length,
    }),
    passing: t.field({
      type: [portRef],
      complexity: { field: 1, multiplier: 10 },
      description: `Other ports that have seen it: on the path to it, of routers that know its address, or where it was before; at most ${mostListed}.`,
      resolve: ({ passing }) => passing.slice(0, mostListed),
    }),
    passingCount: t.int({
      description: 'Number of other ports that have seen it, those above the bound of `passing` too.',
      resolve: ({ passing }) => passing.length,
    }),
    earlier: t.field({
      type: [earlierRef],
      complexity: { field: 10, multiplier: 2 },
      description: `Ports that it was on before, latest first, at most ${mostEarlier}. Former tables with more than ${mostLearned} addresses are left out; wireless associations and ARP tables are not read.`,
      resolve: async (location, _args, { sql }) => (await locateEarlier(sql, location)).slice(0, mostEarlier),
    }),
    earlierCount: t.int({
      complexity: 10,
      description: `Number of ports that it was on before, those above the bound of \`earlier\` too. At most ${mostPeriods} periods of tables are counted.`,
      resolve: async (location, _args, { sql }) => (await locateEarlier(sql, location)).length,
    }),
    note: t.expose('note', {
      type: noteEnum,
      nullable: true,
      description: 'Why it is not certain where the machine is; null if it is.',
    }),
    message: t.string({
      nullable: true,
      description: 'Note as a sentence for people.',
      resolve: ({ note }) => note && noteTexts[note],
    }),
  }),
});

builder.queryField('locate', (t) =>
  t.field({
    type: locationRef,
    // The cost is high because the query may search all texts of hosts for a name.
    complexity: 20,
    description:
      'The switch port behind which a MAC address, an IP address or a host is, by cables, wireless associations, forwarding tables (BRIDGE-MIB) and ARP tables. Network missing or not accessible: `entity_not_found`.',
    args: {
      networkId: t.arg({ type: 'UUID', required: true }),
      text: t.arg.string({
        required: true,
        ...text(
          1,
          longestSearch,
          ': a MAC address in any notation, an IP address, or the id, the name or a part of a text of a host',
        ),
      }),
    },
    resolve: (_root, { networkId, text: searchText }, context) => locate(context, networkId, searchText),
  }),
);
