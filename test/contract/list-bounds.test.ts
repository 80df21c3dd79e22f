// Tests that every list in results and inputs of the schema has a bound. The declaration of the list or this file
// states the bound.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isListType,
  isObjectType,
  type GraphQLInputField,
  type GraphQLType,
} from 'graphql';
import { listLimits } from '../../src/data/tenancy/list-limits';
import { maximumPageSize } from '../../src/graphql/lists/page';
import type { DeclaredBounds, DeclaredList } from '../../src/graphql/plugin/bounds';
import { schema } from '../../src/modules/types';

/**
 * What bounds the length of a list: a maximum number of elements that writes enforce, or the origin of the elements.
 *
 * - `network`, `organization`: the list has at most the rows of the network or organization, and a request is charged
 *   for the rows that it returns.
 * - `service`: Netloom computes the elements, and no caller can add one.
 * - `body`: the list is sent in a request body and not stored, so the maximum size of a body bounds the list.
 */
type Bound = number | 'network' | 'organization' | 'service' | 'body';

const { tags, credentials, ipAddresses, ports, interfaces, services, bindings, networks } = listLimits;

/** Bounds of lists in results. `*` stands for any type. */
const answers: Readonly<Record<string, Bound>> = {
  '*.tags': tags,
  '*.tagIds': tags,
  '*.foldedIn': 'network',
  '*.groupCounts': 'organization',
  'Query.nodes': 100,
  'SearchAnswer.matches': 100,
  'Location.hosts': 20,
  'Location.macAddresses': 100,
  'Location.ports': 100,
  'Location.passing': 100,
  'NextFreeAddress.addresses': 16,
  'Location.earlier': 20,
  // Lists of rows that are part of a host or refer to a host.
  'Host.ipAddresses': ipAddresses,
  'Host.ports': ports,
  'Host.interfaces': interfaces,
  'Host.services': services,
  'Host.bindings': services * bindings,
  'Service.bindings': bindings,
  'IpAddress.bindings': services,
  'IpAddress.interfaces': interfaces,
  'Port.bindings': services * ipAddresses,
  'Host.daemons': 'network',
  'Host.credentialAssignments': credentials,
  'Host.credentialIds': credentials,
  'Host.credentials': credentials,
  'Host.workingCredentials': 'organization',
  'Credential.assignedNetworkIds': networks,
  'Credential.hostAssignments': 'organization',
  'Network.credentialAssignments': credentials,
  'Network.credentialIds': credentials,
  'Network.credentials': credentials,
  // Lists that a report writes. The next report of the same host replaces them.
  'Interface.fdbMacs': 10_000,
  'Interface.stpBlockedVlans': 4094,
  'Interface.stpBlockedInstances': 4095,
  'Interface.taggedVlans': 4094,
  'Interface.vlanIds': 4094,
  'Interface.documentedLinks': 'network',
  'ImportPlanRow.differences': 50,
  // Lists whose length the database limits.
  'Host.mergedHostIds': 1000,
  'Host.formerMacs': 100,
  'Interface.neighborEvidence': 'network',
  'Interface.neighbors': 'network',
  'ArpEvidence.macAddresses': 10_000,
  'Discovery.integrationTargets': 'network',
  'IntegrationTarget.ips': 'network',
  'Daemon.interfacedSubnetIds': 'network',
  'Daemon.interfacedSubnets': 'network',
  'Subnet.daemons': 'network',
  'Subnet.routers': 'network',
  'FhrpGroup.members': 'network',
  'Subnet.vlanIds': 4094,
  'Subnet.vlans': 4094,
  'Vlan.subnetIds': 'network',
  'Vlan.subnets': 'network',
  'DiscoveryProgress.warnings': 1000,
  'DiscoverySession.warnings': 1000,
  'DaemonWorkSession.warnings': 1000,
  'DiscoveryTypeDetails.subnetIds': 1000,
  'DaemonWorkSession.subnets': 'network',
  'DaemonWorkSession.credentialMappings': 'organization',
  'DaemonWorkSession.otherCredentialMappings': 'organization',
  'DaemonCredentialMapping.ipOverrides': 'network',
  'ReportHostsResult.results': 50,
  'ReportVlansResult.vlans': 4094,
  // Lists that contain users, API keys or shares.
  'DaemonApiKey.daemons': 'network',
  'Check.networkIds': listLimits.checkNetworks,
  'Check.networks': listLimits.checkNetworks,
  'Webhook.networkIds': listLimits.webhookNetworks,
  'Webhook.networks': listLimits.webhookNetworks,
  'Invite.networkIds': networks,
  'Invite.networks': networks,
  'User.networkIds': networks,
  'User.networks': networks,
  'UserApiKey.networkIds': networks,
  'UserApiKey.networks': networks,
  'Viewer.networkIds': networks,
  'Viewer.may': 'service',
  'Share.allowedDomains': 100,
  'DashboardSummary.networks': networks,
  'DashboardSummary.daemons': 'organization',
  'DashboardSummary.recentDiscoveries': 'service',
  'Group.members': 1000,
  'GroupMemberIds.serviceIds': 1000,
  'GroupMemberIds.bindingIds': 1000,
  // Lists inside saved views and topology options.
  'SavedViewDetail.collapsed': 1000,
  'SavedViewDetail.expanded': 1000,
  'SavedViewDetail.reveal': 1000,
  'SavedViewState.closedIds': 1000,
  'SavedViewState.openedIds': 1000,
  'SavedViewState.hiddenCategories': 1000,
  'SavedViewState.hiddenTagIds': 1000,
  'TopologyTagFilter.hiddenHostTagIds': 1000,
  'TopologyTagFilter.hiddenServiceTagIds': 1000,
  'TopologyTagFilter.hiddenSubnetTagIds': 1000,
  'TopologyContainerRules.Application': 200,
  'TopologyContainerRules.L2Physical': 200,
  'TopologyContainerRules.L3Logical': 200,
  'TopologyContainerRules.Workloads': 200,
  'TopologyRequestOptions.elementRules': 200,
  // Lists that are fixed, or that the service computes from rows.
  '*.activeDiscoverySessions': 'organization',
  '*.serviceDefinitions': 'service',
  '*.warnings': 'service',
  'ServerCapabilities.deprecationWarnings': 'service',
  'ServiceDefinition.ports': 'service',
  'ImportPlanRow.fields': 'service',
  'Revision.fields': 'service',
  'InventoryChange.fields': 'service',
  'RestoredRow.fields': 'service',
  'InventoryChanges.changes': 'network',
  'InventoryChangeConnection.summary': 'service',
  'SetEntityTagsResult.tagIds': tags,
  'DiscoveryTypeDetails.ipAddresses': 1000,
  'DiscoveryTypeDetails.ports': 'service',
  'DiscoveryTypeDetails.targetHostIds': 100,
  'Mutation.rescanHosts': 100,
  '*.hostAliases': 1000,
  '*.scheduledRuns': 20,
  'RunTypeDetails.nextRuns': 20,
  'NeighborEvidence.managementAddresses': 20,
  'AggregateLinkEdge.sourceMemberIds': 'network',
  'AggregateLinkEdge.targetMemberIds': 'network',
  // A routing protocol has at most this many states.
  'RoutingAdjacencyEdge.states': 17,
  'RoutingAdjacencyEdge.neighborStates': 17,
  'WirelessLinkEdge.ssids': 'network',
  'WhatIf.rerouted': 'network',
  'WirelessLinkEdge.interfaceIds': 'network',
  'ContainerRuntimeEdge.containerizedServiceIds': 'network',
  'ContainerRuntimeEdge.subnetIds': 'network',
};
/** Patterns of types whose lists all have the same bound. */
const answersOfTypes: readonly (readonly [types: RegExp, bound: Bound])[] = [
  [/^(HostComparison|HostIdentity|HostMergeInfo|IdentityReason|IdentitySuggestion)$/, 'service'],
  [/^MetadataRegistry$/, 'service'],
  [
    /^(Topology(Graph|GraphChanges|Data|Diff|FoldedDiff)|Graph\w+|VlanPath|VlanSegment|HiddenExplanation|\w+Element|\w+Container)$/,
    'network',
  ],
];

