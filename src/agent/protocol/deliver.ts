// Sends a session's outbox in order: waits out outages, tells what the server refuses, ends when all is taken.
import { setTimeout as sleep } from 'node:timers/promises';
import { withoutUndefined } from '../../platform/text/members';
import { type DaemonClient, isFinal, isUnknown } from './daemon-client';
import { Outage, Refusal } from './json-client';
import type { Entry, Outbox, PendingHost, Settled } from './outbox';
import { scannedIn, serviceIdsIn, vlanIdsIn, type HostReport, type HostResult, type ReportedInterface } from './wire';

export interface Delivery {
  readonly client: DaemonClient;
  readonly signal: AbortSignal;
  /** Told when the server goes away and when it is back. */
  readonly onOutage?: (outage: Outage | undefined) => void;
  /** The first and the longest pause between attempts. */
  readonly pausesMs?: readonly [first: number, longest: number];
}

/** Longest pause; what is on disk waits as long as it takes. */
const defaultPauses = [1_000, 30_000] as const;
const mostWarnings = 1_000;
/** Reports of hosts in one request, where the server takes several: as many as it takes, and as many bytes of JSON. */
const mostInBatch = 50;
const mostBatchBytes = 256 * 1024;
/** Else requests under way at a time: the server reads one report while it stores another. */
const mostAtOnce = 4;

/**
 * Ends with true when the session is over and the server has everything, with false when the signal ends it before.
 * Throws the refusal of a server that will not have this daemon; the outbox keeps what it has.
 */
export async function deliver(outbox: Outbox, delivery: Delivery): Promise<boolean> {
  const { signal } = delivery;
  const outages = new Outages(delivery.onOutage);
  let isInTouch = false;
  let takesBatches = true;
  const sendAlone = (entry: Entry) =>
    sendPatiently(entry, outbox, { ...delivery, onOutage: (outage) => outages.note(entry, outage) });
  while (!signal.aborted) {
    await outbox.changed(signal);
    if (outbox.isDelivered) return true;
    if (signal.aborted) continue;
    const batch: readonly Batched[] = isInTouch && takesBatches ? batchIn(outbox, delivery.client) : [];
    const answered: BatchAnswer = batch.length > 1 ? await sendBatch(batch, delivery) : [];
    takesBatches &&= answered !== 'unknown request';
    if (answered !== 'unknown request' && answered.length > 0) {
      const settled: Settled[] = [];
      for (const [index, { entry }] of batch.entries()) {
        const host = answered[index];
        // One that the server has refused is sent alone: the answer says why.
        const one = host ? { scanned: scannedIn(host) } : await sendAlone(entry);
        if (!one) return false;
        settled.push(one);
      }
      outbox.settleAll(settled);
      continue;
    }
    const before = outages.count;
    // One alone finds out whether the server is there.
    const sent = outbox.nextTogether(isInTouch ? mostAtOnce : 1).map(sendAlone);
    const failed = new Promise<never>((_resolve, reject) => sent.forEach((one) => one.catch(reject)));
    failed.catch(() => undefined);
    for (const one of sent) {
      const settled = await Promise.race([one, failed]);
      if (!settled) return false;
      // In the order of the journal: what is not settled is sent again, which changes nothing.
      outbox.settle(settled);
    }
    isInTouch = outages.count === before;
  }
  return outbox.isDelivered;
}

interface Batched {
  readonly entry: Entry;
  readonly report: HostReport;
}

type BatchAnswer = readonly HostResult[] | 'unknown request';

/** The oldest hosts that may be sent at once, as far as they go into one request. */
function batchIn(outbox: Outbox, { networkId }: DaemonClient): readonly Batched[] {
  let bytes = 0;
  return outbox
    .nextTogether(mostInBatch)
    .flatMap((entry): Batched[] => {
      if (entry.kind !== 'host') return [];
      const report = withVlanIds(entry.body, outbox.vlanIds);
      return [{ entry, report: { ...report, host: { ...report.host, network_id: networkId } } }];
    })
    .filter(({ report }) => (bytes += Buffer.byteLength(JSON.stringify(report))) <= mostBatchBytes);
}

