// Keeps the network of a page, so that further pages begin with it.
import { useLayoutEffect, useState } from 'preact/hooks';
import { keepLastNetwork, lastNetworkOf } from '../last-network';

/** Keeps the shown network before the user can leave the page: an effect after painting may come too late for that. */
export function useKeptNetwork(networkId: string | undefined): void {
  useLayoutEffect(() => {
    if (networkId !== undefined) keepLastNetwork(networkId);
  });
}

/**
 * Of pages whose URL contains no network: returns the id of the chosen network (undefined if there are no networks), and a function that chooses another
 * network.
 */
export function useLastNetwork(
  networks: readonly { readonly id: string }[],
): readonly [string | undefined, (networkId: string) => void] {
  const [, setChosen] = useState<string>();
  const choose = (networkId: string) => {
    keepLastNetwork(networkId);
    setChosen(networkId);
  };
  return [lastNetworkOf(networks)?.id, choose];
}
