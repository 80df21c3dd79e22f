// GraphQL types and fields of host identity: evidence, merges, and suggestions that two hosts are one machine.
import { storedJson } from '../../../../data/model/stored-json';
import { builder } from '../../../../graphql/builder';
import { listedEntity } from '../../../../graphql/entity/listed-entity';
import { choice, id } from '../../../../graphql/entity/sheet-fields';
import { list } from '../../../../graphql/plugin/bounds';
import { rowField } from '../../../../graphql/row-field';
import { requireVisible } from '../../../../data/tenancy/rows';
import { isBridge } from '../../shared/subnet-types';
import { findSurvivors } from '../../identity/aliases';
import { answerSuggestion, splitHost, whySameHost, type HostComparison } from './identity.actions';
import { buildIdentity, type Identity, type Reason } from '../../identity/identity';
import { evidenceWords, describeReason } from '../../identity/words';

/** Maximum number of ids of merged hosts in a query. */
const mostAliases = 1000;

const reason = builder.objectRef<Reason & { readonly text: string }>('IdentityReason').implement({
  description: 'One piece of evidence of who a machine is.',
  fields: (t) => ({
    evidence: t.exposeString('evidence', {
      description:
        'Kind: RowId, DaemonId, MachineId, SerialNumber, ChassisId, MacAddress, LocalChassisId, Address, SystemName, ManagementAddress, RepeatingAddress, SeenApart or AnsweredByPeople.',
    }),
    strength: t.exposeString('strength', { description: 'Decides, Supports or Contradicts.' }),
    values: t.exposeStringList('values', { description: 'Values in common, or those that differ.' }),
    text: t.exposeString('text', { description: 'The same in words, such as "same serial number foc1".' }),
  }),
});
const inWords = (one: Reason) => ({ ...one, text: describeReason(one) });

const comparison = builder.objectRef<HostComparison>('HostComparison').implement({
  description: 'Whether two hosts are one machine, and why.',
  fields: (t) => ({
    verdict: t.exposeString('verdict', { description: 'Same, Different or Unclear.' }),
    reasons: t.field({
      type: [reason],
      description: 'The evidence, what decides first.',
      resolve: ({ reasons }) => reasons.map(inWords),
    }),
  }),
});

interface Merge {
  readonly mergedHostId: string;
  readonly mergedName: string;
  readonly createdAt: Date;
  readonly reasons: unknown;
}
const merge = builder.objectRef<Merge>('HostMergeInfo').implement({
  description: 'A host that was merged into another one; `splitHost` takes it out again.',
  fields: (t) => ({
    mergedHostId: t.expose('mergedHostId', { type: 'UUID', description: 'Id that it had.' }),
    mergedName: t.exposeString('mergedName', { description: 'Name that it had.' }),
    mergedAt: t.field({ type: 'DateTime', description: 'When it was merged.', resolve: ({ createdAt }) => createdAt }),
    reasons: t.field({
      type: [reason],
      description: 'The evidence that the two were one machine.',
      resolve: ({ reasons }) => (reasons as Reason[]).map(inWords),
    }),
  }),
});

interface IdentityAndMerges {
  readonly identity: Identity;
  readonly merges: readonly Merge[];
}
const HostIdentity = builder.objectRef<IdentityAndMerges>('HostIdentity').implement({
  description: 'Evidence that identifies a host.',
  fields: (t) => ({
    evidence: t.field({
      type: [reason],
      description: 'Identifying values, strongest first.',
      resolve: ({ identity }) => evidenceOfHost(identity),
    }),
    merges: t.field({
      type: [merge],
      description: 'Hosts that were merged into it.',
      resolve: ({ merges }) => [...merges],
    }),
  }),
});

function evidenceOfHost(identity: Identity) {
  const { serialNumber, chassisId, localChassisId, macs, places, systemName, managementUrl } = identity;
  const of = (evidence: Reason['evidence'], strength: Reason['strength'], values: readonly (string | null)[]) => {
    const known_ = values.filter((value) => value !== null).sort();
    return known_.length === 0
      ? []
      : [{ evidence, strength, values: known_, text: evidenceWords({ evidence, values: known_ }) }];
  };
  return [
    ...of('SerialNumber', 'Decides', [serialNumber]),
    ...of('ChassisId', 'Decides', [chassisId]),
    ...of('MacAddress', 'Decides', [...macs]),
    ...of('LocalChassisId', 'Decides', [localChassisId]),
    ...of('Address', 'Supports', [...new Set(places.values())]),
    ...of('SystemName', 'Supports', [systemName]),
    ...of('ManagementAddress', 'Supports', [managementUrl]),
  ];
}

