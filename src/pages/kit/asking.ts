// Sends the requests of all pages. Redirects to the sign-in page when the session has ended, builds error messages, and
// reads lists page by page.
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { call as callService, Refusal, type Document, type Granted } from './ask';
import { ask as askService, type AskingAsOf } from './ask-as-of';
import { hasEntries } from './entries';

/**
 * Redirects to the sign-in page, which returns to the current page afterwards. Does nothing while the page contains
 * unsaved input or selected rows: the error message then asks the user to sign in in another tab.
 */
export function goToSignIn(): void {
  if (hasEntries()) return;
  location.assign(`/sign-in?next=${encodeURIComponent(location.pathname + location.search)}`);
}

/** While a form is being sent, an ended session must not redirect to the sign-in page, or the input would be lost. */
let sentForms = 0;

/** Sends a form. If the session has ended, the page stays, so that the user's input is not lost. */
export async function sendForm<Result>(send: () => Promise<Result>): Promise<Result> {
  sentForms += 1;
  try {
    return await send();
  } finally {
    sentForms -= 1;
  }
}

function orToSignIn(error: unknown): never {
  if (error instanceof Refusal && error.isSignedOut && sentForms === 0) goToSignIn();
  throw error;
}

export const ask = <Result, Variables>(
  document: Document<Result, Variables>,
  variables: Variables,
  asking: AskingAsOf = {},
): Promise<Granted<Result>> => askService(document, variables, asking).catch(orToSignIn);

export const call = <Result>(method: string, path: string, body?: object): Promise<Result> =>
  callService<Result>(method, path, body).catch(orToSignIn);

const signInAgain = 'Your session has ended. Sign in in another tab, then try again.';

const words: Readonly<Record<string, string>> = {
  auth_not_authenticated: signInAgain,
  auth_session_expired: signInAgain,
  validation_required: 'This field is required.',
  validation_empty: 'This field is required.',
  validation_invalid_email: 'This is not an e-mail address.',
  entity_changed: 'Somebody else changed it in the meantime: reload the page.',
  entity_not_found: 'It was deleted: reload the page.',
  restore_conflict: 'Nothing was restored.',
  auth_password_invalid: 'The password is wrong.',
  auth_password_required: 'Set a password first: without one you could not sign in any more.',
  auth_second_factor_invalid: 'The code is wrong, or was used before: take the next one that the app shows.',
  auth_second_factor_already_set: 'A second factor is set up already: reload the page.',
  auth_session_not_fresh: 'Sign out and in again first: this session is too old for that.',
  auth_oidc_unavailable: 'The provider does not answer. Try again later.',
  auth_login_locked: 'Too many wrong attempts. Try again in 15 minutes.',
  secrets_key_missing: 'The service keeps no secrets until its operator sets SECRETS_KEY.',
};

export function errorText(error: unknown): string {
  if (!(error instanceof Refusal)) return 'Something went wrong on this page. Reload it.';
  const { code, field = '', message, params } = error;
  if (code === 'validation_invalid_format' && /password$/i.test(field))
    return 'The password needs upper case, lower case and a digit.';
  if (code === 'validation_min_length') return `At least ${String(params.min)} characters.`;
  if (code === 'validation_max_length') return `At most ${String(params.max)} characters.`;
  return words[code] ?? message;
}

export interface Asked<Result> {
  /** The result of the latest successful request; undefined until a request has succeeded. */
  readonly data: Result | undefined;
  readonly problem: string | null;
  reload(): Promise<void>;
}

/**
 * Runs a request when the component appears, when `key` changes, and on `reload`. Late responses to older requests are
 * ignored.
 */
export function useAsked<Result>(work: () => Promise<Result>, key = ''): Asked<Result> {
  const [data, setData] = useState<Result>();
  const [problem, setProblem] = useState<string | null>(null);
  const [turn] = useState({ last: 0 });
  const reload = useCallback(async () => {
    const mine = (turn.last += 1);
    try {
      const answer = await work();
      if (mine !== turn.last) return;
      setData(answer);
      setProblem(null);
    } catch (error) {
      if (mine === turn.last) setProblem(errorText(error));
    }
  }, [key]);
  useEffect(() => {
    void reload();
    return () => void (turn.last += 1);
  }, [reload]);
  return { data, problem, reload };
}

export interface Connection<Row> {
  readonly totalCount: number;
  readonly nodes: readonly Row[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor?: string | null };
}

export interface Paged<Row> extends Asked<readonly Row[]> {
  readonly totalCount: number;
  /** Loads the next page of the list; undefined if all pages are loaded. */
  readonly more: (() => Promise<void>) | undefined;
}

/** A list that starts with its first page, and loads further pages when `more` is called. */
export function usePaged<Row>(
  page: (after: string | null) => Promise<{ list: Connection<Row> }>,
  key = '',
): Paged<Row> {
  const [later, setLater] = useState<readonly Connection<Row>[]>([]);
  const { data, problem, reload } = useAsked(async () => {
    const first = (await page(null)).list;
    setLater([]);
    return first;
  }, key);
  const [isFailed, setFailed] = useState<string | null>(null);
  const last = later.at(-1) ?? data;
  const shownData = useRef(data);
  shownData.current = data;
  const more = async () => {
    try {
      const { list } = await page(last?.pageInfo.endCursor ?? null);
      // The list was reloaded while this page of rows was loading, so the page no longer belongs to the list.
      if (shownData.current !== data) return;
      setLater((pages) => (pages.at(-1) === later.at(-1) ? [...pages, list] : pages));
      setFailed(null);
    } catch (error) {
      setFailed(errorText(error));
    }
  };
  return {
    data: data && [data, ...later].flatMap(({ nodes }) => nodes),
    totalCount: last?.totalCount ?? 0,
    problem: problem ?? isFailed,
    reload,
    more: last?.pageInfo.hasNextPage ? more : undefined,
  };
}
