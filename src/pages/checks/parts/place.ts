// Reads and writes the URL of the page of checks: /checks/NETWORK/CHECK/edit, with a filter by state.
import type { VerdictState } from '../../../generated/checks-page-operations';

export const states = ['Failing', 'Unknown', 'Passing'] as const satisfies readonly VerdictState[];

export interface Place {
  readonly networkId: string | null;
  /**
   * Id of the shown check, `new` for the form of a new check, `suggested` for the suggestions, or null for the list of
   * checks.
   */
  readonly check: string | null;
  readonly isEdited: boolean;
  /** The verdict state by which the list of checks is filtered; null lists all checks. */
  readonly state: VerdictState | null;
}

const noPlace: Place = { networkId: null, check: null, isEdited: false, state: null };
export const placeOf = (place: Partial<Place>): Place => ({ ...noPlace, ...place });

function decoded(text: string | undefined): string | null {
  if (!text) return null;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

interface Address {
  readonly pathname: string;
  readonly search: string;
}

export function readPlace({ pathname, search }: Address): Place {
  const [, , networkId, check, form] = pathname.split('/');
  const state = new URLSearchParams(search).get('state');
  return {
    ...{ networkId: decoded(networkId), check: decoded(check), isEdited: form === 'edit' },
    state: states.find((one) => one === state) ?? null,
  };
}

export function writePlace({ networkId, check, isEdited, state }: Place): string {
  const parts = [networkId, check, isEdited ? 'edit' : null];
  const end = parts.indexOf(null);
  const path = ['/checks', ...parts.slice(0, end < 0 ? undefined : end).map((part) => encodeURIComponent(part!))];
  return `${path.join('/')}${state === null || check !== null ? '' : `?state=${state}`}`;
}
