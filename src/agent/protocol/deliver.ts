// Sends a session's outbox to the server in order. Retries during outages, and records refused entries as warnings.
import { setTimeout as sleep } from 'node:timers/promises';
import { withoutUndefined } from '../../platform/text/members';
import { type DaemonClient, isFinal, isUnregistered } from './daemon-client';
import { Outage, Refusal } from './json-client';
import type { Entry, EntryResult, HostEntry, Outbox, PendingHost } from './outbox';
import {
  parseScannedIds,
  parseServiceIds,
  parseVlanIds,
  type HostReport,
  type HostResult,
  type ReportedInterface,
} from './wire';

export interface Delivery {
  readonly client: DaemonClient;
  readonly signal: AbortSignal;
  /** Called when the server becomes unreachable, and with undefined when it is reachable again. */
  readonly onOutage?: (outage: Outage | undefined) => void;
  /** The first and the longest pause between attempts, in milliseconds. */
  readonly pausesMs?: readonly [first: number, longest: number];
}

/**
 * First and longest pause between attempts, in milliseconds. The number of attempts is not limited, because entries
 * stay on disk until the server accepts them.
 */
const defaultPauses = [1_000, 30_000] as const;
const maxWarnings = 1_000;
const maxBatchReports = 50;
const maxBatchBytes = 256 * 1024;
/** Number of requests at a time, if each report is sent alone: the server parses one report while it stores another. */
const maxConcurrentRequests = 4;

/**
 * Sends all entries of the outbox. Resolves with true when the session has ended and all entries were accepted or
 * refused; with false if the signal aborts earlier. Throws if the server refuses the daemon for good. Unsent entries
 * stay in the outbox.
 */
