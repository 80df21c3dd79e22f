// Writes what an import makes of a network, some hundred hosts at a time, each kind of their rows by a few statements.
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

/** Rows of one statement, and hosts that are written together: what one turn of the event loop can do. */
const chunkSize = 500;

type Model = Parameters<typeof setRows>[2];

/** Answers whether documented links have changed, of which others follow. */
// eslint-disable-next-line max-lines-per-function -- a step a model, in the order of their references
export async function writeImport(
  tx: Db,
  viewer: Viewer,
  networkId: string,
  planner: ImportPlanner,
  at: Date,
): Promise<boolean> {
  let isRecabled = false;
  const times = { createdAt: at, updatedAt: at, networkId };
  const made = { ...times, validFrom: at };
  const seen = { ...made, lastSeenAt: at };
  const create = async (model: Model, rows: readonly Row[], columns: Row) => {
    const delegate = delegateOf(tx, model);
    for (const chunk of chunksOf(rows))
      await delegate.createMany({ data: chunk.map((row) => ({ ...withoutAbsent(row), ...columns })) });
  };
  const change = async (model: Model, fields: readonly string[], rows: readonly Row[]) => {
    for (const chunk of chunksOf(rows)) await setRows(tx, viewer, model, fields, chunk);
  };
  const writeHosts = async (writes: readonly ReturnType<HostDraft['writes']>[]) => {
    const hosts = writes.map(({ host }) => host);
    await create(
      'Host',
      hosts.filter(({ isNew }) => isNew).map(({ row }) => row),
      seen,
    );
    await change(
      'Host',
      hostFields,
      hosts.filter(({ isNew, isChanged }) => !isNew && isChanged).map(({ row }) => row),
    );
    for (const { host, moves } of writes)
      if (moves.length > 0) await moveAddresses(tx, host.row.id as string, moves, at);
    for (const { host, recalledMacs } of writes)
      if (recalledMacs.length > 0) await forgetFormerMacs(tx, [host.row.id as string], recalledMacs, at);
    for (const kind of ['ipAddresses', 'ports', 'interfaces'] as const) {
      const { model, fields } = parts[kind];
      await create(
        model,
        writes.flatMap((one) => one[kind].added),
        seen,
      );
      await change(
        model,
        fields,
        writes.flatMap((one) => one[kind].changed),
      );
    }
    await create(
      'InterfaceVlan',
      writes.flatMap(({ taggedVlans }) => taggedVlans),
      made,
    );
    await create(
      'NeighborEvidence',
      writes.flatMap(({ evidence }) => evidence),
      times,
    );
    const gone = writes.flatMap(({ goneDocumented }) => goneDocumented);
    for (const chunk of chunksOf(gone)) await tx.documentedLink.deleteMany({ where: { id: { in: [...chunk] } } });
    const documented = writes.flatMap((one) => one.documented);
    await create('DocumentedLink', documented, times);
    isRecabled ||= gone.length + documented.length > 0;
    const forwarding = writes.flatMap((one) => one.forwarding);
    const read = { interfaceId: { in: forwarding.map(({ interfaceId }) => interfaceId) } };
    if (forwarding.length > 0) await tx.forwardingEvidence.deleteMany({ where: read });
    await create('ForwardingEvidence', forwarding, { networkId, readAt: at });
    await create(
      'Service',
      writes.flatMap(({ services }) => services),
      seen,
    );
    await change(
      'Service',
      ['name'],
      writes.flatMap(({ namedServices }) => namedServices),
    );
    for (const chunk of chunksOf(writes.flatMap(({ goneBindings }) => goneBindings)))
      await tx.binding.deleteMany({ where: { id: { in: [...chunk] } } });
    await create(
      'Binding',
      writes.flatMap(({ bindings }) => bindings),
      seen,
    );
  };
  for (const [model, fields, drafts, columns] of [
    ['Subnet', subnetFields, planner.network.subnets, seen],
    ['Vlan', vlanFields, planner.network.vlans, { ...seen, organizationId: userOf(viewer).organizationId }],
  ] as const) {
    const differs = ({ row, stored }: (typeof drafts)[number]) =>
      stored !== undefined && fields.some((field) => (row[field] ?? null) !== ((stored as Row)[field] ?? null));
    for (const chunk of chunksOf<(typeof drafts)[number]>(drafts)) {
      await create(
        model,
        chunk.filter(({ stored }) => !stored).map(({ row }) => row),
        columns,
      );
      await change(
        model,
        fields,
        chunk.filter(differs).map(({ row }) => row),
      );
    }
  }

  for (const chunk of chunksOf([...planner.hosts.values()]))
    await writeHosts(await mapInTurns(chunk, (draft) => draft.writes()));
  await writeIdentities(tx, viewer, networkId, planner);
  return isRecabled;
}

/** What is open of who is who, and the hosts that became one. */
async function writeIdentities(tx: Db, viewer: Viewer, networkId: string, planner: ImportPlanner): Promise<void> {
  const drafts = [...planner.hosts.values()];
  const pairs = drafts.flatMap(({ id, suspected }) =>
    Array.from(suspected.values(), (other) => ({ hostId: id, other })),
  );
  for (const chunk of chunksOf(pairs)) await suggestPairs(tx, networkId, chunk);
  for (const { id, absorbed } of drafts)
    for (const { hostId, reasons } of absorbed) await mergeHosts(tx, viewer, id, hostId, { reasons });
}

function* chunksOf<T>(rows: readonly T[]): Generator<readonly T[]> {
  for (let from = 0; from < rows.length; from += chunkSize) yield rows.slice(from, from + chunkSize);
}

const withoutAbsent = (row: Row): Row => Object.fromEntries(Object.entries(row).filter(([, value]) => value != null));
