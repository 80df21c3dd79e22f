// Reads a stored row for a form, and formats errors of the API for the user.
import { Refusal } from '../../kit/ask';
import { ask, errorText } from '../../kit/asking';
import type { RowForm, StoredRow } from '../address/form-facts';

/** Reads a stored row. Resolves with null if the row does not exist or the viewer may not see it. */
export async function readStored(form: RowForm, id: string): Promise<StoredRow | null> {
  try {
    return (await ask(form.documents.stored, { id })).one;
  } catch (error) {
    if (error instanceof Refusal && error.isGone) return null;
    throw error;
  }
}

export const refusalText = (error: unknown): string => (error instanceof Refusal ? error.message : errorText(error));
