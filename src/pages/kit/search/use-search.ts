// Searches for a text when the user pauses typing. Responses to outdated texts are dropped.
import { useEffect, useState } from 'preact/hooks';
import { KitSearchDocument } from '../../../generated/kit-operations';
import { ask, errorText } from '../asking';
import { foundRow, shownKinds, type FoundRow } from './found-rows';

const pauseMs = 150;
const mostMatches = 50;

export interface Found {
  /** The search text to which `rows` is the result. */
  readonly text: string;
  /** The rows that match `text`; undefined before the first response. */
  readonly rows: readonly FoundRow[] | undefined;
  readonly count: string;
  readonly problem: string | null;
}
const nothing: Found = { text: '', rows: undefined, count: '', problem: null };

const countWords = (shownCount: number, total: number, isAtLeast: boolean): string => {
  if (total === 0) return 'Nothing matches.';
  const all = `${isAtLeast ? 'at least ' : ''}${total.toLocaleString('en-US')}`;
  if (shownCount < total || isAtLeast) return `${shownCount} of ${all} matches: type more to narrow the search.`;
  return total === 1 ? '1 match' : `${total} matches`;
};

/** The rows grouped by kind. The kinds are sorted by the rank of their best match. */
export const byKind = (rows: readonly FoundRow[]): readonly (readonly [string, readonly FoundRow[]])[] =>
  [...new Set(rows.map(({ kind }) => kind))].map((kind) => [
    shownKinds[kind].plural,
    rows.filter((row) => row.kind === kind),
  ]);

export function useSearch(text: string, at: string | null): Found {
  const [searchResult, setSearchResult] = useState<Found>(nothing);
  const searchText = text.trim();
  useEffect(() => {
    if (searchText === '') return setSearchResult(nothing);
    const stop = new AbortController();
    const timer = setTimeout(() => {
      ask(KitSearchDocument, { text: searchText, first: mostMatches }, { at, signal: stop.signal }).then(
        ({ search: { matches, totalCount, isAtLeast } }) => {
          if (stop.signal.aborted) return;
          const count = countWords(matches.length, totalCount, isAtLeast);
          setSearchResult({ text: searchText, rows: matches.map(foundRow), count, problem: null });
        },
        (error: unknown) => {
          if (!stop.signal.aborted)
            setSearchResult({ text: searchText, rows: undefined, count: '', problem: errorText(error) });
        },
      );
    }, pauseMs);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [searchText, at]);
  return searchResult;
}