const inputs: Readonly<Record<string, Bound>> = {
  // Lists with a maximum length. The service refuses a mutation with a longer list.
  '*.tagIds': tags,
  '*.tags': tags,
  '*.ipAddresses': ipAddresses,
  '*.ports': ports,
  '*.interfaces': interfaces,
  '*.services': services,
  '*.bindings': bindings,
  '*.credentialAssignments': credentials,
  '*.credentialIds': credentials,
  // Ids of networks and subnets that the caller must have access to. A list must not contain an id twice.
  '*.networkIds': networks,
  '*.interfacedSubnetIds': 'network',
  // Lists in topology options. The service checks their lengths when it checks the options as a whole.
  'TopologyContainerRulesInput.Application': 200,
  'TopologyContainerRulesInput.L2Physical': 200,
  'TopologyContainerRulesInput.L3Logical': 200,
  'TopologyContainerRulesInput.Workloads': 200,
  'TopologyRequestOptionsInput.elementRules': 200,
  'TopologyTagFilterInput.hiddenHostTagIds': 1000,
  'TopologyTagFilterInput.hiddenServiceTagIds': 1000,
  'TopologyTagFilterInput.hiddenSubnetTagIds': 1000,
  // The argument `ids` of root fields that return lists. The service refuses more ids.
  '*.ids': 10_000,
  'DiscoverySessionReportInput.credentialResults': 'body',
};
/**
 * Types of inputs whose lists the service does not store: ids that a discovery run has observed, and values that filter
 * conditions compare with.
 */