export async function deliver(outbox: Outbox, delivery: Delivery): Promise<boolean> {
  const { signal } = delivery;
  const outages = new Outages(delivery.onOutage);
  let isInTouch = false;
  let takesBatches = true;
  const sendAlone = (entry: Entry) =>
    sendWithRetries(entry, outbox, { ...delivery, onOutage: (outage) => outages.note(entry, outage) });
  while (!signal.aborted) {
    await outbox.untilChange(signal);
    if (outbox.isDelivered) return true;
    if (signal.aborted) continue;
    const batch: readonly Batched[] = isInTouch && takesBatches ? collectBatch(outbox, delivery.client) : [];
    const results: BatchAnswer = batch.length > 1 ? await sendBatch(batch, delivery) : [];
    takesBatches &&= results !== 'unknown request';
    if (results !== 'unknown request' && results.length > 0) {
      const outcomes: EntryResult[] = [];
      for (const [index, { entry }] of batch.entries()) {
        const host = results[index];
        // A report that was refused in a batch is sent again alone: only then does the response contain the reason.
        const outcome = host ? { scanned: parseScannedIds(host) } : await sendAlone(entry);
        if (!outcome) return false;
        outcomes.push(outcome);
      }
      outbox.settleAll(outcomes);
      continue;
    }
    const before = outages.count;
    // At the start and after an outage, requests are sent one by one until a request succeeds. Concurrent requests
    // would report the same outage several times.
    const requests = outbox.nextTogether(isInTouch ? maxConcurrentRequests : 1).map(sendAlone);
    const firstFailure = new Promise<never>((_resolve, reject) => requests.forEach((one) => one.catch(reject)));
    firstFailure.catch(() => undefined);
    for (const one of requests) {
      const outcome = await Promise.race([one, firstFailure]);
      if (!outcome) return false;
      // Results are recorded in the order in which the entries are stored on disk. After a crash, an entry without a
      // result is sent again, which changes nothing on the server.
      outbox.settle(outcome);
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

/** The oldest host entries that together fit into one batch request. */
function collectBatch(outbox: Outbox, { networkId }: DaemonClient): readonly Batched[] {
  let bytes = 0;
  return outbox
    .nextTogether(maxBatchReports)
    .flatMap((entry): Batched[] => {
      if (entry.kind !== 'host') return [];
      const report = replaceVlanNumbers(entry.body, outbox.vlanIds);
      return [{ entry, report: { ...report, host: { ...report.host, network_id: networkId } } }];
    })
    .filter(({ report }) => (bytes += Buffer.byteLength(JSON.stringify(report))) <= maxBatchBytes);
}

/**
 * Sends a batch and resolves with one result per report. Resolves with `unknown request` if the server has no route for
 * batches, and with an empty list after any other failure. The caller then sends each report alone.
 */
async function sendBatch(batch: readonly Batched[], { client, signal }: Delivery): Promise<BatchAnswer> {
  const reports = batch.map(({ report }) => report);
  return client.reportHosts(reports, signal).catch((error: unknown) => {
    const isUnknownRequest = error instanceof Refusal && [404, 405].includes(error.status) && !isUnregistered(error);
    return isUnknownRequest && !signal.aborted ? 'unknown request' : [];
  });
}

/**
 * Combines the failures of concurrent requests into one outage, which lasts from the first failure to the recovery of
 * the last failed request.
 */
class Outages {
  count = 0;
  private readonly retrying = new Set<Entry>();

  constructor(private readonly onOutage: Delivery['onOutage']) {}

  note(entry: Entry, outage: Outage | undefined): void {
    const { size } = this.retrying;
    if (outage) this.retrying.add(entry);
    else this.retrying.delete(entry);
    if (outage) this.count += 1;
    if (outage ? size === 0 : this.retrying.size === 0) this.onOutage?.(outage);
  }
}

/**
 * Sends an entry until the server accepts or refuses it. Resolves with undefined if the signal aborts earlier. Throws
 * if the server refuses the daemon for good.
 */
function sendWithRetries(entry: Entry, outbox: Outbox, delivery: Delivery): Promise<EntryResult | undefined> {
  const { client, signal } = delivery;
  return retryUntilAnswered(delivery, async () => {
    try {
      return await send(entry, outbox, client, signal);
    } catch (error) {
      if (isFinal(error) || !(error instanceof Refusal) || isUnregistered(error) || error.code === 'daemon_standby')
        throw error;
      return { warning: `${entryName(entry)} was refused by the server: ${error.message}` };
    }
  });
}

/**
 * Repeats `call` until the server responds; resolves with undefined if the signal aborts earlier. Throws refusals,
 * except those of a daemon that is on standby or not registered: then `call` is repeated too.
 */
export async function retryUntilAnswered<T>(
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
      if (isUnregistered(error)) {
        await client.start(signal).catch((startError: unknown) => {
          if (startError instanceof Refusal) throw startError;
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

function entryName(entry: Entry): string {
  if (entry.kind === 'host') return `Host ${entry.label}`;
  if (entry.kind === 'containers') return entry.label ? `The container list of ${entry.label}` : 'The container list';
  if (entry.kind === 'subnet') return `Subnet ${entry.body.cidr}`;
  return entry.kind === 'vlans'
    ? 'The VLAN list'
    : entry.kind === 'end'
      ? 'The end of the session'
      : 'The list of subnets of the agent';
}

async function send(entry: Entry, outbox: Outbox, client: DaemonClient, signal: AbortSignal): Promise<EntryResult> {
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
      const ids = parseVlanIds(await client.reportVlans({ network_id: client.networkId, vlans }, signal));
      return { vlanIds: [...ids], scanned: { vlan_ids: [...ids.values()] } };
    }
    case 'host':
      return sendHostEntry(entry, outbox, client, signal);
    case 'containers': {
      const runtimeId = outbox.serviceIds.get(entry.runtime);
      // Bridges of different machines may have equal subnets, and only the id of the container runtime's service tells
      // them apart. Without this id, the bridges are not reported.
      if (runtimeId === undefined) return {};
      const label = entry.label ?? 'of the agent';
      const hostId = outbox.hostIds.get(entry.runtime) ?? entry.body.host.id;
      const body = { ...entry.body, host: { ...entry.body.host, id: hostId } };
      return sendHost(`${label}, with its containers,`, withRuntime(body, runtimeId), client, signal);
    }
    case 'end': {
      const warnings = [...((entry.body.warnings ?? []) as string[]), ...outbox.warnings].slice(0, maxWarnings);
      await client.update(outbox.sessionId, { ...entry.body, warnings }, outbox.scanned, signal);
      return {};
    }
  }
}

/**
 * Sends the report of a host. For a hypervisor or a host with a container engine, the result has the ids of its
 * services, because reports of its guests and containers refer to these ids.
 */
async function sendHostEntry(
  { label, body, hypervisor, engines = [], runsOn }: HostEntry,
  outbox: Outbox,
  client: DaemonClient,
  signal: AbortSignal,
): Promise<EntryResult> {
  const serviceId = runsOn === undefined ? undefined : outbox.serviceIds.get(runsOn);
  const isLost = runsOn !== undefined && serviceId === undefined;
  // A guest without addresses is recognized only by its hypervisor. If the hypervisor was not stored, the guest is left
  // out, because each run would add it as a new host.
  if (isLost && !body.ip_addresses?.length)
    return { warning: `Host ${label} was left out, because its hypervisor was not stored` };
  const report = replaceVlanNumbers(body, outbox.vlanIds);
  const host = serviceId === undefined ? report.host : { ...report.host, virtualization_service_id: serviceId };
  const result = await sendHost(label, { ...report, host }, client, signal);
  const { serviceIds = [], ...others } = result;
  const runtimeId = hypervisor && serviceIds.find(([definition]) => definition === hypervisor.definition)?.[1];
  const serviceIdsByKey = [
    ...(host.id ? serviceIds : []),
    ...(hypervisor && runtimeId !== undefined ? [[hypervisor.key, runtimeId] as const] : []),
    ...engines.flatMap(({ key, definition }) =>
      serviceIds.filter(([one]) => one === definition).map(([, id]) => [key, id] as const),
    ),
  ];
  const [hostId] = result.scanned?.host_ids ?? [];
  const hostIds = hostId === undefined ? [] : engines.map(({ key }) => [key, hostId] as const);
  return {
    ...others,
    ...(serviceIdsByKey.length > 0 && { serviceIds: serviceIdsByKey }),
    ...(hostIds.length > 0 && { hostIds }),
  };
}

/**
 * Sends a host report. If the server refuses the interfaces of the host, the report is sent again without interfaces.
 */
async function sendHost(
  label: string,
  body: HostReport,
  client: DaemonClient,
  signal: AbortSignal,
): Promise<EntryResult> {
  const host = { ...body.host, network_id: client.networkId };
  try {
    const answer = await client.reportHost({ ...body, host }, signal);
    return { scanned: parseScannedIds(answer), serviceIds: [...parseServiceIds(answer)] };
  } catch (error) {
    const isJudged = error instanceof Refusal && [400, 409, 413].includes(error.status);
    if (!isJudged || !body.interfaces?.length) throw error;
    // After status 413 (content too large), the report is sent again without counters, then without wireless clients.
    if (error.status === 413 && body.interfaces.some(({ counters }) => counters))
      return sendHost(label, { ...body, interfaces: body.interfaces.map(withoutCounters) }, client, signal);
    if (error.status === 413 && body.wireless_associations?.length) {
      const { wireless_associations: clients, ...less } = body;
      const outcome = await sendHost(label, less, client, signal);
      const warning = `The ${clients.length} wireless clients of host ${label} do not fit into one report and were left out`;
      return { ...outcome, warning: outcome.warning === undefined ? warning : `${warning}. ${outcome.warning}` };
    }
    // The server has refused the interfaces of the host, so tables whose rows refer to interfaces are left out too.
    const { ip_addresses, ports, services, subnets } = body;
    const others = withoutUndefined({ ip_addresses, ports, services, subnets });
    const answer = await client.reportHost({ ...others, host }, signal);
    const warning = `The ports of host ${label} were refused by the server: ${error.message}`;
    return { scanned: parseScannedIds(answer), serviceIds: [...parseServiceIds(answer)], warning };
  }
}

const withoutCounters = ({ counters: _counters, ...port }: ReportedInterface): ReportedInterface => port;

function withRuntime({ interfaces: _none, subnets = [], services = [], ...body }: PendingHost, id: string): HostReport {
  return {
    ...body,
    subnets: subnets.map((one) => ({ ...one, virtualization_service_id: id })),
    services: services.map((one) => ({ ...one, virtualization_service_id: id })),
  };
}

/** Replaces VLAN numbers by ids. If the server has no row for a number, the VLAN membership is marked as incomplete. */
export function replaceVlanNumbers(pending: PendingHost, ids: ReadonlyMap<number, string>): HostReport {
  if (!pending.interfaces) return pending as HostReport;
  let isComplete = true;
  const idOf = (number: number): string | undefined => {
    const vlanId = ids.get(number);
    isComplete &&= vlanId !== undefined;
    return vlanId;
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
