// Shows the history of a row, newest change first: the changed fields, the time, and who made the change.
import { useState } from 'preact/hooks';
import { usePaged } from '../../kit/asking';
import { instantWords } from '../../kit/instants/instant-words';
import { useInventory } from '../address/context';
import { kindOfList, type Kind } from '../address/kinds-by-list';
import { rowPlace, writePlace } from '../address/place';
import { countWords } from '../texts';
import { useRowTitles } from '../rows/use-titles';
import { ChangedField } from './changed-field';
import { readRevisions, type Revision } from './read-history';
import { findReferences } from './references';
import { useMayRestoreDeleted } from '../forms/row-rights';
import { RestoreRevision } from './restore-revision';
import { Problem } from '../../kit/problem';
import { texts } from '../page-texts';

interface RowHistoryProps {
  readonly kind: Kind;
  readonly id: string;
  /** A counter; when it changes, the history is read again. */
  readonly version?: number;
  /** Whether the row was deleted, so that only its history can be shown. */
  readonly isDeleted?: boolean;
  /** Whether the viewer may write everything that restoring the row requires. */
  readonly mayRestore: boolean;
  /** Called after the row was restored. */
  readonly onRestored?: () => void;
}

const nothing = () => undefined;

export function RowHistory({
  kind,
  id,
  version = 0,
  isDeleted = false,
  mayRestore,
  onRestored = nothing,
}: RowHistoryProps) {
  if (kind.hasPast) return <KeptHistory {...{ kind, id, version, isDeleted, mayRestore, onRestored }} />;
  if (isDeleted) return null;
  return (
    <section aria-labelledby="history">
      <h3 id="history">{texts.history.history}</h3>
      <p class="quiet">{texts.history.noHistoryIsKept(kind.plural)}</p>
    </section>
  );
}

function KeptHistory({ kind, id, version, isDeleted, mayRestore, onRestored }: Required<RowHistoryProps>) {
  const { place } = useInventory();
  const { at } = place;
  const { data, totalCount, problem, more, reload } = usePaged(
    (after) => readRevisions(kind, id, at, after),
    `${kind.list} ${id} ${at} ${version}`,
  );
  const lastState = isDeleted && mayRestore ? data?.find(({ changeType }) => changeType !== 'Deleted') : undefined;
  const mayRestoreDeleted = useMayRestoreDeleted(kind, id, lastState?.validFrom);
  const [notice, setNotice] = useState<string | null>(null);
  const reportRestored = (words: string) => {
    setNotice(words);
    onRestored();
    void reload();
  };
  const titles = useRowTitles((data ?? []).flatMap(({ fields }) => fields.flatMap((one) => findReferences(kind, one))));
  if (isDeleted && data?.length === 0) return null;
  return (
    <section
      aria-labelledby="history"
      aria-busy={(data === undefined && problem === null) || mayRestoreDeleted === undefined}
    >
      <h3 id="history">
        {texts.history.history} {data && <span class="quiet">{countWords(totalCount)}</span>}
        {at !== null && <span class="quiet"> {texts.history.until(instantWords(at))}</span>}
      </h3>
      <div role="alert">{problem && <Problem {...{ problem, reload }} />}</div>
      <div role="status">{notice && <p class="changes-banner">{notice}</p>}</div>
      <ol class="history" aria-label={texts.history.changesNewestFirst}>
        {data?.map((revision, index) => (
          <li key={revision.revisionId} class={`change ${marks[revision.changeType]}`}>
            <RevisionHeading {...{ kind, id, revision }} />
            <ChangedFields {...{ kind, revision, titles }} />
            {mayRestore && mayRestoreDeleted === true && (
              <RestoreButton
                {...{ kind, id, done: reportRestored }}
                revision={revision}
                isFirst={index === 0}
                last={lastState}
              />
            )}
          </li>
        ))}
      </ol>
      {more && (
        <p>
          <button type="button" onClick={() => void more()}>
            {texts.history.showOlderChanges}
          </button>
        </p>
      )}
    </section>
  );
}

interface RestoreButtonProps {
  readonly kind: Kind;
  readonly id: string;
  readonly revision: Revision;
  readonly isFirst: boolean;
  readonly last: Revision | undefined;
  readonly done: (words: string) => void;
}

/**
 * Restores an earlier state of the row. The current state has no button. For a deleted row, the button for its last
 * state is next to the entry of the deletion.
 */