const inputsOfTypes: readonly (readonly [types: RegExp, bound: Bound])[] = [
  [/^ScannedIdsInput$/, 'body'],
  [/Filter$/, 'body'],
];

const isList = (type: GraphQLType): boolean => isListType(getNullableType(type));
const types = Object.values(schema.getTypeMap()).filter(({ name }) => !name.startsWith('__'));
function tableBound(table: Readonly<Record<string, Bound>>, type: string, field: string): Bound | undefined {
  const key = [`${type}.${field}`, `*.${field}`].find((one) => Object.hasOwn(table, one));
  return key === undefined ? undefined : table[key];
}

const answerLists = types
  .filter((type) => isObjectType(type) || isInterfaceType(type))
  .flatMap((type) =>
    Object.values(type.getFields()).flatMap((field) => {
      const isConnection = getNamedType(field.type).name.endsWith('Connection');
      return isConnection || isList(field.type) ? [{ type: type.name, field, isConnection }] : [];
    }),
  );

function boundOfAnswer({ type, field, isConnection }: (typeof answerLists)[number]): Bound | undefined {
  const isOfPage = type.endsWith('Connection') && ['nodes', 'edges'].includes(field.name);
  if (isOfPage) return maximumPageSize;
  if (isConnection) return field.args.some(({ name }) => name === 'first') ? maximumPageSize : undefined;
  const { holds } = field.extensions as DeclaredList;
  const namedType = getNamedType(field.type);
  if (typeof holds === 'number') return holds;
  return (
    tableBound(answers, type, field.name) ??
    answersOfTypes.find(([pattern]) => pattern.test(type))?.[1] ??
    (isEnumType(namedType) ? namedType.getValues().length : undefined)
  );
}

test.each(answerLists.map((one) => [`${one.type}.${one.field.name}`, one] as const))(
  'the answer %s has a bound',
  (_name, list) => {
    expect(boundOfAnswer(list)).toBeDefined();
  },
);

/** Lists of rows that can be longer than a page and are not connections, each with the reason. */
const withoutConnection: Readonly<Record<string, string>> = {
  'Daemon.interfacedSubnets': 'the subnets in which one machine has an address',
  'Subnet.vlans': 'derived from ports at each read; in use a subnet has one or few',
  'Vlan.subnets': 'derived from ports at each read; in use a VLAN has one or few',
  'Subnet.daemons': 'the daemons with an address in one subnet',
  'DaemonWorkSession.subnets': 'the daemon protocol has no pages',
  'DashboardSummary.daemons': 'Query.daemons is the same list in pages',
  'FhrpGroup.members': 'the routers of one virtual address',
  'Subnet.routers': 'the routers of one subnet',
  'HiddenExplanation.unlinkedRecords': 'what one port reports',
  'Interface.neighborEvidence': 'what one port reports',
  'Interface.neighbors': 'what one port is connected to',
  'InventoryChanges.changes': 'an event of a subscription; Query.inventoryChanges has pages',
  'Invite.networks': 'Query.networks is the same list in pages, for the same caller',
  'User.networks': 'Query.networks has pages',
  'UserApiKey.networks': 'Query.networks has pages',
  'Past.activeDiscoverySessions': 'at most 1,000 sessions are answered',
  'Query.activeDiscoverySessions': 'at most 1,000 sessions are answered',
};

