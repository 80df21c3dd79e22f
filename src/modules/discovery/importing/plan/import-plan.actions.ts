// Plans an import, and applies the plan. To apply a plan, the same planner runs again, under the lock of the network.
import { storedJson } from '../../../../data/model/stored-json';
import { setTimeout as pause } from 'node:timers/promises';
import type { GraphqlContext } from '../../../../graphql/context';
import { AppError } from '../../../../errors';
import { changeTime } from '../../../../data/tenancy/change-times';
import { lockHostWrites, lockNetwork } from '../../../inventory/writes';
import { tryLockImports } from './import-lock.sql';
import { requireScope, requireVisible, type Db } from '../../../../data/tenancy/rows';
import { userOf, type UserViewer } from '../../../../data/tenancy/viewer';
import { isTurnSpent, mapInTurns, nextTurn } from '../../../../platform/threads/event-loop';
import type { ImportFormat } from '../formats/formats';
import { ImportFileError, type ImportedEntry, type NamespaceOrigin } from '../formats/imported-entries';
import { readImport } from '../formats/read-import';
import { resolveNow } from '../../runs/neighbors.sql';
import { requireRoomForPlan } from './import-plans.sql';
import { ImportPlanner } from './import-planner';
import { SharedMacs } from './shared-macs';
import { writeImport } from './import-writes';
import { batchSize, knowHosts, networkRows } from './network-rows';
import type { PlannedRow } from './planned-row';

/** Maximum number of rows in a plan. */
export const mostRows = 200_000;
const planMs = 3_600_000;
/** Maximum time for applying a plan, in milliseconds. */
const applyMs = 120_000;
/**
 * In milliseconds: how long an import waits for other imports to the same network, and the pause between two attempts
 * to get the network's import lock.
 */
const queueMs = 120_000;
const betweenLooksMs = 250;

/**
 * Maximum number of plans and imports that run concurrently in this process, because each has its hosts in memory. The
 * limit of one organization is lower than the limit of all organizations.
 */
const mostAtATime = { ofOrganization: 3, inAll: 4 };
const retryAfterSeconds = 5;
/** Organization ids: one element for each plan or import that is running. */
const inWork: string[] = [];

/** Runs `work`. Throws 429 `rate_limit_exceeded` if too many plans and imports are running. */
async function inTurn<T>({ organizationId }: UserViewer, work: () => Promise<T>): Promise<T> {
  const ofOrganization = inWork.filter((id) => id === organizationId).length;
  if (ofOrganization >= mostAtATime.ofOrganization || inWork.length >= mostAtATime.inAll)
    throw new AppError('rate_limit_exceeded', {}, retryAfterSeconds);
  inWork.push(organizationId);
  try {
    return await work();
  } finally {
    inWork.splice(inWork.indexOf(organizationId), 1);
  }
}

type Context = Pick<GraphqlContext, 'db' | 'viewer' | 'requestedAt'>;

export interface PlanRequest {
  readonly networkId: string;
  readonly format: ImportFormat | 'auto';
  readonly fileName: string;
  readonly host?: string | undefined;
  /** Namespace of those subnets and addresses for which the file names no namespace. */
  readonly namespace?: string | undefined;
  readonly namespaceBy?: NamespaceOrigin | undefined;
  /** Returns the bytes of the file. Each call reads the file from the beginning. */
  readonly read: () => AsyncIterable<Uint8Array>;
}

/**
 * Plans the import of a file and resolves with the plan's id. If the file cannot be read completely, stores nothing and
 * throws 400 `import_file_invalid`.
 */
export const planImport = (context: Context, request: PlanRequest): Promise<string> =>
  inTurn(userOf(context.viewer), () => plan(context, request));

