// The network that the user viewed last, on pages that show one network at a time. Stored in the browser.
const key = 'netloom.inventory.network';

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
    // The first network is shown next time.
  }
}
