// The dialog for shares: creates links to the shown topology, and lists, changes, disables and deletes existing links.
import { useEffect, useRef, useState } from 'preact/hooks';
import { Copyable } from '../../../kit/command';
import { instantWords } from '../../../kit/instants/instant-words';
import { useModal } from '../../../kit/modal';
import { currentTopology, type TopologyRow } from '../../state/store';
import {
  createShare,
  deleteShare,
  isOfThisMachine,
  buildShareLink,
  readShares,
  updateShare,
  type ShareFields,
  type ShareRow,
} from '../../state/shares';
import { leftOutOfLink, type Place } from '../../state/place';
import { snapshotWords } from '../../state/times';
import { ShareForm } from './share-form';
import { usePage, usePageState } from '../use-page';
import { texts } from './texts';

/** The button that opens the dialog for shares. It is shown only to users who may create a share. */
export function ShareButton() {
  const state = usePageState();
  const [isOpen, setOpen] = useState(false);
  const row = currentTopology(state);
  if (!row || !state.start?.viewer.may.includes('createShare')) return null;
  return (
    <>
      <button type="button" class="plain" onClick={() => setOpen(true)}>
        {texts.shareDialog.share}
      </button>
      {isOpen && <ShareDialog row={row} close={() => setOpen(false)} />}
    </>
  );
}

function ShareDialog({ row, close }: { row: TopologyRow; close: () => void }) {
  const page = usePage();
  const { place } = usePageState();
  const modal = useModal(close);
  const [shares, setShares] = useState<readonly ShareRow[]>();
  const [problem, setProblem] = useState('');
  const [notice, setNotice] = useState('');
  const read = () => readShares(row.id).then(setShares, (error: unknown) => setProblem(page.wordsFor(error)));
  useEffect(() => void read(), []);
  const [newId, setNewId] = useState<string>();
  const create = async (fields: ShareFields) => {
    const id = await createShare({ topologyId: row.id, networkId: row.networkId }, fields);
    await read();
    setNewId(id);
    setNotice(texts.shareDialog.isShared(fields.name));
  };
  return (
    <dialog {...modal} class="share-dialog" aria-labelledby="share-title">
      <h2 id="share-title">{texts.shareDialog.shareThisMap}</h2>
      <p>
        {texts.shareDialog.whatALinkShows(
          row.snapshot ? snapshotWords(row.snapshot) : texts.shareDialog.presentMapLive,
        )}
        {place.at !== null && texts.shareDialog.toShareAPast}
      </p>
      <LeftOutOfLink place={place} />
      {isOfThisMachine(location.hostname) ? (
        <p class="problem">{texts.shareDialog.isReachedFrom(location.host)}</p>
      ) : (
        <p class="quiet">{texts.shareDialog.linksAreReached(location.host)}</p>
      )}
      <div role="alert">{problem && <p class="problem">{problem}</p>}</div>
      <p role="status">{notice}</p>
      <ul class="shares" aria-label={texts.shareDialog.shares}>
        {shares?.map((share) => (
          <Share
            key={`${share.id} ${share.updatedAt}`}
            share={share}
            isNew={share.id === newId}
            read={read}
            notice={setNotice}
          />
        ))}
      </ul>
      {shares?.length === 0 && <p class="quiet">{texts.shareDialog.thisMap}</p>}
      {/* The key closes the form once a share is made. */}
      <details key={newId} open={shares?.length === 0}>
        <summary>{texts.shareDialog.newLink}</summary>
        <ShareForm key={shares?.length} button={texts.shareDialog.createLink} send={create} wordsFor={page.wordsFor} />
      </details>
      <div class="buttons">
        <button type="button" onClick={close}>
          {texts.shareDialog.close}
        </button>
      </div>
    </dialog>
  );
}

const wordsOf = ({ hasPassword, expiresAt, allowedDomains }: ShareRow): string =>
  [
    hasPassword ? texts.shareDialog.withAPassword : texts.shareDialog.withoutAPasswordEveryone,
    expiresAt ? `until ${instantWords(expiresAt)}` : texts.shareDialog.withoutAnEnd,
    allowedDomains ? texts.shareDialog.embedded(allowedDomains.join(', ')) : texts.shareDialog.embeddedByAnySite,
  ].join(', ');

/** Tells the user which parts of the page's present state the link will not show. */
function LeftOutOfLink({ place }: { place: Place }) {
  const parts = [...new Set(leftOutOfLink(place).map((name) => texts.shareDialog.leftOut[name]))];
  if (parts.length === 0) return null;
  return <p class="problem">{texts.shareDialog.isLeftOut(new Intl.ListFormat('en').format(parts))}</p>;
}

interface ShareProps {
  readonly share: ShareRow;
  readonly isNew: boolean;
  readonly read: () => Promise<unknown>;
  readonly notice: (words: string) => void;
}

function Share({ share, isNew, read, notice }: ShareProps) {
  const item = useRef<HTMLLIElement>(null);
  // Scroll to the new share: the user was at the form, which is below the list.
  useEffect(() => {
    if (isNew) item.current?.focus();
  }, [isNew]);
  const page = usePage();
  const { place } = usePageState();
  const [isSure, setSure] = useState(false);
  const [problem, setProblem] = useState('');
  const { name, isEnabled } = share;
  const run = (work: Promise<unknown>, words: string) =>
    work.then(read).then(
      () => notice(words),
      (error: unknown) => setProblem(page.wordsFor(error)),
    );
  const change = async (fields: ShareFields) => {
    await updateShare(share, fields);
    await read();
    notice(texts.shareDialog.isChanged(fields.name));
  };
  const isOver = share.expiresAt !== null && Date.parse(share.expiresAt) <= Date.now();
  return (
    <li ref={item} tabIndex={-1}>
      <h3>
        <bdi>{name}</bdi> {!isEnabled && <strong>{texts.shareDialog.disabled}</strong>}{' '}
        {isOver && <strong>{texts.shareDialog.expired}</strong>}
      </h3>
      {isNew && (
        <p>
          <strong>{texts.shareDialog.copyItHere}</strong>
        </p>
      )}
      <p class="quiet">{wordsOf(share)}</p>
      <Copyable text={buildShareLink(share.id, place)} name={texts.shareDialog.link(name)} notice={notice} />
      <div class="buttons">
        <button
          type="button"
          class="plain"
          aria-label={`${isEnabled ? texts.shareDialog.disable : texts.shareDialog.enable} ${name}`}
          onClick={() => void run(updateShare(share, { isEnabled: !isEnabled }), texts.shareDialog.is(name, isEnabled))}
        >
          {isEnabled ? texts.shareDialog.disable : texts.shareDialog.enable}
        </button>
        <button
          type="button"
          class="plain"
          aria-label={isSure ? texts.shareDialog.deletePermanently(name) : texts.shareDialog.delete(name)}
          onClick={() => (isSure ? void run(deleteShare(share), texts.shareDialog.isDeleted(name)) : setSure(true))}
          onBlur={() => setSure(false)}
        >
          {isSure ? texts.shareDialog.deletePermanently2 : texts.shareDialog.delete2}
        </button>
      </div>
      <div role="alert">{problem && <p class="problem">{problem}</p>}</div>
      <details>
        <summary>{texts.shareDialog.change(name)}</summary>
        {/* A link that is read again brings a new updatedAt, so the form begins with the values of that time. */}
        <ShareForm
          key={share.updatedAt}
          share={share}
          button={texts.shareDialog.save}
          send={change}
          wordsFor={page.wordsFor}
        />
      </details>
    </li>
  );
}