/** The results, none where the request has failed: each is then sent alone, which knows what to do about it. */
async function sendBatch(batch: readonly Batched[], { client, signal }: Delivery): Promise<BatchAnswer> {
  const reports = batch.map(({ report }) => report);
  return client.reportHosts(reports, signal).catch((error: unknown) => {
    const isUnknownRequest = error instanceof Refusal && [404, 405].includes(error.status) && !isUnknown(error);
    return isUnknownRequest && !signal.aborted ? 'unknown request' : [];
  });
}

/** Of several entries under way the first that meets an outage tells of it, and the last that is through of its end. */
class Outages {
  count = 0;
  private readonly waiting = new Set<Entry>();

  constructor(private readonly onOutage: Delivery['onOutage']) {}

  note(entry: Entry, outage: Outage | undefined): void {
    const { size } = this.waiting;
    if (outage) this.waiting.add(entry);
    else this.waiting.delete(entry);
    if (outage) this.count += 1;
    if (outage ? size === 0 : this.waiting.size === 0) this.onOutage?.(outage);
  }
}

/** Undefined when the signal comes first. */
function sendPatiently(entry: Entry, outbox: Outbox, delivery: Delivery): Promise<Settled | undefined> {
  const { client, signal } = delivery;
  return withPatience(delivery, async () => {
    try {
      return await send(entry, outbox, client, signal);
    } catch (error) {
      if (isFinal(error) || !(error instanceof Refusal) || isUnknown(error) || error.code === 'daemon_standby')
        throw error;
      return { warning: `${nameOf(entry)} was refused by the server: ${error.message}` };
    }
  });
}

/** Repeats a call until the server takes it; undefined when the signal comes first. */
export async function withPatience<T>(
  { client, signal, onOutage = () => undefined, pausesMs = defaultPauses }: Delivery,
  call: () => Promise<T>,
): Promise<T | undefined> {
  let pause = pausesMs[0];
  let isOut = false;
  while (!signal.aborted) {
    try {
      const result = await call();
      if (isOut) onOutage(undefined);
      return result;
    } catch (error) {
      if (signal.aborted) return undefined;
      if (isUnknown(error)) {
        await client.start(signal).catch((refused: unknown) => {
          if (refused instanceof Refusal) throw refused;
        });
      } else if (!(error instanceof Outage) && !(error instanceof Refusal && error.code === 'daemon_standby'))
        throw error;
      const outage = error instanceof Outage ? error : new Outage((error as Error).message);
      if (!isOut) onOutage(outage);
      isOut = true;
    }
    await sleep(pause, undefined, { signal }).catch(() => undefined);
    pause = Math.min(pause * 2, pausesMs[1]);
  }
  return undefined;
}

function nameOf(entry: Entry): string {
  if (entry.kind === 'host') return `Host ${entry.label}`;
  if (entry.kind === 'containers') return 'The list of containers';
  if (entry.kind === 'subnet') return `Subnet ${entry.body.cidr}`;
  return entry.kind === 'vlans'
    ? 'The list of VLANs'
    : entry.kind === 'end'
      ? 'The end of the session'
      : 'The list of own subnets';
}

