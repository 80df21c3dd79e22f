// Keeps the chosen network on pages whose URL contains no network.
import { useState } from 'preact/hooks';
import { keepLastNetwork, lastNetworkOf } from '../last-network';

/**
 * Returns the id of the chosen network (undefined if there are no networks), and a function that chooses another
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
