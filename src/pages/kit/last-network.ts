// The network that the user viewed last. It is stored in the browser and shared by all pages.

const key = 'netloom.network';

export function readLastNetwork(): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function keepLastNetwork(networkId: string): void {
  try {
    localStorage.setItem(key, networkId);
  } catch {
    // The browser blocks storage, so the next page opens the first network.
  }
}

interface Network {
  readonly id: string;
}

/** The network that the user viewed last, or otherwise the first one; undefined if there are no networks. */
export const lastNetworkOf = <Row extends Network>(networks: readonly Row[]): Row | undefined =>
  networks.find(({ id }) => id === readLastNetwork()) ?? networks[0];
