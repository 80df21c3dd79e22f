// Sends queries to the public GraphQL API, for the present or for a past instant.
import { ask as askNow, type Document, type Extensions, type Granted } from './ask';
import { instantWords } from './instants/instant-words';
import { toPastQuery } from './as-of';

export interface AskingAsOf {
  /** The instant whose data is read; null reads the present. */
  readonly at?: string | null;
  readonly signal?: AbortSignal;
}

/** If the API calls one of these variables out of range, the chosen instant is older than the stored history. */
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
  const past: Document<Result, Variables & { readonly at: string }> = toPastQuery(String(document));
  return askNow(past, { ...variables, at }, asking);
}
