// Writes the result of an import in groups of several hundred hosts. A group needs a few statements for each kind of
// row.
import { delegateOf } from '../../../../data/model/delegate';
import { setRows } from '../../../../data/tenancy/set-rows';
import { mapInTurns } from '../../../../platform/threads/event-loop';
import type { Db } from '../../../../data/tenancy/rows';
import { userOf, type Viewer } from '../../../../data/tenancy/viewer';
import { parts, type Row } from '../../../inventory';
import { forgetFormerMacs, mergeHosts, moveAddresses, suggestPairs } from '../../../inventory/writes';
import { hostFields, type HostDraft } from './host-draft';
import type { ImportPlanner } from './import-planner';
import { subnetFields, vlanFields } from './network-drafts';

/** Maximum number of rows in a statement, and number of hosts that are written together. */
const chunkSize = 500;

type Model = Parameters<typeof setRows>[2];

type HostWrites = ReturnType<HostDraft['writes']>;

/**
 * Writes all rows of an import. Resolves with true if documented cables have changed; the caller must then resolve the
 * links of the network again.
 */
export async function writeImport(
  tx: Db,
  viewer: Viewer,
  networkId: string,
  planner: ImportPlanner,
  at: Date,
): Promise<boolean> {
  const writer = new RowWriter(tx, viewer, networkId, at);
  let isRecabled = false;
  await writeNetwork(writer, planner);
  for (const chunk of chunksOf([...planner.hosts.drafts.values()])) {
    const writes = await mapInTurns(chunk, (draft) => draft.writes());
    await writeHosts(writer, writes);
    await writeParts(writer, writes);
    if (await writeLinks(writer, writes)) isRecabled = true;
    await writeForwarding(writer, writes);
    await writeServices(writer, writes);
  }
  await writeIdentities(tx, viewer, networkId, planner);
  return isRecabled;
}

/** Writes rows of one network with the same timestamp. */
class RowWriter {
  /**
   * Columns that the new rows of a model get: `timeColumns` if the model has no history, `historyColumns` if it has
   * history, `seenColumns` if it also stores when discovery last saw a row.
   */
  readonly timeColumns: Row;
  readonly historyColumns: Row;
  readonly seenColumns: Row;

  constructor(
    readonly tx: Db,
    readonly viewer: Viewer,
    readonly networkId: string,
    readonly at: Date,
  ) {
    this.timeColumns = { createdAt: at, updatedAt: at, networkId };
    this.historyColumns = { ...this.timeColumns, validFrom: at };
    this.seenColumns = { ...this.historyColumns, lastSeenAt: at };
  }

  async create(model: Model, rows: readonly Row[], columns: Row): Promise<void> {
    const delegate = delegateOf(this.tx, model);
    for (const chunk of chunksOf(rows))
      await delegate.createMany({ data: chunk.map((row) => ({ ...withoutAbsent(row), ...columns })) });
  }

  async change(model: Model, fields: readonly string[], rows: readonly Row[]): Promise<void> {
    for (const chunk of chunksOf(rows)) await setRows(this.tx, this.viewer, model, fields, chunk);
  }
}

async function writeNetwork(writer: RowWriter, { network }: ImportPlanner): Promise<void> {
  const { organizationId } = userOf(writer.viewer);
  for (const [model, fields, drafts, columns] of [
    ['Subnet', subnetFields, network.subnets, writer.seenColumns],
    ['Vlan', vlanFields, network.vlans, { ...writer.seenColumns, organizationId }],
  ] as const) {
    const differs = ({ row, storedRow }: (typeof drafts)[number]) =>
      storedRow !== undefined && fields.some((field) => (row[field] ?? null) !== ((storedRow as Row)[field] ?? null));
    for (const chunk of chunksOf<(typeof drafts)[number]>(drafts)) {
      const addedDrafts = chunk.filter(({ storedRow }) => !storedRow);
      await writer.create(
        model,
        addedDrafts.map(({ row }) => row),
        columns,
      );
      await writer.change(
        model,
        fields,
        chunk.filter(differs).map(({ row }) => row),
      );
    }
  }
}

