// A link to another part of the checks page, which opens without loading a new document.
import type { ComponentChildren } from 'preact';
import { useHere } from './here';
import type { Place } from './place';

interface WayProps {
  readonly to: Partial<Place>;
  readonly look?: string;
  readonly isCurrent?: boolean;
  readonly children: ComponentChildren;
}

export function Way({ to, look, isCurrent = false, children }: WayProps) {
  const { addressOf, go } = useHere();
  return (
    <a
      href={addressOf(to)}
      class={look}
      {...(isCurrent && { 'aria-current': 'page' as const })}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        go(to);
      }}
    >
      {children}
    </a>
  );
}
