// What every part of the discovery page can use: the signed-in user, the network that is shown, and functions such as
// showing a notice.
import { createContext, type ComponentType } from 'preact';
import { useContext } from 'preact/hooks';
import type { DiscoveryPageStartQuery } from '../../../generated/discovery-page-operations';

/** A part of the page, at `/discovery/NETWORK/path`. */
export interface Part {
  readonly path: string;
  readonly title: string;
  readonly Content: ComponentType;
}

export interface Here {
  readonly viewer: DiscoveryPageStartQuery['viewer'];
  readonly networks: DiscoveryPageStartQuery['networks']['nodes'];
  readonly network: DiscoveryPageStartQuery['networks']['nodes'][number];
  /** Whether the reader's role allows an operation of the API. */
  may(operation: string): boolean;
  /** The address of a part of the page for the network shown. */
  addressOf(path: string): string;
  /** Shows a notice. */
  notice(words: string): void;
}

export const HereContext = createContext<Here | undefined>(undefined);

export function useHere(): Here {
  const here = useContext(HereContext);
  if (!here) throw new Error('no network is shown');
  return here;
}
