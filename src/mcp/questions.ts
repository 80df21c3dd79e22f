// The MCP tools that answer questions about a network: locate, path, impact and why_hidden read its state,
// what_changed its history, what_happened its events, and what_is_wrong the checks that fail.
import type { GraphQLSchema } from 'graphql';
import { z } from 'zod';
import { AppError } from '../errors';
import {
  McpGatewayDefinitionsDocument,
  McpGatewaysDocument,
  McpImpactDocument,
  McpLocateDocument,
  McpNextFreeAddressDocument,
  McpPathDocument,
  McpWhatChangedDocument,
  McpWhatHappenedDocument,
  McpWhatIsWrongDocument,
  McpWhyHiddenDocument,
  type ChangeType,
  type InventoryKind,
  type NetworkEventKind,
  type NetworkEventSeverity,
  type VerdictState,
} from '../generated/operations';
import { withMergedIdsReplaced } from './aliases';
import type { Asker } from './ask';
import { count, id, networkId, enumValues, view } from './inputs';
import { tool } from './tool';

export const locate = tool('locate', {
  title: 'Find the switch port of a machine',
  description:
    'The switch port behind which a MAC address, an IP address or a host is, with the evidence: cable, wireless association, forwarding table or ARP table. `passing` are other ports that have seen it. Where that is not certain, note and message say why.',
  input: z.strictObject({
    networkId,
    text: z
      .string()
      .min(1)
      .max(200)
      .describe('A MAC address in any notation, an IP address, or the id or name of a host.'),
  }),
  answer: (question, ask) => ask(McpLocateDocument, question),
});

export const nextFreeAddress = tool('next_free_address', {
  title: 'Find free addresses of a subnet',
  description:
    'The first addresses of a subnet that no host has, no device reports and nobody has reserved, at present. An address stays free until it is reserved or given to a host, so another caller may get the same one.',
  input: z.strictObject({
    subnetId: id('Id of a subnet; `find` has it.'),
    count: count(16, 1, 'Maximum number of addresses.'),
  }),
  answer: (question, ask) => ask(McpNextFreeAddressDocument, question),
});

const drawnKinds = 'a host, port, address, subnet or service';

export const path = tool('path', {
  title: 'Find the path between two things',
  description:
    'A shortest path, hop by hop: by ports and cables in L2Physical, by subnets and gateways in L3Logical. Without a path shortestPath is null, and `from` and `to` say whether the view shows each end, or why not.',
  input: z.strictObject({
    networkId,
    from: id(`Id of ${drawnKinds}.`),
    to: id(`Id of ${drawnKinds}.`),
    view: view('L3Logical'),
  }),
  answer: (question, ask) => withMergedIdsReplaced(question, ['from', 'to'], ask, (now) => ask(McpPathDocument, now)),
});

export const impact = tool('impact', {
  title: 'Tell what breaks when something fails',
  description:
    'What the root can no longer reach when all of `ids` fail at once: in L2Physical devices that lose their cables to it, in L3Logical hosts and subnets. The root is usually the gateway; without one a host with a gateway service is taken, and `hosts` names it. stillReachable 0: the root is not in the view, and `root` says why.',
  input: z.strictObject({
    networkId,
    ids: z
      .array(id(`Id of ${drawnKinds}.`))
      .min(1)
      .max(100)
      .describe('Ids of what fails; a port fails with its cables.'),
    root: id(`Id of ${drawnKinds} that others want to reach.`).optional(),
    view: view('L2Physical'),
  }),
  answer: async ({ root, ...otherInputs }, ask) => {
    const whole = { ...otherInputs, root: root ?? (await findGateway(otherInputs.networkId, otherInputs.ids, ask)) };
    return withMergedIdsReplaced(whole, ['ids', 'root'], ask, (now) => ask(McpImpactDocument, now));
  },
});

/**
 * The effect of failing hosts is judged from a gateway. Returns the id of the network's first host that has a gateway
 * service and is not among the failing hosts. Throws if there is none.
 */
async function findGateway(network: string, failing: readonly string[], ask: Asker): Promise<string> {
  const { serviceDefinitions } = await ask(McpGatewayDefinitionsDocument, {});
  const definitions = serviceDefinitions.flatMap(({ id: name, isGateway }) => (isGateway ? [name] : []));
  const gateways = await ask(McpGatewaysDocument, { networkId: network, definitions, failing: [...failing] });
  const gateway = gateways.network?.hosts.nodes[0];
  if (!gateway) throw new AppError('validation_required', { field: 'root' });
  return gateway.id;
}

