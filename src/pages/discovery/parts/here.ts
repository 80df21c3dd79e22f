// What all parts of the discovery page share: the signed-in user, the shown network, and functions such as showing a
// notice.
import { createContext, type ComponentType } from 'preact';
import { useContext } from 'preact/hooks';
import type { DiscoveryPageStartQuery } from '../../../generated/discovery-page-operations';

/** A part of the discovery page, at the URL `/discovery/NETWORK/path`. */
export interface Part {
  readonly path: string;
  readonly title: string;
  readonly Content: ComponentType;
}

export interface Here {
  readonly viewer: DiscoveryPageStartQuery['viewer'];
  readonly networks: DiscoveryPageStartQuery['networks']['nodes'];
  readonly network: DiscoveryPageStartQuery['networks']['nodes'][number];
  /** Whether the viewer's role allows a mutation of the API. */
  may(operation: string): boolean;
  /** The URL of a part of the page for the shown network. */
  addressOf(path: string): string;
  /** Shows a notice on the page. */
  notice(words: string): void;
}

export const HereContext = createContext<Here | undefined>(undefined);

export function useHere(): Here {
  const here = useContext(HereContext);
  if (!here) throw new Error('no network is shown');
  return here;
}
