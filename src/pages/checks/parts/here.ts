// What all parts of the page of checks share: the signed-in user, the shown network, and functions such as showing a
// notice.
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { ChecksPageStartQuery } from '../../../generated/checks-page-operations';
import type { Place } from './place';

export interface Here {
  readonly networks: ChecksPageStartQuery['networks']['nodes'];
  readonly network: ChecksPageStartQuery['networks']['nodes'][number];
  /** Whether the viewer's role allows the mutation with this name. */
  may(operation: string): boolean;
  /** The URL of a part of the checks page for the selected network. */
  addressOf(place: Partial<Place>): string;
  /**
   * Opens a part of the checks page for the selected network. If the form has unsaved changes, the user is asked first.
   */
  go(place: Partial<Place>): void;
  /** Opens a part of the checks page without asking about unsaved changes, because the form has just been saved. */
  show(place: Partial<Place>): void;
  /** Shows a notice on the page. */
  notice(words: string): void;
}

export const HereContext = createContext<Here | undefined>(undefined);

export function useHere(): Here {
  const here = useContext(HereContext);
  if (!here) throw new Error('no network is shown');
  return here;
}
