// What the API lets the reader do with one row, where it refuses some rows of a kind and accepts others.
import { Refusal } from '../../kit/ask';
import { ask, useAsked } from '../../kit/asking';
import { useInventory } from '../address/context';
import { formOf, type FormDocuments } from '../address/form-facts';
import type { Kind } from '../address/kinds-by-list';

export interface RowRights {
  readonly mayUpdate: boolean;
  readonly mayDelete: boolean;
}

/** Tags that networks out of reach use, views of others, finished runs: readers see rows that they cannot change. */
const refusesSome: readonly string[] = ['tags', 'savedViews', 'discoveries'];

const every: RowRights = { mayUpdate: true, mayDelete: true };
const none: RowRights = { mayUpdate: false, mayDelete: false };

/** No row has this time, so nothing is ever changed. */
const neverUpdatedAt = '1970-01-01T00:00:00.000Z';

/** The API has no field for it, but refuses a change for the reader's rights before it compares the time. */
async function readRights(update: FormDocuments['update'], id: string): Promise<RowRights> {
  try {
    await ask(update, { id, input: { expectedUpdatedAt: neverUpdatedAt } });
  } catch (error) {
    const code = error instanceof Refusal ? error.code : '';
    if (code === 'auth_permission_denied' || code === 'entity_access_denied') return none;
    if (code === 'discovery_historical_read_only') return { mayUpdate: false, mayDelete: true };
  }
  // After any other failure the actions are offered: they say what is wrong.
  return every;
}

/** Undefined until the API has answered. */
export function useRowRights(kind: Kind, id: string): RowRights | undefined {
  const { start } = useInventory();
  const form = formOf(kind.list);
  const isAsked = refusesSome.includes(kind.list) && start.viewer.may.includes(form?.update ?? '');
  const { data } = useAsked(
    () => (isAsked ? readRights(form!.documents.update, id) : Promise.resolve(every)),
    `${kind.list} ${id}`,
  );
  return isAsked ? data : every;
}
