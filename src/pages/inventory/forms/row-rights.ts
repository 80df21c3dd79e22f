// Finds out what the API allows the reader to do with a single row, for kinds of which it refuses some rows and accepts
// others.
import { Refusal } from '../../kit/ask';
import { ask, useAsked } from '../../kit/asking';
import { useInventory } from '../address/context';
import { findForm, type FormDocuments } from '../address/form-facts';
import type { Kind } from '../address/kinds-by-list';

export interface RowRights {
  readonly mayUpdate: boolean;
  readonly mayDelete: boolean;
}

/**
 * Kinds of which readers see rows that they cannot change: tags that are used in networks out of reach, saved views of
 * others, and records of finished runs.
 */
const refusesSome: readonly string[] = ['tags', 'savedViews', 'discoveries'];

const every: RowRights = { mayUpdate: true, mayDelete: true };
const none: RowRights = { mayUpdate: false, mayDelete: false };

/** A time that no row has. An update that expects it is always refused, so nothing is changed. */
const neverUpdatedAt = '1970-01-01T00:00:00.000Z';

/**
 * The API has no field for this right. But it checks the reader's rights before it compares the expected time, so the
 * error of an update with a wrong time shows whether the reader may change the row.
 */
async function readRights(update: FormDocuments['update'], id: string): Promise<RowRights> {
  try {
    await ask(update, { id, input: { expectedUpdatedAt: neverUpdatedAt } });
  } catch (error) {
    const code = error instanceof Refusal ? error.code : '';
    if (code === 'auth_permission_denied' || code === 'entity_access_denied') return none;
    if (code === 'discovery_historical_read_only') return { mayUpdate: false, mayDelete: true };
  }
  // After any other failure all actions are offered, because an action that fails says why.
  return every;
}

/** What the reader may do with the row; undefined until the API has responded. */
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