test('a list of rows that can be longer than a page has a connection beside it', () => {
  const paged = new Set(
    answerLists.filter(({ isConnection }) => isConnection).map(({ field }) => field.type.toString()),
  );
  const missingNames = answerLists
    .filter(({ field, isConnection }) => !isConnection && paged.has(`${getNamedType(field.type).name}Connection!`))
    .filter((list) => {
      const bound = boundOfAnswer(list);
      return bound === 'network' || bound === 'organization' || Number(bound) > maximumPageSize;
    })
    .filter(({ type, field }) => {
      const owner = schema.getType(type);
      const fields = isObjectType(owner) || isInterfaceType(owner) ? owner.getFields() : {};
      return !Object.hasOwn(fields, `${field.name}Connection`);
    })
    .map(({ type, field }) => `${type}.${field.name}`);
  expect(missingNames.sort()).toEqual(Object.keys(withoutConnection).sort());
});

interface InputList {
  readonly owner: string;
  readonly input: Pick<GraphQLInputField, 'name' | 'type' | 'extensions'>;
}
const inputLists: InputList[] = types.flatMap((type): InputList[] => {
  if (isInputObjectType(type)) return Object.values(type.getFields()).map((input) => ({ owner: type.name, input }));
  if (!isObjectType(type) && !isInterfaceType(type)) return [];
  return Object.values(type.getFields()).flatMap(({ name, args }) =>
    args.map((input) => ({ owner: `${type.name}.${name}`, input })),
  );
});

function boundOfInput({ owner, input }: InputList): Bound | undefined {
  const { jsonSchema } = input.extensions as DeclaredBounds;
  const namedType = getNamedType(input.type);
  return (
    jsonSchema?.maxItems ??
    tableBound(inputs, owner, input.name) ??
    inputsOfTypes.find(([pattern]) => pattern.test(owner))?.[1] ??
    (isEnumType(namedType) ? 'body' : undefined)
  );
}

test.each(
  inputLists.filter(({ input }) => isList(input.type)).map((one) => [`${one.owner}.${one.input.name}`, one] as const),
)('the input %s has a bound', (_name, list) => {
  expect(boundOfInput(list)).toBeDefined();
});

test('orderBy accepts at most a hundred keys, everywhere', () => {
  const orders = inputLists.filter(({ input }) => input.name === 'orderBy');
  expect(orders.length).toBeGreaterThan(50);
  for (const { input } of orders) expect((input.extensions as DeclaredBounds).jsonSchema?.maxItems).toBe(100);
});

test('docs/api.md names the limits of writes', () => {
  const guide = readFileSync(join(__dirname, '..', '..', 'docs', 'api.md'), 'utf8');
  const rows = [...guide.matchAll(/^\| ([^|]+?) +\| ([\d,]+) +\|$/gm)].map(([, list, most]) => [list, most] as const);
  const rowsMatching = (pattern: RegExp) => rows.filter(([list]) => pattern.test(list!)).map(([, most]) => most);
  const lists: Readonly<Record<keyof typeof listLimits, RegExp>> = {
    tags: /^tags of an entity/,
    credentials: /^credentials of a host/,
    ipAddresses: /addresses, .* of a host/,
    ports: /ports, .* of a host/,
    interfaces: /interfaces, .* of a host/,
    services: /services of a host/,
    bindings: /^bindings of a service/,
    addressReservations: /^address reservations of a subnet/,
    organizationTags: /^tags of an organization/,
    networks: /^networks of an organization/,
    plans: /^plans of a network/,
    checks: /^checks of an organization/,
    checkNetworks: /^networks that a check names/,
    checkAcceptances: /^accepted findings of a check/,
    webhooks: /^webhooks of an organization/,
    webhookNetworks: /^networks that a webhook names/,
    webhookTags: /^tags that a webhook names/,
    mailRules: /^mail rules of a user/,
    mailRuleNetworks: /^networks that a mail rule names/,
    mailRuleTags: /^tags that a mail rule names/,
  };
  for (const [name, pattern] of Object.entries(lists))
    expect([name, rowsMatching(pattern)]).toEqual([
      name,
      [listLimits[name as keyof typeof listLimits].toLocaleString('en')],
    ]);
});
