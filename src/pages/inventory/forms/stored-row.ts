// A row as a form reads it, and the words of the API for a refusal.
import { Refusal } from '../../kit/ask';
import { ask, errorText } from '../../kit/asking';
import type { RowForm, StoredRow } from '../address/form-facts';

/** Null: the row is not there, or out of reach. */
export async function readStored(form: RowForm, id: string): Promise<StoredRow | null> {
  try {
    return (await ask(form.documents.stored, { id })).one;
  } catch (error) {
    if (error instanceof Refusal && error.isGone) return null;
    throw error;
  }
}

export function refusalText(error: unknown): string {
  if (!(error instanceof Refusal)) return errorText(error);
  return error.message.charAt(0).toUpperCase() + error.message.slice(1);
}