async function send(entry: Entry, outbox: Outbox, client: DaemonClient, signal: AbortSignal): Promise<Settled> {
  switch (entry.kind) {
    case 'subnet': {
      const subnetId = await client.reportSubnet(entry.body, signal);
      return subnetId === undefined ? {} : { subnetId, scanned: { subnet_ids: [subnetId] } };
    }
    case 'capabilities':
      await client.setInterfacedSubnets(outbox.subnetIds, signal);
      return {};
    case 'vlans': {
      const { vlans } = entry;
      const ids = vlanIdsIn(await client.reportVlans({ network_id: client.networkId, vlans }, signal));
      return { vlanIds: [...ids], scanned: { vlan_ids: [...ids.values()] } };
    }
    case 'host':
      return sendHost(entry.label, withVlanIds(entry.body, outbox.vlanIds), client, signal);
    case 'containers': {
      const runtimeId = outbox.serviceIds.get(entry.runtime);
      // Without its runtime a bridge would be that of any machine.
      if (runtimeId === undefined) return {};
      return sendHost('of the agent, with its containers,', withRuntime(entry.body, runtimeId), client, signal);
    }
    case 'end': {
      const warnings = [...((entry.body.warnings ?? []) as string[]), ...outbox.warnings].slice(0, mostWarnings);
      await client.update(outbox.sessionId, { ...entry.body, warnings }, outbox.scanned, signal);
      return {};
    }
  }
}

/** A port that the server does not take costs the ports, not the host. */
async function sendHost(label: string, body: HostReport, client: DaemonClient, signal: AbortSignal): Promise<Settled> {
  const host = { ...body.host, network_id: client.networkId };
  try {
    const answer = await client.reportHost({ ...body, host }, signal);
    return { scanned: scannedIn(answer), ...(host.id && { serviceIds: [...serviceIdsIn(answer)] }) };
  } catch (error) {
    const isJudged = error instanceof Refusal && [400, 409, 413].includes(error.status);
    if (!isJudged || !body.interfaces?.length) throw error;
    // Of a report that is too large the counters go first, then wireless clients.
    if (error.status === 413 && body.interfaces.some(({ counters }) => counters))
      return sendHost(label, { ...body, interfaces: body.interfaces.map(withoutCounters) }, client, signal);
    if (error.status === 413 && body.wireless_associations?.length) {
      const { wireless_associations: clients, ...less } = body;
      const sent = await sendHost(label, less, client, signal);
      const warning = `The ${clients.length} wireless clients of host ${label} do not fit into a report`;
      return { ...sent, warning: sent.warning === undefined ? warning : `${warning}. ${sent.warning}` };
    }
    // Tables go with the ports, which their rows refer to.
    const { ip_addresses, ports, services, subnets } = body;
    const others = withoutUndefined({ ip_addresses, ports, services, subnets });
    const scanned = scannedIn(await client.reportHost({ ...others, host }, signal));
    return { scanned, warning: `The ports of host ${label} were refused by the server: ${error.message}` };
  }
}

const withoutCounters = ({ counters: _counters, ...port }: ReportedInterface): ReportedInterface => port;

/** Bridges and containers with the service that they belong to. */
function withRuntime({ interfaces: _none, subnets = [], services = [], ...body }: PendingHost, id: string): HostReport {
  return {
    ...body,
    subnets: subnets.map((one) => ({ ...one, virtualization_service_id: id })),
    services: services.map((one) => ({ ...one, virtualization_service_id: id })),
  };
}

/** Where the server does not have a VLAN the membership of the ports is not known completely. */
export function withVlanIds(pending: PendingHost, ids: ReadonlyMap<number, string>): HostReport {
  if (!pending.interfaces) return pending as HostReport;
  let isComplete = true;
  const idOf = (number: number): string | undefined => {
    const found = ids.get(number);
    isComplete &&= found !== undefined;
    return found;
  };
  const interfaces = pending.interfaces.map(({ native_vlan_number: native, tagged_vlan_numbers: tagged, ...port }) => ({
    ...port,
    ...(native !== undefined && { native_vlan_id: idOf(native) }),
    ...(tagged && { vlan_ids: tagged.flatMap((number) => idOf(number) ?? []) }),
  }));
  const complete = pending.interface_data_complete;
  return {
    ...pending,
    interfaces,
    ...(complete && {
      interface_data_complete: { ...complete, vlan_membership: complete.vlan_membership === true && isComplete },
    }),
  };
}
