// The network that was shown last, on pages that show one network at a time. Kept by the browser.
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
