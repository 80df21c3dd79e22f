// The state of the list of networks in the header: whether it is open, the typed text, and the active option.
import { useState } from 'preact/hooks';

export interface NetworkChoice {
  readonly networks: readonly { readonly id: string; readonly name: string }[];
  /** Id of the network that the page shows; undefined if the page shows no network. */
  readonly networkId: string | undefined;
  readonly choose: (networkId: string) => void;
  /** Called before the list is opened, so that the page can read the networks again. */
  readonly onOpen?: () => void;
}

/** Maximum number of networks in the list. The user can find further networks by typing. */
const mostShown = 100;

const matches = (name: string, text: string): boolean => name.toLocaleLowerCase().includes(text.toLocaleLowerCase());

export type NetworkList = ReturnType<typeof useNetworkList>;

export function useNetworkList({ networks, networkId, choose, onOpen }: NetworkChoice) {
  const [isOpen, setOpen] = useState(false);
  /** The typed text; null until the user types. While it is null, the list is not filtered. */
  const [typed, setTyped] = useState<string | null>(null);
  const [active, setActive] = useState(0);
  const current = networks.find((network) => network.id === networkId);
  const matchingNetworks = typed === null ? networks : networks.filter(({ name }) => matches(name, typed.trim()));
  // Of a long list, show the part around the selected network.
  const currentAt = current ? matchingNetworks.indexOf(current) : -1;
  const first = Math.max(0, Math.min(currentAt - mostShown / 2, matchingNetworks.length - mostShown));
  const shownNetworks = matchingNetworks.slice(first, first + mostShown);
  const open = () => {
    if (isOpen) return;
    onOpen?.();
    setOpen(true);
    setActive(Math.max(0, currentAt - first));
  };
  const close = () => {
    setOpen(false);
    setTyped(null);
  };
  return {
    ...{ isOpen, typed, active, current, shown: shownNetworks, open, close, setActive },
    hiddenCount: matchingNetworks.length - shownNetworks.length,
    type(text: string) {
      open();
      setTyped(text);
      setActive(0);
    },
    move(step: 1 | -1) {
      if (isOpen) setActive((active + step + shownNetworks.length) % Math.max(1, shownNetworks.length));
      else open();
    },
    take(index: number) {
      const network = shownNetworks[index];
      if (!network) return;
      close();
      if (network.id !== networkId) choose(network.id);
    },
  };
}
