// Components that the lists of user keys and daemon keys share: a new key that is shown once, table columns, and a
// button that disables a key.
import { useState, useEffect, useRef } from 'preact/hooks';
import { Copyable } from '../../kit/command';
import { errorText } from '../../kit/asking';
import { useHere } from './frame';
import type { Column } from '../../kit/list/list';
import { Time } from '../../kit/sections/rows';
import { texts } from './texts';

/** A new key. The page stores the key only in memory, until the user closes the display of the key. */
export interface ShownKey {
  readonly name: string;
  readonly key: string;
  /** A shell command that contains the key. */
  readonly command?: string;
}

interface NewKeyProps {
  readonly newKey: ShownKey;
  readonly close: () => void;
  /** Texts for a secret that is not an API key, such as the secret of a webhook. */
  readonly words?: {
    readonly title: string;
    readonly hint: string;
    readonly label: (name: string) => string;
  };
}

const keyWords = { title: texts.key.theKey, hint: texts.key.saveHint, label: texts.key.keyLabel };

export function NewKey({ newKey, close, words = keyWords }: NewKeyProps) {
  const { notice } = useHere();
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), [newKey]);
  return (
    <div class="card new-key">
      <h3 ref={title} tabIndex={-1}>
        {words.title} <bdi>{newKey.name}</bdi>
      </h3>
      <p>{words.hint}</p>
      <Copyable text={newKey.key} name={words.label(newKey.name)} notice={notice} />
      {newKey.command && (
        <>
          <p>{texts.key.daemonHint}</p>
          <Copyable text={newKey.command} name={texts.key.agentCommand} notice={notice} />
        </>
      )}
      <p>
        <button type="button" onClick={close}>
          {texts.key.saved}
        </button>
      </p>
    </div>
  );
}

interface KeyRow {
  readonly name: string;
  readonly key: string;
  readonly isEnabled: boolean;
  readonly expiresAt: string | null;
  readonly lastUsed: string | null;
}

/** The fields by which lists of user keys and of daemon keys can be sorted. */
export type KeyOrder = 'naturalName' | 'createdAt' | 'lastUsed' | 'expiresAt';

const isOver = ({ expiresAt }: KeyRow): boolean => expiresAt !== null && Date.parse(expiresAt) < Date.now();

/** The columns of a list of keys. `more` adds columns after the name. */
export const keyColumns = <Row extends KeyRow, Field extends string>(
  more: readonly Column<Row, Field | KeyOrder>[],
): readonly Column<Row, Field | KeyOrder>[] => [
  { title: texts.common.name, order: 'naturalName', cell: ({ name }) => <bdi>{name}</bdi> },
  ...more,
  { title: texts.key.beginsWith, cell: ({ key }) => <code>{key}</code> },
  {
    title: texts.common.lastUsed,
    order: 'lastUsed',
    cell: ({ lastUsed }) => (lastUsed ? <Time at={lastUsed} /> : texts.common.never),
  },
  {
    title: texts.common.expires,
    order: 'expiresAt',
    cell: (row) => (
      <>
        {row.expiresAt ? <Time at={row.expiresAt} /> : texts.common.never}
        {isOver(row) && texts.key.expired}
      </>
    ),
  },
  {
    title: texts.key.state,
    cell: ({ isEnabled }) => (isEnabled ? texts.key.accepted : <strong>{texts.key.refused}</strong>),
  },
];

/**
 * A button that disables or enables a key. The user can undo a click by clicking again, so the button does not ask for
 * confirmation.
 */
export function Switch({ row, set }: { row: KeyRow; set: (isEnabled: boolean) => Promise<void> }) {
  const { notice } = useHere();
  const [isBusy, setBusy] = useState(false);
  const word = row.isEnabled ? texts.key.revoke : texts.key.acceptAgain;
  const act = async () => {
    setBusy(true);
    await set(!row.isEnabled).catch((error: unknown) => notice(errorText(error)));
    setBusy(false);
  };
  return (
    <button type="button" aria-label={`${word}: ${row.name}`} disabled={isBusy} onClick={() => void act()}>
      {word}
    </button>
  );
}
