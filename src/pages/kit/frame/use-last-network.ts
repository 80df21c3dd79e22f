// The choice of the network on pages that have no network in their address.
import { useState } from 'preact/hooks';
import { keepLastNetwork, lastNetworkOf } from '../last-network';

/** The id of the chosen network, and the function that chooses another one. */
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