async function plan({ db, viewer, requestedAt }: Context, request: PlanRequest): Promise<string> {
  const { networkId, fileName, namespace = '' } = request;
  const { organizationId, userId } = userOf(viewer);
  requireScope(viewer, { networkId });
  const entries = () => entriesOf(request, requestedAt);
  // The file is read twice. The first reading finds all subnets and VLANs, which the file may list after their hosts.
  // It also finds errors in the file before a row is written.
  const declaredEntries: ImportedEntry[] = [];
  const sharedMacs = new SharedMacs();
  let count = 0;
  for await (const entry of entries()) {
    count += 1;
    if (count > mostRows) throw tooMany(entry.line);
    if (entry.kind === 'Subnet' || entry.kind === 'Vlan') declaredEntries.push(entry);
    sharedMacs.note(entry);
  }
  const planner = await ImportPlanner.of(
    await networkRows(db, networkId),
    { fileName, namespace },
    declaredEntries,
    sharedMacs.all(),
  );
  const id = await db.$transaction(async (tx) => {
    await requireRoomForPlan(tx, userOf(viewer));
    const expiresAt = new Date(requestedAt.getTime() + planMs);
    const data = { networkId, organizationId, userId, fileName, namespace, expiresAt, sharedMacs: sharedMacs.all() };
    return (await tx.importPlan.create({ data, select: { id: true } })).id;
  });
  try {
    const counts = await storeRows(db, { planId: id, networkId, userId }, planner, entries());
    await db.importPlan.update({ where: { id }, data: counts, select: { id: true } });
  } catch (error) {
    const { count } = await db.importPlan.deleteMany({ where: { id } });
    // If the plan no longer exists, it was deleted while this call stored its rows: together with its network, or
    // because the user made newer plans. The caller gets this reason instead of the error that the deletion has caused.
    throw count === 0 ? new AppError('entity_not_found', { entity: 'ImportPlan', id }) : error;
  }
  return id;
}

const countedAs = { Create: 'created', Change: 'changed', Match: 'matched', Refuse: 'refused' } as const;

async function storeRows(
  db: Db,
  owner: { planId: string; networkId: string; userId: string },
  planner: ImportPlanner,
  entries: AsyncIterable<ImportedEntry>,
) {
  const counts = { created: 0, changed: 0, matched: 0, refused: 0 };
  let position = 0;
  for await (const batch of batchesOf(entries)) {
    await knowHosts(db, owner.networkId, planner, batch);
    const rows: PlannedRow[] = [];
    for (const plannedRows of await mapInTurns(batch, (entry) => planner.plan(entry))) rows.push(...plannedRows);
    for (const { action } of rows) counts[countedAs[action]] += 1;
    if (position + rows.length > mostRows) throw tooMany(rows.at(-1)!.line);
    for (let from = 0; from < rows.length; from += batchSize) {
      const data = rows.slice(from, from + batchSize).map(({ entry, fields, differences, ...row }, index) => ({
        ...{
          ...owner,
          ...row,
          fields: [...fields],
          differences: differences as object,
          position: position + from + index,
        },
        ...(entry && { entry: entry as object }),
      }));
      await db.importPlanRow.createMany({ data });
    }
    position += rows.length;
  }
  return counts;
}

/**
 * Applies a plan: writes all of its changes or none. Throws 409 `entity_changed` if a row on which the plan depends has
 * changed. Does nothing if the plan was already applied. One import to a network runs at a time. Other imports wait up
 * to `waitMs` milliseconds, then throw 409 `import_in_progress`.
 */
export const applyImport = (context: Context, planId: string, { waitMs = queueMs } = {}): Promise<void> =>
  inTurn(userOf(context.viewer), async () => {
    const until = performance.now() + waitMs;
    while (!(await apply(context, planId))) {
      if (performance.now() >= until) throw new AppError('import_in_progress');
      await pause(betweenLooksMs);
    }
  });

