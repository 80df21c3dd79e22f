// Finds out whether the viewer may change a certain row, for kinds where this depends on the row.
import { Refusal } from '../../kit/ask';
import { ask, useAsked } from '../../kit/asking';
import { InventoryRestoreRevisionDocument, type InventoryKind } from '../../../generated/inventory-operations';
import { useInventory } from '../address/context';
import { findForm, type FormDocuments } from '../address/form-facts';
import type { Kind } from '../address/kinds-by-list';

export interface RowRights {
  readonly mayUpdate: boolean;
  readonly mayDelete: boolean;
}

/**
 * Kinds with rows that a viewer may see but not change: tags used in hidden networks, saved views of other users, and
 * records of finished runs.
 */
const refusesSome: readonly string[] = ['tags', 'savedViews', 'discoveries'];

const every: RowRights = { mayUpdate: true, mayDelete: true };
const none: RowRights = { mayUpdate: false, mayDelete: false };

/** The API refuses an update that expects this time of last change, because no row was ever changed then. */
const neverUpdatedAt = '1970-01-01T00:00:00.000Z';

/**
 * Finds out what the viewer may do with the row. The API has no field for these rights, so an update with a wrong
 * expected time is sent, which writes nothing. The API checks rights before the time, so the error shows the rights.
 */
async function readRights(update: FormDocuments['update'], id: string): Promise<RowRights> {
  try {
    await ask(update, { id, input: { expectedUpdatedAt: neverUpdatedAt } });
  } catch (error) {
    const code = error instanceof Refusal ? error.code : '';
    if (code === 'auth_permission_denied' || code === 'entity_access_denied') return none;
    if (code === 'discovery_historical_read_only') return { mayUpdate: false, mayDelete: true };
  }
  // Any other error says nothing about rights. Offer all actions; the API still checks each of them.
  return every;
}

/** Requests a preview of the restoration, which writes nothing and fails if the viewer may not restore the row. */
async function isRestoreRefused(kind: Kind, id: string, at: string): Promise<boolean> {
  try {
    const input = { kind: kind.historyKind as InventoryKind, id, at, isPreview: true };
    await ask(InventoryRestoreRevisionDocument, { input });
    return false;
  } catch (error) {
    return error instanceof Refusal && error.code === 'auth_permission_denied';
  }
}

/**
 * Whether the viewer may restore the deleted row; undefined until the API has responded. Saved views need a request,
 * because only their creators and Admins may restore them.
 */
export function useMayRestoreDeleted(kind: Kind, id: string, at: string | undefined): boolean | undefined {
  const isAsked = kind.list === 'savedViews' && at !== undefined;
  const key = `${kind.list} ${id} ${at ?? ''}`;
  const { data } = useAsked(async () => ({ key, mayRestore: isAsked && !(await isRestoreRefused(kind, id, at)) }), key);
  if (!isAsked) return true;
  return data?.key === key ? data.mayRestore : undefined;
}

/** Whether the viewer may update and delete the row; undefined until the API has responded. */
export function useRowRights(kind: Kind, id: string): RowRights | undefined {
  const { start } = useInventory();
  const form = findForm(kind.list);
  const isAsked = refusesSome.includes(kind.list) && start.viewer.may.includes(form?.update ?? '');
  const { data } = useAsked(
    () => (isAsked ? readRights(form!.documents.update, id) : Promise.resolve(every)),
    `${kind.list} ${id}`,
  );
  return isAsked ? data : every;
}