builder.prismaObjectFields('Host', (t) => ({
  identity: t.field({
    type: HostIdentity,
    description: 'Evidence that identifies the host, and hosts that were merged into it.',
    select: {
      ...{ serialNumber: true, chassisId: true, sysName: true, hostname: true, sysObjectId: true, managementUrl: true },
      formerMacs: true,
      ipAddresses: {
        select: {
          ...{ subnetId: true, ipAddress: true, macAddress: true, answersForOthers: true },
          subnet: { select: { subnetType: true } },
        },
      },
      interfaces: { select: { macAddress: true } },
      merges: {
        select: { mergedHostId: true, mergedName: true, createdAt: true, reasons: true },
        orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
      },
    },
    resolve: ({ ipAddresses, interfaces, merges, ...host }) => ({
      merges,
      identity: buildIdentity(
        {
          ...host,
          addresses: ipAddresses.map((one) => ({ ...one, isOnBridge: isBridge(one.subnet) })),
          portMacs: interfaces.flatMap(({ macAddress }) => macAddress ?? []),
        },
        new Set(ipAddresses.flatMap((one) => (one.answersForOthers && one.macAddress ? [one.macAddress] : []))),
      ),
    }),
  }),
}));

const alias = builder.objectRef<{ readonly mergedHostId: string; readonly hostId: string }>('HostAlias').implement({
  description: 'The id of a merged host, which names the host that it is part of.',
  fields: (t) => ({
    mergedHostId: t.expose('mergedHostId', { type: 'UUID', description: 'Id that the merged host had.' }),
    hostId: t.expose('hostId', { type: 'UUID', description: 'Id of the host that it is part of.' }),
    host: rowField<{ readonly hostId: string }>(t, 'Host', ({ hostId }) => hostId, 'The host that it is part of.'),
  }),
});
builder.queryField('hostAliases', (t) =>
  t.field({
    type: [alias],
    description:
      'Those of the ids that hosts had before they were merged into others, in the given order. For bookmarks and other programs: `host` of such an id is `entity_not_found`. All other ids are left out.',
    complexity: ({ ids }) => ({ field: 1, multiplier: ids.length }),
    args: {
      ids: t.arg({ type: ['UUID'], required: true, ...list(mostAliases), description: `At most ${mostAliases} ids.` }),
    },
    resolve: async (_root, { ids }, { db }) => {
      const survivors = await findSurvivors(db, ids);
      return [...new Set(ids)].flatMap((mergedHostId) => {
        const hostId = survivors.get(mergedHostId);
        return hostId === undefined ? [] : [{ mergedHostId, hostId }];
      });
    },
  }),
);

builder.queryField('whySameHost', (t) =>
  t.field({
    type: comparison,
    description:
      'Whether two hosts are one machine, with the evidence for and against it. The id of a merged host names the one that it is part of; of that one itself the reasons of the merge. Missing or not accessible: `entity_not_found`.',
    args: {
      a: t.arg({ type: 'UUID', required: true, description: 'Id of one host.' }),
      b: t.arg({ type: 'UUID', required: true, description: 'Id of the other host.' }),
    },
    resolve: (_root, { a, b }, context) => whySameHost(context, a, b),
  }),
);

builder.mutationField('splitHost', (t) =>
  t.prismaField({
    type: 'Host',
    description:
      'Splits a merged host off the host that it is part of, with its id and all that came from it, and returns it. What was added since stays. The two are not merged again. Not merged: `entity_not_found`.',
    authScopes: { action: 'splitHost' },
    args: { mergedHostId: t.arg({ type: 'UUID', required: true, description: 'Id that the merged host had.' }) },
    resolve: async (query, _root, { mergedHostId }, { db, viewer }) =>
      requireVisible(db, 'Host', await splitHost(db, viewer, mergedHostId), query),
  }),
);

listedEntity('IdentitySuggestion', {
  mixins: [],
  fields: { hostId: id(), otherHostId: id(), state: choice('IdentitySuggestionState') },
  list: {
    name: 'identitySuggestions',
    description: 'Pairs of hosts that may be one machine, to be accepted or refused by users; oldest first by default.',
  },
  getter: { name: 'identitySuggestion' },
  filter: { network: true, host: true, otherHost: true },
  order: ['state'],
});

builder.prismaObjectFields('IdentitySuggestion', (t) => ({
  host: t.relation('host', { nullable: true }),
  otherHost: t.relation('otherHost', { nullable: true }),
  reasons: t.field({
    type: [reason],
    description: 'The evidence for and against it.',
    select: { reasons: true },
    resolve: ({ reasons }) => storedJson<Reason[]>(reasons).map(inWords),
  }),
}));

const answers = builder.enumType('IdentityAnswer', {
  description: 'Answer of a user to a suggestion that two hosts are one.',
  values: {
    Accept: { description: 'One machine: the hosts are merged.' },
    Refuse: { description: 'Two machines: never suggested again.' },
    Later: { description: 'Decide later.' },
  } as const,
});
builder.mutationField('answerIdentitySuggestion', (t) =>
  t.prismaField({
    type: 'Host',
    description:
      'Answers a suggestion that two hosts are one machine, and returns the remaining host, or the one that the suggestion is about. If they cannot be merged: `hosts_consolidate_failed`.',
    authScopes: { action: 'answerIdentitySuggestion' },
    args: {
      id: t.arg({ type: 'UUID', required: true }),
      answer: t.arg({ type: answers, required: true, description: 'Accept merges the two hosts.' }),
    },
    resolve: async (query, _root, { id, answer }, { db, viewer }) =>
      requireVisible(db, 'Host', await answerSuggestion(db, viewer, id, answer), query),
  }),
);
