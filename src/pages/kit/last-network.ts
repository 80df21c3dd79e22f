// The network that the user viewed last. It is stored in the browser and shared by all pages. Each tab also stores its own
// network, so that two tabs can show two networks; a new tab begins with the network of the tab that was used last.

const key = 'netloom.network';
const storages = [() => sessionStorage, () => localStorage];

export function readLastNetwork(): string | null {
  for (const storage of storages) {
    try {
      const networkId = storage().getItem(key);
      if (networkId !== null) return networkId;
    } catch {
      // The browser blocks storage.
    }
  }
  return null;
}

export function keepLastNetwork(networkId: string): void {
  for (const storage of storages) {
    try {
      storage().setItem(key, networkId);
    } catch {
      // The browser blocks storage, so the next page opens the first network.
    }
  }
}

interface Network {
  readonly id: string;
}

/** The network that the user viewed last, or otherwise the first one; undefined if there are no networks. */
export const lastNetworkOf = <Row extends Network>(networks: readonly Row[]): Row | undefined =>
  networks.find(({ id }) => id === readLastNetwork()) ?? networks[0];
