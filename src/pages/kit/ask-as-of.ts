// Asking the public GraphQL API about now, or about an instant of the past.
import { ask as askNow, type Document, type Extensions, type Granted } from './ask';
import { instantWords } from './instant-words';
import { asOf } from './as-of';

export interface AskingAsOf {
  /** The instant that is asked about; null: now. */
  readonly at?: string | null;
  readonly signal?: AbortSignal;
}

/** Instants that a graph or a difference is asked of. */
const instants: readonly unknown[] = ['at', 'from', 'to'];

function wordsFor({ code, params }: Extensions): string | undefined {
  if (code !== 'validation_out_of_range' || !instants.includes(params?.field)) return undefined;
  return `History is kept since ${instantWords(String(params?.min))}; what was before has been removed.`;
}

export function ask<Result, Variables>(
  document: Document<Result, Variables>,
  variables: Variables,
  { at = null, signal }: AskingAsOf = {},
): Promise<Granted<Result>> {
  const asking = { wordsFor, ...(signal && { signal }) };
  if (at === null) return askNow(document, variables, asking);
  const past: Document<Result, Variables & { readonly at: string }> = asOf(String(document));
  return askNow(past, { ...variables, at }, asking);
}
