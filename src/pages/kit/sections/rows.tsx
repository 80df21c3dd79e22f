// Lists of rows, each with a name, facts and actions.
import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { instantWords } from '../instants/instant-words';
import type { Paged } from '../asking';
import { texts } from './texts';

export const Time = ({ at }: { at: string }) => <time dateTime={at}>{instantWords(at)}</time>;

interface RowsProps<Row> {
  readonly list: Pick<Paged<Row>, 'data' | 'problem'> & Partial<Paged<Row>>;
  /** Label of the list for screen readers. */
  readonly name: string;
  readonly none: string;
  readonly row: (row: Row) => ComponentChildren;
}

export function Rows<Row extends { readonly id: string }>({ list, name, none, row }: RowsProps<Row>) {
  const { data, problem, more, totalCount } = list;
  const [isBusy, setBusy] = useState(false);
  const readOn = async () => {
    setBusy(true);
    await more?.();
    setBusy(false);
  };
  return (
    <>
      <div role="alert">{problem && <p class="problem">{problem}</p>}</div>
      {data?.length === 0 && <p class="quiet">{none}</p>}
      {data && data.length > 0 && (
        <ul class="rows" aria-label={name}>
          {data.map((one) => (
            <li key={one.id}>{row(one)}</li>
          ))}
        </ul>
      )}
      {more && (
        <p>
          <button type="button" disabled={isBusy} onClick={() => void readOn()}>
            {texts.more(data?.length ?? 0, totalCount ?? 0)}
          </button>
        </p>
      )}
    </>
  );
}

export function Facts({ facts }: { facts: readonly (readonly [name: string, value: ComponentChildren])[] }) {
  return (
    <dl>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/**
 * A form under a clickable title. Clicking the title hides the form and keeps its input. The function that `children`
 * receives closes the form and empties it.
 */
export function Opened({ title, children }: { title: string; children: (close: () => void) => ComponentChildren }) {
  const [isOpen, setOpen] = useState(false);
  const [isMade, setMade] = useState(false);
  const details = useRef<HTMLDetailsElement>(null);
  const close = () => {
    if (details.current?.contains(document.activeElement)) details.current.querySelector('summary')?.focus();
    setOpen(false);
    setMade(false);
  };
  const toggle = (isShown: boolean) => {
    setOpen(isShown);
    if (isShown) setMade(true);
  };
  return (
    <details ref={details} open={isOpen} class="opened" onToggle={({ currentTarget }) => toggle(currentTarget.open)}>
      <summary>{title}</summary>
      {isMade && children(close)}
    </details>
  );
}
