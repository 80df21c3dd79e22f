// The state of the list of networks: whether it is open, what was typed, and which network is active.
import { useState } from 'preact/hooks';

export interface NetworkChoice {
  readonly networks: readonly { readonly id: string; readonly name: string }[];
  /** The network that the page shows; undefined for none. */
  readonly networkId: string | undefined;
  readonly choose: (networkId: string) => void;
  /** Called when the list is about to be opened, so that the page can read the networks again. */
  readonly onOpen?: () => void;
}

/** Number of networks in the list; further ones are found by typing. */
const mostShown = 100;

const matches = (name: string, text: string): boolean => name.toLocaleLowerCase().includes(text.toLocaleLowerCase());

export type NetworkList = ReturnType<typeof useNetworkList>;

export function useNetworkList({ networks, networkId, choose, onOpen }: NetworkChoice) {
  const [isOpen, setOpen] = useState(false);
  /** Null until the user types: the whole list is shown. */
  const [typed, setTyped] = useState<string | null>(null);
  const [active, setActive] = useState(0);
  const current = networks.find((network) => network.id === networkId);
  const found = typed === null ? networks : networks.filter(({ name }) => matches(name, typed.trim()));
  // The chosen network is shown even if the list is longer than what is shown.
  const currentAt = current ? found.indexOf(current) : -1;
  const first = Math.max(0, Math.min(currentAt - mostShown / 2, found.length - mostShown));
  const shown = found.slice(first, first + mostShown);
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
    ...{ isOpen, typed, active, current, shown, open, close, setActive },
    /** Number of matching networks that are not shown. */
    hiddenCount: found.length - shown.length,
    type(text: string) {
      open();
      setTyped(text);
      setActive(0);
    },
    /** Makes the next or previous network active. Opens the list first. */
    move(step: 1 | -1) {
      if (isOpen) setActive((active + step + shown.length) % Math.max(1, shown.length));
      else open();
    },
    take(index: number) {
      const network = shown[index];
      if (!network) return;
      close();
      if (network.id !== networkId) choose(network.id);
    },
  };
}
