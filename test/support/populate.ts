// Fills an organization and its networks with rows of every model and relation, whose texts all contain a secret. This
// file creates the rows to which other rows refer; the `*.samples.ts` files create all other rows.
import { randomBytes, randomUUID } from 'node:crypto';
import { delegateOf } from '../../src/data/model/delegate';
import { hashPassword } from '../../src/auth/passwords';
import { columnsOf } from '../../src/data/model/model-fields';
import type { Prisma, PrismaClient } from '../../src/generated/prisma/client';
import { allSamples, type FilledNetwork } from './samples';

type ModelName = Prisma.ModelName;
type Row = Record<string, unknown>;

/** The rows of one scope: a network, an organization or a person. */
export interface Populated {
  /** A word that occurs in every text of this scope and nowhere else. */
  readonly secret: string;
  /** MAC and IP addresses that occur in this scope only. */
  readonly marks: readonly string[];
  readonly ids: Ids;
  /**
   * Ids of the rows that this file creates itself, in order of creation. Their number is the same for every network.
   */
  readonly made: Ids;
}
export type Ids = Readonly<Partial<Record<ModelName, readonly string[]>>>;
export interface PopulatedOrganization extends Populated {
  readonly personId: string;
  /** Rows of one person that nobody else may see, such as API keys. */
  readonly person: Populated;
  /** Fills the network with rows. If `again` is given, the new rows get these ids. */
  fillNetwork(networkId: string, again?: Ids): Promise<Populated>;
}

/** Text columns that need a certain format or that the database computes. */
const formattedColumns = new Set([
  'naturalName',
  'keyHash',
  'keyPrefix',
  'tokenHash',
  'macAddress',
  'email',
  'cronSchedule',
  'timezone',
]);
const hash = () => randomBytes(32).toString('hex');
/** The number of networks filled so far, from which numbers are derived that must differ between networks. */
let filledNetworks = 0;

function newScope(prisma: PrismaClient, again: Ids = {}) {
  const secret = `secret-${randomBytes(6).toString('hex')}`;
  const ids: Partial<Record<ModelName, string[]>> = {};
  const createdIds: Partial<Record<ModelName, string[]>> = {};
  /** Adds a row with the secret in all texts, except the columns that `row` sets (null leaves a column empty). */
  const add = async (model: ModelName, row: Row): Promise<string> => {
    const texts = [...columnsOf(model).values()]
      .filter(({ name, kind, isList }) => kind === 'text' && !isList && !formattedColumns.has(name))
      .map(({ name }) => [name, `${secret} ${name}`]);
    // Nobody deletes audit events and events of networks, so their ids cannot be used again.
    const isKept = model === 'AuditEvent' || model === 'NetworkEvent';
    const formerId = isKept ? undefined : again[model]?.[createdIds[model]?.length ?? 0];
    const data = { ...Object.fromEntries(texts), ...row, ...(formerId && { id: formerId }) };
    const { id } = (await delegateOf(prisma, model).create({ data })) as { id: string };
    for (const list of id ? [ids, createdIds] : []) (list[model] ??= []).push(id);
    return id;
  };
  return { secret, ids, made: createdIds, add };
}

/** Adds an import plan of the user, with one row in it. */
export async function addImportPlan(
  prisma: PrismaClient,
  { userId, organizationId }: { readonly userId: string; readonly organizationId: string },
  networkId: string,
): Promise<Ids> {
  const expiresAt = new Date(Date.now() + 1e9);
  const plan = await prisma.importPlan.create({
    data: { networkId, organizationId, userId, fileName: 'own.xml', expiresAt },
  });
  const row = await prisma.importPlanRow.create({
    data: { planId: plan.id, networkId, userId, position: 0, line: 1, kind: 'Host', action: 'Create', name: 'own' },
  });
  return { ImportPlan: [plan.id], ImportPlanRow: [row.id] };
}

/** Adds a mail rule of a user, with an event that waits. Returns the id of the rule. */
export async function addMailRule(
  prisma: PrismaClient,
  { userId, organizationId }: { readonly userId: string; readonly organizationId: string },
): Promise<Ids> {
  const { id: ruleId } = await prisma.mailRule.create({ data: { userId, organizationId, name: 'own' } });
  await prisma.mailRuleEvent.create({ data: { ruleId, organizationId, eventId: randomUUID() } });
  return { MailRule: [ruleId] };
}

