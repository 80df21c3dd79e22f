// Finds out what the API allows the viewer to do with a single row. Needed for kinds of which the viewer may change
// some rows only.
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
 * Lists with rows that the viewer may read but not change: tags that are used in networks out of reach, saved views of
 * other users, and records of finished runs.
 */
const refusesSome: readonly string[] = ['tags', 'savedViews', 'discoveries'];

const every: RowRights = { mayUpdate: true, mayDelete: true };
const none: RowRights = { mayUpdate: false, mayDelete: false };

/**
 * A time at which no row was updated. The API always refuses an update that expects this time, so nothing is changed.
 */
const neverUpdatedAt = '1970-01-01T00:00:00.000Z';

/**
 * Asks the API by a refused update whether the viewer may change the row, because the API has no field for this right.
 * The API checks rights before it compares the expected time, so its error tells whether the viewer has them.
 */
async function readRights(update: FormDocuments['update'], id: string): Promise<RowRights> {
  try {
    await ask(update, { id, input: { expectedUpdatedAt: neverUpdatedAt } });
  } catch (error) {
    const code = error instanceof Refusal ? error.code : '';
    if (code === 'auth_permission_denied' || code === 'entity_access_denied') return none;
    if (code === 'discovery_historical_read_only') return { mayUpdate: false, mayDelete: true };
  }
  // After any other failure all actions are offered. If one of them fails, it says why.
  return every;
}

/** Whether the API refuses to restore the row as of the instant because of the viewer's rights. Writes nothing. */
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
 * Whether the viewer may restore a deleted row that existed at the instant; undefined until the API has responded. Only
 * the maker of a saved view and Admins may restore the view.
 */
export function useMayRestoreDeleted(kind: Kind, id: string, at: string | undefined): boolean | undefined {
  const isAsked = kind.list === 'savedViews' && at !== undefined;
  const key = `${kind.list} ${id} ${at ?? ''}`;
  const { data } = useAsked(async () => ({ key, mayRestore: isAsked && !(await isRestoreRefused(kind, id, at)) }), key);
  // Until the API has responded, `data` is the answer for the previous row or instant. The key of `data` tells.
  if (!isAsked) return true;
  return data?.key === key ? data.mayRestore : undefined;
}

/** What the viewer may do with the row; undefined until the API has responded. */
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
