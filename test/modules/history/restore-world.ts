// Requests and comparisons for the suites about restoring rows.
import { restoredModels } from '../../../src/modules/history/restore/restored-models';
import { tableOf } from '../../../src/data/model/model-fields';
import type { PrismaClient } from '../../../src/generated/prisma/client';
import { databaseInstant } from '../../support/instants';
import type { Caller } from '../../support/world';

export interface RestoredRow {
  readonly kind: string;
  readonly entityId: string;
  readonly name: string;
  readonly changeType: string;
  readonly fields: readonly { readonly field: string; readonly from: unknown; readonly to: unknown }[];
}
export interface Conflict {
  readonly code: string;
  readonly message: string;
  readonly kind: string | null;
  readonly entityId: string | null;
  readonly params: Readonly<Record<string, unknown>>;
}
export interface Restoration {
  readonly entityId: string | null;
  readonly isPreview: boolean;
  readonly isChanged: boolean;
  readonly rowCount: number;
  readonly rows: readonly RestoredRow[];
  readonly conflictCount: number;
  readonly conflicts: readonly Conflict[];
}

const selection = `entityId isPreview isChanged rowCount conflictCount
  rows { kind entityId name changeType fields { field from to } }
  conflicts { code message kind entityId params }`;
export const restoreText = `mutation($input: RestoreRevisionInput!) { restoreRevision(input: $input) { ${selection} } }`;
export const undoText = `mutation($input: UndoChangeInput!) { undoChange(input: $input) { ${selection} } }`;

interface Request {
  readonly kind: string;
  readonly id: string;
  readonly at: Date;
  readonly expectedUpdatedAt?: string;
  readonly isPreview?: boolean;
}
export const restore = async (caller: Caller, input: Request): Promise<Restoration> =>
  (await caller.query(restoreText, { input })).restoreRevision;
export const undo = async (caller: Caller, eventId: string, more: object = {}): Promise<Restoration> =>
  (await caller.query(undoText, { input: { eventId, ...more } })).undoChange;

/** Id of the audit event of a row's last change. */
export async function lastEvent(caller: Caller, kind: string, id: string): Promise<string> {
  const text = `query($kind: InventoryKind!, $id: UUID!) { history(kind: $kind, id: $id, first: 1) { nodes { event { eventId } } } }`;
  return (await caller.query(text, { kind, id })).history.nodes[0].event.eventId;
}

/**
 * Columns that a restore may change, so comparisons leave them out. Even `created_at` may change: a row that was
 * created less than a minute ago gets the time of the restore.
 */
const bookkeeping = ['valid_from', 'audit_event_id', 'updated_at', 'created_at', 'last_seen_at'];

/** All rows of these networks and this organization that a restore can write, without the times of their states. */
export async function storedRows(
  prisma: PrismaClient,
  { networkIds, organizationId }: { readonly networkIds: readonly string[]; readonly organizationId: string },
): Promise<Record<string, unknown[]>> {
  const stored: Record<string, unknown[]> = {};
  for (const model of restoredModels) {
    const isTag = model === 'Tag' || model === 'TagAssignment';
    const table = model === 'TagAssignment' ? 'tag_assignments_now' : tableOf(model);
    const rows = await prisma.$queryRawUnsafe<{ row: Record<string, unknown> }[]>(
      `SELECT to_jsonb(r) AS row FROM ${table} r WHERE ${isTag ? 'organization_id = ANY($1::uuid[])' : 'network_id = ANY($1::uuid[])'} ORDER BY id`,
      isTag ? [organizationId] : networkIds,
    );
    stored[model] = rows.map(({ row }) =>
      Object.fromEntries(Object.entries(row).filter(([name]) => !bookkeeping.includes(name))),
    );
  }
  return stored;
}

/** An instant after all earlier writes and before all later writes. */
export const instant = databaseInstant;