export const whyHidden = tool('why_hidden', {
  title: 'Explain why something is not on the map',
  description:
    'Says which rule, filter or missing data keeps a thing out of a view of its network, or in L2Physical the link between two devices or ports, with the LLDP and CDP records that gave no link.',
  input: z.strictObject({
    networkId,
    entityId: id('Id of a thing of the network.'),
    otherId: id('Id of a second host or port: why is there no link between the two?').optional(),
    view: view('L2Physical'),
  }),
  answer: (question, ask) =>
    withMergedIdsReplaced(question, ['entityId', 'otherId'], ask, (now) => ask(McpWhyHiddenDocument, now)),
});

const instant = (description: string) => z.iso.datetime({ offset: true }).describe(description);

/** Kinds of rows that have a history, but that the comparison of a network at two instants leaves out. */
const uncompared: ReadonlySet<string> = new Set(['AddressReservation', 'Plan', 'SavedView']);

export const whatChanged = (schema: GraphQLSchema) =>
  tool('what_changed', {
    title: 'Tell what changed in a network',
    description:
      'Rows of a network that differ between two instants: added, removed or changed, with the fields, their values, and who made the change (a user, a discovery, a daemon).',
    input: z.strictObject({
      networkId,
      from: instant('The earlier instant, for example 2026-01-31T08:00:00Z.'),
      to: instant('The later instant; left out: now.').optional(),
      kinds: z
        .array(z.enum(enumValues<InventoryKind>(schema, 'InventoryKind').filter((kind) => !uncompared.has(kind))))
        .min(1)
        .max(20)
        .optional(),
      changeTypes: z
        .array(z.enum(enumValues<ChangeType>(schema, 'ChangeType')))
        .min(1)
        .max(3)
        .optional(),
      first: count(100, 30, 'Most changes; totalCount says how many there are.'),
      offset: z.int().min(0).max(1_000_000).default(0).describe('Number of changes to skip.'),
    }),
    answer: (question, ask) => ask(McpWhatChangedDocument, question),
  });

export const whatHappened = (schema: GraphQLSchema) =>
  tool('what_happened', {
    title: 'Tell what happened since',
    description:
      'Events of networks after an instant or another event, the oldest first: machines, links, ports and services that are new, gone, moved, silent or back, checks that fail or recover, runs and daemons. One event is all that has one cause: a switch that fails, with the machines behind it. `message` says it.',
    input: z.strictObject({
      networkId: networkId.optional().describe('Only events of this network; left out: of all.'),
      since: instant('Only events stored from this instant on. Needed without `after`.').optional(),
      after: z.string().min(1).max(200).describe('Cursor of the last event received: only those after it.').optional(),
      kinds: z
        .array(z.enum(enumValues<NetworkEventKind>(schema, 'NetworkEventKind')))
        .min(1)
        .max(20)
        .optional(),
      severities: z
        .array(z.enum(enumValues<NetworkEventSeverity>(schema, 'NetworkEventSeverity')))
        .min(1)
        .max(3)
        .optional(),
      first: count(100, 30, 'Most events; hasNextPage says whether there are more.'),
    }),
    answer: ({ networkId: inNetwork, since, after, kinds, severities, first }, ask) => {
      if (since === undefined && after === undefined) throw new AppError('validation_required', { field: 'since' });
      return ask(McpWhatHappenedDocument, {
        ...(inNetwork !== undefined && { networkId: inNetwork }),
        ...(after !== undefined && { after }),
        filter: {
          ...(since !== undefined && { createdAt: { gte: since } }),
          ...(kinds && { kind: { in: kinds } }),
          ...(severities && { severity: { in: severities } }),
        },
        first,
      });
    },
  });

export const whatIsWrong = (schema: GraphQLSchema) =>
  tool('what_is_wrong', {
    title: 'Tell which checks of a network fail',
    description:
      'Checks say what networks must be. Lists the verdicts that fail, the latest first: since when, the findings with the ids of the rows that they are about, and for Unknown the evidence that is missing. Accepted findings count no more. sinceIsAtLeast: it may have been so for longer.',
    input: z.strictObject({
      networkId: networkId.optional(),
      states: z
        .array(z.enum(enumValues<VerdictState>(schema, 'VerdictState')))
        .min(1)
        .max(3)
        .default(['Failing']),
      first: count(50, 10, 'Most verdicts; totalCount says how many there are.'),
    }),
    answer: (question, ask) => ask(McpWhatIsWrongDocument, question),
  });