export async function fillOrganization(
  prisma: PrismaClient,
  organizationId: string,
  again?: Pick<PopulatedOrganization, 'made' | 'person'>,
): Promise<PopulatedOrganization> {
  const { secret, ids, made, add } = newScope(prisma, again?.made);
  const person = newScope(prisma, again?.person.made);
  const personId = await add('User', {
    organizationId,
    email: `${secret}@netloom.example`,
    permissions: 'Member',
    termsAcceptedAt: new Date(),
    oidcLinkedAt: new Date(),
  });
  const tagId = await add('Tag', { organizationId, isApplication: true });
  const credentialId = await add('Credential', { organizationId, credentialType: 'SnmpV2c', secrets: randomBytes(8) });
  const inviteId = await add('Invite', {
    organizationId,
    createdBy: personId,
    permissions: 'Viewer',
    expiresAt: new Date(Date.now() + 1e9),
  });
  const keyId = await person.add('UserApiKey', {
    organizationId,
    userId: personId,
    keyHash: hash(),
    keyPrefix: 'nlm_u_ab',
  });
  await add('AuditEvent', { organizationId, actorType: 'User', userId: personId, details: { note: secret } });
  await person.add('Session', { userId: personId, tokenHash: hash(), expiresAt: new Date(Date.now() + 1e9) });
  await person.add('LoginFailure', { email: `${person.secret}@netloom.example` });
  await person.add('Registration', {
    email: `${person.secret}@netloom.example`,
    pendingSetup: { organizationName: secret },
    tokenHash: hash(),
    expiresAt: new Date(Date.now() + 1e9),
  });
  await person.add('EmailToken', {
    ...{ userId: personId, purpose: 'PasswordReset', email: `${person.secret}@netloom.example`, tokenHash: hash() },
    expiresAt: new Date(Date.now() + 1e9),
  });
  await person.add('OidcFlow', {
    ...{ userId: personId, browserHash: hash(), slug: 'corp', returnPath: '/' },
    expiresAt: new Date(Date.now() + 1e9),
  });
  await person.add('SecondFactor', { userId: personId, secret: randomBytes(8) });
  await person.add('RecoveryCode', { userId: personId, codeHash: hash() });
  await person.add('SignInChallenge', {
    ...{ userId: personId, tokenHash: hash(), sessionEpoch: 0, expiresAt: new Date(Date.now() + 1e9) },
  });
  await person.add('Passkey', {
    ...{ userId: personId, name: person.secret, credentialId: randomBytes(16), publicKey: randomBytes(77) },
    ...{ userHandle: randomBytes(32), counter: 0, synced: false, transports: ['usb'] },
  });
  await person.add('PasskeyChallenge', {
    ...{ userId: personId, challengeHash: hash(), expiresAt: new Date(Date.now() + 1e9) },
  });
  await person.add('OidcLogout', { tokenHash: `${person.secret} logout`, expiresAt: new Date(Date.now() + 1e9) });
  await person.add('Mail', {
    ...{ organizationId, kind: 'Invite', recipient: `${person.secret}@netloom.example`, subjectId: inviteId },
    // The mail counts as sent, so that no suite's mailer sends it.
    finishedAt: new Date(),
  });
  await person.add('IdempotentAnswer', {
    ...{ organizationId, credentialId: randomUUID(), route: 'POST /tags', key: person.secret, digest: hash() },
    ...{ permissions: 'Member', networkIds: [], reachedAll: false, body: person.secret },
  });
  await person.add('TagAssignment', { organizationId, tagId, userApiKeyId: keyId, userId: personId });
  await add('DeletedNetwork', { organizationId, networkId: randomUUID(), deletedAt: new Date() });
  await add('DeletedTag', { organizationId, tagId: randomUUID(), deletedAt: new Date(), endedBy: randomUUID() });
  return {
    secret,
    marks: [],
    ids,
    made,
    personId,
    person: { secret: person.secret, marks: [], ids: person.ids, made: person.made },
    fillNetwork: async (networkId, others) => {
      const inOrganization = { organizationId, networkId };
      await add('UserNetwork', { ...inOrganization, userId: personId });
      await add('UserApiKeyNetwork', { ...inOrganization, userApiKeyId: keyId });
      // Only the user who made an import plan may see it, so the plan is one of the person's rows.
      const planOf = { networkId, userId: personId };
      const expiresAt = new Date(Date.now() + 1e9);
      const planId = await person.add('ImportPlan', { ...planOf, organizationId, expiresAt });
      const plannedRow = { position: 0, line: 1, kind: 'Host', action: 'Create', fields: [] };
      await person.add('ImportPlanRow', { ...planOf, ...plannedRow, planId, entry: { note: person.secret } });
      await add('InviteNetwork', { ...inOrganization, inviteId });
      await add('NetworkCredential', { ...inOrganization, credentialId, assignedBy: personId });
      const ownTagId = await add('Tag', { organizationId, name: `${secret} second ${hash()}` });
      const ofOrganization = { personId, tagIds: [tagId, ownTagId], credentialId, addOwn: person.add };
      return fillNetwork(prisma, inOrganization, ofOrganization, others);
    },
  };
}

