// The network that the user viewed last, which all pages share. Stored in the browser.

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
    // The browser blocks storage, so the first network is shown next time.
  }
}

interface Network {
  readonly id: string;
}

/** The network that was viewed last, or the first one. Undefined if there are none. */
export const lastNetworkOf = <Row extends Network>(networks: readonly Row[]): Row | undefined =>
  networks.find(({ id }) => id === readLastNetwork()) ?? networks[0];