/** Applies a plan. Resolves with false, and does nothing, if another import to the network is being applied. */
function apply({ db, viewer, requestedAt }: Context, planId: string): Promise<boolean> {
  return db.$transaction(
    async (tx) => {
      const { networkId, fileName, namespace, sharedMacs } = await requireVisible(tx, 'ImportPlan', planId);
      if (!(await tryLockImports(tx, networkId))) return false;
      // The lock of host writes is taken exclusively, because the plan may merge hosts.
      await lockHostWrites(tx, networkId, { isAlone: true });
      await lockNetwork(tx, networkId);
      const { appliedAt, expiresAt } = await requireVisible(tx, 'ImportPlan', planId);
      if (appliedAt) return true;
      if (expiresAt <= requestedAt) throw new AppError('entity_expired', { entity: 'ImportPlan' });
      const where = { planId, kind: { in: ['Subnet' as const, 'Vlan' as const] } };
      const declaredRows = await tx.importPlanRow.findMany({
        where,
        select: { entry: true },
        orderBy: { position: 'asc' },
      });
      const entries = declaredRows.flatMap(({ entry }) => (entry ? [storedJson<ImportedEntry>(entry)] : []));
      const planner = await ImportPlanner.of(
        await networkRows(tx, networkId),
        { fileName, namespace },
        entries,
        sharedMacs,
      );
      await replan(tx, { planId, networkId }, planner);
      // `changeTime` is called after planning, because readers of the network's changes wait for this transaction from
      // that call on.
      const at = await changeTime(tx, networkId);
      await tx.importPlan.update({ where: { id: planId }, data: { appliedAt: at }, select: { id: true } });
      if (await writeImport(tx, viewer, networkId, planner, at)) await resolveNow(tx, networkId);
      return true;
    },
    { timeout: applyMs },
  );
}

/**
 * Before a plan is applied, plans each entry again with the current data. Throws `entity_changed` if the result differs
 * from the stored plan, which the user has seen.
 */
export async function replan(
  tx: Db,
  { planId, networkId }: { planId: string; networkId: string },
  planner: ImportPlanner,
) {
  type Stored = Awaited<ReturnType<typeof tx.importPlanRow.findMany>>[number];
  let before: Stored[] = [];
  for (let position = 0; ; position += batchSize) {
    const where = { planId, position: { gte: position, lt: position + batchSize } };
    const rows = await tx.importPlanRow.findMany({ where, orderBy: { position: 'asc' } });
    if (rows.length === 0) return;
    const entries = rows.flatMap(({ entry }) => (entry ? [storedJson<ImportedEntry>(entry)] : []));
    await knowHosts(tx, networkId, planner, entries, { isLocking: true });
    for (const row of rows) {
      if (isTurnSpent()) await nextTurn();
      // A row of the kind `Entry` is a line of the file without a valid entry. It does not depend on stored data.
      if (row.kind === 'Entry') continue;
      before.push(row);
      if (!row.entry) continue;
      const now = await planner.plan(storedJson<ImportedEntry>(row.entry));
      const changedIndex = before.findIndex((one, index) => printRow(one) !== printRow(now[index]));
      if (changedIndex >= 0 || now.length !== before.length) {
        const row = [before[changedIndex], now[changedIndex]].find((one) => one?.entityId);
        throw new AppError('entity_changed', { entity: row?.kind ?? 'ImportPlan', id: row?.entityId ?? planId });
      }
      before = [];
    }
  }
}

type Judged = Pick<PlannedRow, 'kind' | 'action' | 'entityId' | 'entityUpdatedAt' | 'fields' | 'code'>;

const printRow = (row: Judged | undefined): string =>
  JSON.stringify(row && [row.kind, row.action, row.entityId, row.entityUpdatedAt, row.fields, row.code]);

async function* entriesOf(request: PlanRequest, now: Date): AsyncGenerator<ImportedEntry> {
  const { format, fileName, host, namespaceBy, read } = request;
  const options = { fileName, now, ...(host !== undefined && { host }), ...(namespaceBy && { namespaceBy }) };
  try {
    for await (const entry of readImport(format, read(), options)) {
      if (isTurnSpent()) await nextTurn();
      yield entry;
    }
  } catch (error) {
    if (!(error instanceof ImportFileError)) throw error;
    const { code, line, column = null, message } = error;
    throw new AppError('import_file_invalid', { reason: message, problem: code, line, column });
  }
}

const tooMany = (line: number) => {
  const { code, message } = new ImportFileError('too_many_entries', line, `at most ${mostRows}`);
  return new AppError('import_file_invalid', { reason: message, problem: code, line, column: null });
};

async function* batchesOf<T>(items: AsyncIterable<T>): AsyncGenerator<T[]> {
  let batch: T[] = [];
  for await (const item of items) {
    batch.push(item);
    if (batch.length < batchSize) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
