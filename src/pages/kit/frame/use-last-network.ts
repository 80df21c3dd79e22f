// Stores the network that a page shows, so that the next page opens with the same network.
import { useLayoutEffect, useState } from 'preact/hooks';
import { keepLastNetwork, lastNetworkOf } from '../last-network';

/** Stores the shown network in a layout effect: a normal effect could run after the user has left the page. */
export function useKeptNetwork(networkId: string | undefined): void {
  useLayoutEffect(() => {
    if (networkId !== undefined) keepLastNetwork(networkId);
  });
}

/** The selected network, for pages whose URL does not contain it: its id (undefined without networks), and a setter. */
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
