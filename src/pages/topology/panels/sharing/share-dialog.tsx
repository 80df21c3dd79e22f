// The dialog for shares: creates links to the shown topology, and lists, changes, disables and deletes existing links.
import { useEffect, useState } from 'preact/hooks';
import { Copyable } from '../../../kit/command';
import { instantWords } from '../../../kit/instant-words';
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
import { snapshotWords } from '../../state/times';
import { ShareForm } from './share-form';
import { usePage, usePageState } from '../use-page';

/** The button that opens the dialog for shares. It is shown only to users who may create a share. */
export function ShareButton() {
  const state = usePageState();
  const [isOpen, setOpen] = useState(false);
  const row = currentTopology(state);
  if (!row || !state.start?.viewer.may.includes('createShare')) return null;
  return (
    <>
      <button type="button" class="plain" onClick={() => setOpen(true)}>
        Share
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
  const create = async (fields: ShareFields) => {
    await createShare({ topologyId: row.id, networkId: row.networkId }, fields);
    await read();
    setNotice(`${fields.name} is shared.`);
  };
  return (
    <dialog {...modal} class="share-dialog" aria-labelledby="share-title">
      <h2 id="share-title">Share this map</h2>
      <p>
        Anyone with a link sees {row.snapshot ? snapshotWords(row.snapshot) : 'the present map, live'}, without an
        account, and nothing else. The link opens what you see now: view, filters and what is unfolded.
        {place.at !== null && ' To share a past instant, take a snapshot and open it first.'}
      </p>
      {isOfThisMachine(location.hostname) ? (
        <p class="problem">
          {location.host} is reached from this machine only. For links that others can open, start Netloom with
          HOST=0.0.0.0 and open this page at the address of this machine.
        </p>
      ) : (
        <p class="quiet">The links are reached by everyone who can open {location.host}.</p>
      )}
      <div role="alert">{problem && <p class="problem">{problem}</p>}</div>
      <p role="status">{notice}</p>
      <ul class="shares" aria-label="Shares">
        {shares?.map((share) => (
          <Share key={`${share.id} ${share.updatedAt}`} share={share} read={read} notice={setNotice} />
        ))}
      </ul>
      {shares?.length === 0 && <p class="quiet">This map has no links yet.</p>}
      <details open={shares?.length === 0}>
        <summary>New link</summary>
        <ShareForm key={shares?.length} button="Create link" send={create} wordsFor={page.wordsFor} />
      </details>
      <div class="buttons">
        <button type="button" onClick={close}>
          Close
        </button>
      </div>
    </dialog>
  );
}

const wordsOf = ({ hasPassword, expiresAt, allowedDomains }: ShareRow): string =>
  [
    hasPassword ? 'with a password' : 'without a password: everyone with the link sees the map',
    expiresAt ? `until ${instantWords(expiresAt)}` : 'without an end',
    allowedDomains ? `embedded by ${allowedDomains.join(', ')}` : 'embedded by any site',
  ].join(', ');

interface ShareProps {
  readonly share: ShareRow;
  readonly read: () => Promise<unknown>;
  readonly notice: (words: string) => void;
}

function Share({ share, read, notice }: ShareProps) {
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
    notice(`${fields.name} is changed.`);
  };
  const isOver = share.expiresAt !== null && Date.parse(share.expiresAt) <= Date.now();
  return (
    <li>
      <h3>
        <bdi>{name}</bdi> {!isEnabled && <strong>disabled</strong>} {isOver && <strong>expired</strong>}
      </h3>
      <p class="quiet">{wordsOf(share)}</p>
      <Copyable text={buildShareLink(share.id, place)} name={`Link of ${name}`} notice={notice} />
      <div class="buttons">
        <button
          type="button"
          class="plain"
          aria-label={`${isEnabled ? 'Disable' : 'Enable'} ${name}`}
          onClick={() =>
            void run(updateShare(share, { isEnabled: !isEnabled }), `${name} is ${isEnabled ? 'disabled' : 'enabled'}.`)
          }
        >
          {isEnabled ? 'Disable' : 'Enable'}
        </button>
        <button
          type="button"
          class="plain"
          aria-label={isSure ? `Delete ${name} permanently` : `Delete ${name}`}
          onClick={() => (isSure ? void run(deleteShare(share), `${name} is deleted.`) : setSure(true))}
          onBlur={() => setSure(false)}
        >
          {isSure ? 'Delete permanently' : 'Delete'}
        </button>
      </div>
      <div role="alert">{problem && <p class="problem">{problem}</p>}</div>
      <details>
        <summary>Change {name}</summary>
        <ShareForm share={share} button="Save" send={change} wordsFor={page.wordsFor} />
      </details>
    </li>
  );
}
