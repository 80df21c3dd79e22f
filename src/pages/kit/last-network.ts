// The network that the user viewed last, stored in the browser for all pages. Each tab also stores its own network, so
// that two tabs can show two networks. A new tab starts with the network that any tab stored last.

const key = 'netloom.network';
const storages = [() => sessionStorage, () => localStorage];

export function readLastNetwork(): string | null {
  for (const storage of storages) {
    try {
      const networkId = storage().getItem(key);
      if (networkId !== null) return networkId;
    } catch {
      // The browser blocks this storage. Continue with the next storage.
    }
  }
  return null;
}

export function keepLastNetwork(networkId: string): void {
  for (const storage of storages) {
    try {
      storage().setItem(key, networkId);
    } catch {
      // The browser blocks storage. The next page then starts with the first network of the list.
    }
  }
}

interface Network {
  readonly id: string;
}

/**
 * The network that the user viewed last; otherwise the first network in `networks`. Undefined if `networks` is empty.
 */
export const lastNetworkOf = <Row extends Network>(networks: readonly Row[]): Row | undefined =>
  networks.find(({ id }) => id === readLastNetwork()) ?? networks[0];