async function fillNetwork(
  prisma: PrismaClient,
  inOrganization: { organizationId: string; networkId: string },
  {
    personId,
    tagIds,
    credentialId,
    addOwn,
  }: Pick<FilledNetwork, 'personId' | 'tagIds' | 'addOwn'> & { readonly credentialId: string },
  again?: Ids,
): Promise<Populated> {
  const { secret, ids, made, add } = newScope(prisma, again);
  const networkId = inOrganization.networkId;
  const inNetwork = { networkId };
  filledNetworks += 1;
  const block = `10.${111 + Math.floor(filledNetworks / 250)}.${filledNetworks % 250}`;
  const macs = Array.from(
    { length: 4 },
    () =>
      `02:${randomBytes(5)
        .toString('hex')
        .replace(/(..)(?!$)/g, '$1:')}`,
  );
  const number = 20_000 + filledNetworks;
  const matchedSource = { sourceType: 'DiscoveryWithMatch', sourceConfidence: 'High' };

  await prisma.network.update({ where: { id: networkId }, data: { name: `${secret} network` } });
  // If a service is running, its background jobs may already have created the network's rows in these two tables.
  const progress = { where: inNetwork, create: inOrganization, update: {} };
  await prisma.judgedNetwork.upsert(progress);
  await prisma.networkEventCursor.upsert(progress);
  ids.Network = [networkId];
  ids.Topology = (await prisma.topology.findMany({ where: inNetwork })).map(({ id }) => id);
  ids.Subnet = (await prisma.subnet.findMany({ where: inNetwork })).map(({ id }) => id);

  const hostId = await add('Host', {
    ...inNetwork,
    ...matchedSource,
    virtualizationType: null,
    vmName: null,
    vmId: null,
  });
  const apiKeyId = await add('DaemonApiKey', { ...inNetwork, keyHash: hash(), keyPrefix: 'nlm_d_ab' });
  const daemonId = await add('Daemon', {
    ...{ ...inOrganization, hostId, userId: personId, apiKeyId, mode: 'daemon_poll' },
    version: '0.17.22',
  });
  const run = { ...inNetwork, daemonId, discoveryType: 'Unified', discoveryDetails: { note: secret } };
  const pastRunId = await add('Discovery', {
    ...run,
    runType: 'Historical',
    results: { note: secret },
    sessionId: randomUUID(),
  });
  const discoveryId = await add('Discovery', {
    ...run,
    runType: 'Scheduled',
    cronSchedule: '0 0 0 * * 0',
    scheduleEnabled: true,
    // The time of the next run is set, so that no background job of a server computes it during a test.
    nextRun: new Date('2999-01-06T00:00:00Z'),
  });
  await add('DiscoverySession', {
    ...inNetwork,
    daemonId,
    discoveryId,
    discoveryType: 'Unified',
    warnings: [`${secret} warning`],
    scanned: { hosts: [hostId] },
  });
  const seenColumns = { ...inNetwork, firstDiscoveryId: pastRunId, lastDiscoveryId: pastRunId };
  await prisma.host.update({
    where: { id: hostId },
    data: { firstDiscoveryId: pastRunId, lastDiscoveryId: pastRunId },
  });
  await add('HostCredential', { ...inOrganization, hostId, credentialId, assignedBy: personId });
  await add('WorkingCredential', {
    ...inOrganization,
    hostId,
    credentialId,
    ipAddress: `${block}.1`,
    lastUsedAt: new Date(),
  });

  const runtimeId = await add('Service', {
    ...seenColumns,
    ...matchedSource,
    hostId,
    virtualizationType: null,
    containerName: null,
    containerId: null,
    composeProject: null,
  });
  const serviceId = await add('Service', {
    ...seenColumns,
    ...matchedSource,
    hostId,
    virtualizationType: 'Docker',
    virtualizationServiceId: runtimeId,
  });
  const vmId = await add('Host', {
    ...seenColumns,
    ...matchedSource,
    virtualizationType: 'ESXi',
    virtualizationServiceId: runtimeId,
  });
  const subnetId = await add('Subnet', { ...seenColumns, ...matchedSource, cidr: `${block}.0/24`, subnetType: 'Lan' });
  await add('Subnet', {
    ...seenColumns,
    ...matchedSource,
    cidr: '172.17.0.0/16',
    subnetType: 'DockerBridge',
    virtualizationServiceId: runtimeId,
  });
  await add('DaemonSubnet', { ...inNetwork, daemonId, subnetId });
  await add('DaemonAlert', { ...inNetwork, daemonId, lastSeen: new Date() });
  await add('DaemonPoll', { ...inNetwork, daemonId, sealedKey: randomBytes(8) });
  const vlanId = await add('Vlan', {
    ...seenColumns,
    ...matchedSource,
    ...inOrganization,
    vlanNumber: 100 + filledNetworks,
  });

  const onSubnet = { ...seenColumns, subnetId, subnetCidr: `${block}.0/24` };
  const ipAddressId = await add('IpAddress', { ...onSubnet, hostId, ipAddress: `${block}.1`, macAddress: macs[0] });
  await add('IpAddress', { ...onSubnet, hostId: vmId, ipAddress: `${block}.2`, macAddress: macs[1], position: 1 });
  const readings = {
    ifIndex: number,
    ifType: 6,
    speedBps: BigInt(number) * 1_000_000n,
    adminStatus: 'Up',
    operStatus: 'Up',
    fdbMacs: [macs[3]],
  };
  const uplinkId = await add('Interface', {
    ...seenColumns,
    ...readings,
    hostId,
    ipAddressId,
    nativeVlanId: vlanId,
    macAddress: macs[0],
  });
  const aggregateId = await add('Interface', {
    ...seenColumns,
    ...readings,
    hostId: vmId,
    ifIndex: number + 1,
    ifName: null,
    aggregateId: null,
  });
  const farEndId = await add('Interface', {
    ...seenColumns,
    ...readings,
    hostId: vmId,
    macAddress: macs[1],
    aggregateId,
  });
  await add('InterfaceVlan', { ...inNetwork, interfaceId: uplinkId, vlanId });
  const reportedLink = { ...inNetwork, basis: null };
  await add('InterfaceNeighbor', {
    ...reportedLink,
    interfaceId: uplinkId,
    remoteInterfaceId: farEndId,
    protocol: 'LLDP',
  });
  await add('InterfaceNeighbor', { ...reportedLink, interfaceId: farEndId, remoteHostId: hostId, protocol: 'CDP' });
  await add('ForwardingEvidence', {
    ...inNetwork,
    interfaceId: uplinkId,
    readAt: new Date(),
    reason: 'SeveralMachines',
  });
  const arpReason = { macAddresses: [macs[3]], reason: 'LearnedElsewhere' };
  const counters = { inOctets: '1', octetBits: 64 };
  await add('InterfaceCounters', { ...inNetwork, interfaceId: uplinkId, readAt: new Date(), latest: counters });
  await add('ArpEvidence', { ...inNetwork, ...arpReason, interfaceId: uplinkId, readAt: new Date() });
  const documentedLink = { ...inNetwork, resolvedInterfaceId: null, resolvedHostId: null };
  await add('DocumentedLink', {
    ...documentedLink,
    interfaceId: uplinkId,
    resolvedInterfaceId: farEndId,
    state: 'Confirmed',
  });
  await add('DocumentedLink', { ...documentedLink, interfaceId: farEndId, state: 'UnknownHost' });
  await add('DocumentedLink', {
    ...{ ...documentedLink, interfaceId: uplinkId, resolvedHostId: hostId, state: 'UnknownPort' },
  });
  const noCdp = { cdpDeviceId: null, cdpPortId: null, cdpPlatform: null };
  await add('NeighborEvidence', {
    ...inNetwork,
    ...noCdp,
    interfaceId: uplinkId,
    protocol: 'LLDP',
    lldpChassisIdSubtype: 'LocallyAssigned',
    lldpPortIdSubtype: 'InterfaceName',
    lldpMgmtAddr: `${block}.2`,
    resolvedInterfaceId: farEndId,
    resolvedHostId: null,
    reason: 'OneSided',
    ...Object.fromEntries(['lldpChassisIdValue', 'lldpPortIdValue'].map((name) => [name, `${secret} ${name}`])),
  });
  const noLldp = {
    lldpChassisIdValue: null,
    lldpPortIdValue: null,
    lldpSysName: null,
    lldpPortDesc: null,
    lldpSysDesc: null,
  };
  await add('NeighborEvidence', {
    ...inNetwork,
    ...noLldp,
    interfaceId: farEndId,
    protocol: 'CDP',
    cdpDeviceId: `${secret} device`,
    cdpPortId: `${secret} port`,
    cdpAddress: `${block}.1`,
    resolvedInterfaceId: null,
    resolvedHostId: hostId,
    reason: 'UnknownPort',
  });

  const validity = { certificateNotBefore: new Date('2026-01-01'), certificateNotAfter: new Date('2027-01-01') };
  const certificate = { ...validity, certificateNames: [`${secret} name`], certificateSelfSigned: true };
  const sshHostKeys = [`ssh-ed25519 SHA256:${secret}`];
  const portId = await add('Port', { ...seenColumns, ...certificate, sshHostKeys, hostId, number, protocol: 'Tcp' });
  const bindingId = await add('Binding', { ...seenColumns, hostId, serviceId, portId, ipAddressId });
  await add('Binding', { ...seenColumns, hostId, serviceId: runtimeId, portId: null, ipAddressId });
  const group = { ...inNetwork, ...matchedSource, groupType: 'RequestPath', color: 'Red' };
  const serviceGroupId = await add('Group', { ...group, memberType: 'Services' });
  await add('GroupMember', { ...inNetwork, groupId: serviceGroupId, serviceId, bindingId: null, position: 0 });
  const bindingGroupId = await add('Group', { ...group, memberType: 'Bindings' });
  await add('GroupMember', { ...inNetwork, groupId: bindingGroupId, bindingId, serviceId: null, position: 0 });

  const snapshotId = await add('Snapshot', { ...inOrganization, takenAt: new Date(), createdByUserId: personId });
  const topologyId = await add('Topology', { ...inNetwork, snapshotId, options: { note: secret } });
  await add('Share', {
    ...inOrganization,
    topologyId,
    createdBy: personId,
    allowedDomains: [`${secret}.example`],
    enabledViews: ['L3Logical'],
    // The share has a password, which visitors have to enter.
    passwordHash: await hashPassword(`${secret} password`),
  });
  const filledNetwork: FilledNetwork = {
    ...{ ...inOrganization, personId, tagIds, topologyId: ids.Topology[0]!, subnetId, macs, block, number },
    ...{ hostId, interfaceId: uplinkId, otherHostId: vmId, otherInterfaceId: farEndId, add, addOwn },
  };
  for (const { rows } of allSamples) await rows?.(filledNetwork);
  const taggedRows: Row[] = [
    { hostId },
    { serviceId },
    { subnetId },
    { groupId: serviceGroupId },
    { taggedNetworkId: networkId },
    { discoveryId },
    { daemonId },
    { daemonApiKeyId: apiKeyId },
  ];
  for (const tagId of tagIds)
    for (const entity of taggedRows) await add('TagAssignment', { ...inOrganization, ...entity, tagId });
  await add('AuditEvent', {
    organizationId: inOrganization.organizationId,
    actorType: 'Discovery',
    userId: personId,
    daemonId,
    discoveryId,
    subjectId: hostId,
    details: { note: secret },
  });
  return { secret, marks: [...macs, `${block}.`], ids, made };
}
