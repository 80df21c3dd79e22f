// The state of the inventory pages as encoded in the URL: network, kind, row, form, instant, search, filters and order.
import { hasInput } from './form-facts';
import { isValid, type Clause, findLeaf } from './filters';
import { kindOfSlug, usualSort, type Kind, type Sort } from './kinds-by-list';

/**
 * The form that is open: `new` for a new row, `edit` for a stored row, `clone` for a new row with the values of another
 * row.
 */
export type FormName = 'new' | 'edit' | 'clone';

export interface Place {
  readonly networkId: string | null;
  readonly kind: Kind | undefined;
  /** Id of the row that is shown; null if the list is shown. */
  readonly id: string | null;
  /** The form that is open; null if none is. */
  readonly form: FormName | null;
  /** Values already filled in when the form of a new row opens, by name of the input. */
  readonly presets: Readonly<Record<string, string>>;
  /** The instant that the page shows; null for the present. */
  readonly at: string | null;
  /** The list contains only rows that have changed since this instant; null lists all rows. */
  readonly since: string | null;
  readonly search: string;
  readonly clauses: readonly Clause[];
  /** The order of the list; null for the kind's default order. */
  readonly sort: Sort | null;
  /** Query parameters of the URL that this list does not support. The page names them in a message. */
  readonly unknown: readonly string[];
}

export const root = '/inventory';

/** Whether the month has the day. `Date.parse` interprets February 30 as a day in March. */
const isDay = (year: string, month: string, day: string): boolean =>
  new Date(Date.UTC(Number(year), Number(month) - 1, Number(day))).getUTCDate() === Number(day);

function instantIn(text: string): string | null {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)/.exec(text) ?? [];
  // In a URL that was written by hand, the plus sign of a time zone is decoded as a space.
  const time = day && isDay(year!, month!, day) ? Date.parse(text.replace(' ', '+')) : NaN;
  return Number.isNaN(time) || time > Date.now() ? null : new Date(time).toISOString();
}

function sortIn(kind: Kind, text: string): Sort | null {
  const isDescending = text.startsWith('-');
  const field = isDescending ? text.slice(1) : text;
  return kind.orders.includes(field) ? { field, isDescending } : null;
}

function clausesIn(kind: Kind, path: string, values: readonly string[]): Clause[] {
  if (findLeaf(kind.filter, path)?.isList) return [{ path, values }];
  return values.map((value) => ({ path, values: [value] }));
}

export function readPlace(pathname: string, query: string): Place {
  const [networkId, slug, third, fourth] = pathname
    .slice(root.length)
    .split('/')
    .slice(1)
    .map((part) => part || null);
  const kind = kindOfSlug(slug ?? null);
  const isNew = third === 'new';
  const form = isNew ? 'new' : fourth === 'edit' || fourth === 'clone' ? fourth : null;
  const presets: Record<string, string> = {};
  const params = new URLSearchParams(query);
  const unknown: string[] = [];
  const clauses: Clause[] = [];
  let [at, since, search, sort]: [string | null, string | null, string, Sort | null] = [null, null, '', null];
  for (const name of new Set(params.keys())) {
    const values = params.getAll(name);
    const [value = ''] = values;
    if (name === 'search') search = value;
    else if (name === 'at' && instantIn(value) !== null) at = instantIn(value);
    else if (name === 'since' && kind?.isCompared && instantIn(value) !== null) since = instantIn(value);
    else if (name === 'sort' && kind && sortIn(kind, value)) sort = sortIn(kind, value);
    else if (isNew && kind && values.length === 1 && hasInput(kind.list, name)) presets[name] = value;
    else {
      const read = kind ? clausesIn(kind, name, values) : [];
      if (kind && read.length > 0 && read.every((clause) => isValid(kind, clause))) clauses.push(...read);
      else unknown.push(...values.map((one) => `${name}=${one}`));
    }
  }
  if (at !== null && since !== null && since > at) {
    unknown.push(`since=${since}`);
    since = null;
  }
  const id = isNew ? null : (third ?? null);
  return { networkId: networkId ?? null, kind, id, form, presets, at, since, search, clauses, sort, unknown };
}

/** Writes the page's state as a URL. Parts that this kind of row does not support are left out. */
export function writePlace({ networkId, kind, id, form, presets, at, since, search, clauses, sort }: Place): string {
  const parts = [networkId, kind?.slug, id, form].filter((part) => part != null);
  const path = [root, ...parts.map(encodeURIComponent)].join('/');
  const usual = kind && usualSort(kind);
  const isUsual = !sort || (sort.field === usual?.field && sort.isDescending === usual.isDescending);
  const params = new URLSearchParams([
    ...Object.entries(presets),
    ...(at ? [['at', at]] : []),
    ...(since ? [['since', since]] : []),
    ...(search ? [['search', search]] : []),
    ...clauses.flatMap(({ path: name, values }) => values.map((value) => [name, value])),
    ...(isUsual ? [] : [['sort', `${sort.isDescending ? '-' : ''}${sort.field}`]]),
  ]);
  const query = params.toString().replaceAll('%3A', ':');
  return query ? `${path}?${query}` : path;
}

/** Whether the text has the form of a row id (a UUID). */
export const isRowId = (id: string): boolean => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id);

const nowhere: Place = {
  ...{ networkId: null, kind: undefined, id: null, form: null, presets: {} },
  ...{ at: null, since: null, search: '', clauses: [], sort: null, unknown: [] },
};

/** The page state that shows a list without filters, at the instant `at`. */
export const listPlace = (networkId: string, kind: Kind, at: string | null): Place => ({
  ...nowhere,
  networkId,
  kind,
  at,
});
/** The page state that shows one row, at the instant `at`. */
export const rowPlace = (networkId: string, kind: Kind, id: string, at: string | null): Place => ({
  ...listPlace(networkId, kind, at),
  id,
});

/** The page state that shows a form for a new row. */
export const newPlace = (networkId: string, kind: Kind, presets: Place['presets'] = {}): Place => ({
  ...{ ...listPlace(networkId, kind, null), form: 'new', presets },
});
/** The page state that shows a form with the values of a stored row. */
export const formPlace = (networkId: string, kind: Kind, id: string, form: 'edit' | 'clone'): Place => ({
  ...{ ...rowPlace(networkId, kind, id, null), form },
});

/** The order of the shown list: the order that the user selected, or the kind's default order. */
export const shownSort = ({ kind, sort }: Place): Sort | null => sort ?? (kind ? usualSort(kind) : null);