function RestoreButton({ kind, id, revision, isFirst, last, done }: RestoreButtonProps) {
  const { place } = useInventory();
  const isDeletion = revision.changeType === 'Deleted';
  const isLast = isDeletion && isFirst && last !== undefined;
  const isState = !isDeletion && revision !== last && (!isFirst || place.at !== null);
  if (!isLast && !isState) return null;
  return (
    <p>
      <RestoreRevision {...{ kind, id, done, isLast }} at={(isLast ? last : revision).validFrom} />
    </p>
  );
}

interface ChangedFieldsProps {
  readonly kind: Kind;
  readonly revision: Revision;
  readonly titles: ReadonlyMap<string, string>;
}

/**
 * The changed fields. A deletion lists none, because older entries show the values. A creation lists its fields on
 * demand.
 */
function ChangedFields({ kind, revision: { changeType, fields }, titles }: ChangedFieldsProps) {
  if (changeType === 'Deleted' || fields.length === 0) return null;
  const list = (
    <dl>
      {fields.map((change) => (
        <ChangedField key={change.field} {...{ kind, change, titles }} />
      ))}
    </dl>
  );
  if (changeType === 'Changed') return list;
  return (
    <details>
      <summary>
        {texts.history.values} <span class="quiet">{countWords(fields.length)}</span>
      </summary>
      {list}
    </details>
  );
}

const words: Readonly<Record<Revision['changeType'], string>> = {
  Created: texts.history.created,
  Changed: texts.history.changed,
  Deleted: texts.history.deleted,
  Earliest: texts.history.earliestState,
};

const marks: Readonly<Record<Revision['changeType'], string>> = {
  Created: 'is-added',
  Changed: 'is-changed',
  Deleted: 'is-removed',
  Earliest: '',
};

function RevisionHeading({ kind, id, revision }: { kind: Kind; id: string; revision: Revision }) {
  const { place, follow } = useInventory();
  const { changeType, validFrom, event, fields } = revision;
  const hasBefore = changeType === 'Changed' || changeType === 'Deleted';
  const before = new Date(Date.parse(validFrom) - 1).toISOString();
  return (
    <p>
      <strong>{words[changeType]}</strong>
      {changeType === 'Changed' && fields.length === 0 && texts.history.inAField}{' '}
      <time dateTime={validFrom}>{instantWords(validFrom)}</time>{' '}
      {changeType !== 'Earliest' && (
        <span class="quiet">
          <Actor event={event} />
        </span>
      )}
      {hasBefore && (
        <>
          {' '}
          <a href={writePlace(rowPlace(place.networkId!, kind, id, before))} onClick={follow}>
            {texts.history.showAsOfBefore}
            <span class="unseen"> {instantWords(validFrom)}</span>
          </a>
        </>
      )}
    </p>
  );
}

/** Says who made the change: a user, an API key, a daemon, a discovery, or the service itself. */
function Actor({ event }: { event: Revision['event'] }) {
  const { place, follow } = useInventory();
  if (!event) return <>{texts.history.bySomebodyWho}</>;
  const { type, name, discovery } = event.actor;
  const nameElement = <bdi>{name}</bdi>;
  switch (type) {
    case 'User':
      return (
        <>
          {texts.history.by} {name === null ? texts.history.aUser : nameElement}
        </>
      );
    case 'UserApiKey':
      return (
        <>
          {texts.history.by}{' '}
          {name === null ? (
            texts.history.apiKey
          ) : (
            <>
              {texts.history.apiKey2} {nameElement}
            </>
          )}
        </>
      );
    case 'Daemon':
      return (
        <>
          {texts.history.by}{' '}
          {name === null ? (
            texts.history.aDaemon
          ) : (
            <>
              {texts.history.theDaemon} {nameElement}
            </>
          )}
        </>
      );
    case 'Discovery':
      if (name === null) return <>{texts.history.byADiscovery}</>;
      if (!discovery)
        return (
          <>
            {texts.history.byTheDiscovery} {nameElement}
          </>
        );
      return (
        <>
          {texts.history.byTheDiscovery}{' '}
          <a
            href={writePlace(rowPlace(discovery.networkId, kindOfList('discoveries'), discovery.id, place.at))}
            onClick={follow}
          >
            {nameElement}
          </a>
        </>
      );
    case 'System':
      return <>{texts.history.byNetloomItself}</>;
  }
}