async function writeHosts(writer: RowWriter, writes: readonly HostWrites[]): Promise<void> {
  const { tx, at } = writer;
  const hosts = writes.map(({ host }) => host);
  const newHosts = hosts.filter(({ isNew }) => isNew);
  const changedHosts = hosts.filter(({ isNew, isChanged }) => !isNew && isChanged);
  await writer.create(
    'Host',
    newHosts.map(({ row }) => row),
    writer.seenColumns,
  );
  await writer.change(
    'Host',
    hostFields,
    changedHosts.map(({ row }) => row),
  );
  for (const { host, moves } of writes) if (moves.length > 0) await moveAddresses(tx, host.row.id as string, moves, at);
  for (const { host, recalledMacs } of writes)
    if (recalledMacs.length > 0) await forgetFormerMacs(tx, [host.row.id as string], recalledMacs, at);
}

/** Writes the IP addresses, ports and interfaces of hosts, and the VLANs of the interfaces. */
async function writeParts(writer: RowWriter, writes: readonly HostWrites[]): Promise<void> {
  for (const kind of ['ipAddresses', 'ports', 'interfaces'] as const) {
    const { model, fields } = parts[kind];
    const addedRows = writes.flatMap((host) => host[kind].added);
    const changedRows = writes.flatMap((host) => host[kind].changed);
    await writer.create(model, addedRows, writer.seenColumns);
    await writer.change(model, fields, changedRows);
  }
  const taggedVlans = writes.flatMap((host) => host.taggedVlans);
  await writer.create('InterfaceVlan', taggedVlans, writer.historyColumns);
}

/** Writes LLDP and CDP data, and documented links. Resolves with whether documented links have changed. */
async function writeLinks(writer: RowWriter, writes: readonly HostWrites[]): Promise<boolean> {
  const evidence = writes.flatMap((host) => host.evidence);
  const goneIds = writes.flatMap((host) => host.goneDocumented);
  const documentedRows = writes.flatMap((host) => host.documented);
  await writer.create('NeighborEvidence', evidence, writer.timeColumns);
  for (const ids of chunksOf(goneIds)) await writer.tx.documentedLink.deleteMany({ where: { id: { in: [...ids] } } });
  await writer.create('DocumentedLink', documentedRows, writer.timeColumns);
  return goneIds.length + documentedRows.length > 0;
}

/** Writes the forwarding tables of interfaces, which replace the stored tables of the same interfaces. */
async function writeForwarding(writer: RowWriter, writes: readonly HostWrites[]): Promise<void> {
  const { tx, networkId, at } = writer;
  const forwarding = writes.flatMap((host) => host.forwarding);
  const ofInterfaces = { interfaceId: { in: forwarding.map(({ interfaceId }) => interfaceId) } };
  if (forwarding.length > 0) await tx.forwardingEvidence.deleteMany({ where: ofInterfaces });
  await writer.create('ForwardingEvidence', forwarding, { networkId, readAt: at });
}

async function writeServices(writer: RowWriter, writes: readonly HostWrites[]): Promise<void> {
  const services = writes.flatMap((host) => host.services);
  const namedServices = writes.flatMap((host) => host.namedServices);
  const goneIds = writes.flatMap((host) => host.goneBindings);
  const bindings = writes.flatMap((host) => host.bindings);
  await writer.create('Service', services, writer.seenColumns);
  await writer.change('Service', ['name'], namedServices);
  for (const ids of chunksOf(goneIds)) await writer.tx.binding.deleteMany({ where: { id: { in: [...ids] } } });
  await writer.create('Binding', bindings, writer.seenColumns);
}

/** Writes suggestions that hosts may be the same machine, and merges hosts. */
async function writeIdentities(tx: Db, viewer: Viewer, networkId: string, planner: ImportPlanner): Promise<void> {
  const drafts = [...planner.hosts.drafts.values()];
  const pairs = drafts.flatMap(({ id, suspectedHosts }) =>
    Array.from(suspectedHosts.values(), (other) => ({ hostId: id, other })),
  );
  for (const chunk of chunksOf(pairs)) await suggestPairs(tx, networkId, chunk);
  for (const { id, absorbedHosts } of drafts)
    for (const { hostId, reasons } of absorbedHosts) await mergeHosts(tx, viewer, id, hostId, { reasons });
}

function* chunksOf<T>(rows: readonly T[]): Generator<readonly T[]> {
  for (let from = 0; from < rows.length; from += chunkSize) yield rows.slice(from, from + chunkSize);
}

const withoutAbsent = (row: Row): Row => Object.fromEntries(Object.entries(row).filter(([, value]) => value != null));
