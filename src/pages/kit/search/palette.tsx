// The search over all kinds of rows: a button, keyboard shortcuts that open the search, and a dialog with the results
// (WAI-ARIA combobox).
import { Fragment } from 'preact';
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import { KitTopologyOfNetworkDocument } from '../../../generated/kit-operations';
import { ask, errorText } from '../asking';
import { Icon } from '../icons';
import { useModal } from '../modal';
import { inventoryAddress, keepRecent, mapAddress, mapNode, recentRows, type FoundRow } from './found-rows';
import { byKind, useSearch } from './use-search';
import './palette.css';
import { texts } from '../words/texts';

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);
const keyWords = isMac ? '⌘K' : texts.palette.ctrlK;

const takesText = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** Whether the key opens the search: Ctrl-K and Cmd-K on every page, and `/` on pages without a search field. */
const opensSearch = (event: KeyboardEvent): boolean => {
  if (event.altKey || event.shiftKey) return false;
  if (event.ctrlKey || event.metaKey) return event.key.toLowerCase() === 'k';
  return event.key === '/' && !takesText(event.target) && document.getElementById('search') === null;
};

export function SearchEverywhere({ email }: { readonly email: string }) {
  const [isOpen, setOpen] = useState(false);
  // A layout effect runs before the button is visible, so the keyboard shortcuts work from the first moment.
  useLayoutEffect(() => {
    const open = (event: KeyboardEvent) => {
      if (!opensSearch(event)) return;
      event.preventDefault();
      // The search opens only if no dialog is open.
      if (document.querySelector('dialog[open]') === null) setOpen(true);
    };
    addEventListener('keydown', open);
    return () => removeEventListener('keydown', open);
  }, []);
  return (
    <>
      <button
        type="button"
        class="search-everywhere"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setOpen(true)}
      >
        <Icon name="search" /> <span class="words">{texts.palette.find}</span> <kbd>{keyWords}</kbd>
      </button>
      {isOpen && <Palette email={email} close={() => setOpen(false)} />}
    </>
  );
}

function Palette({ email, close }: { readonly email: string; readonly close: () => void }) {
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const modal = useModal(close);
  const at = new URLSearchParams(location.search).get('at');
  const searchResult = useSearch(text, at);
  const isRecent = text.trim() === '';
  const isCurrent = searchResult.text === text.trim();
  const [isEntered, setEntered] = useState(false);
  const groups = isRecent ? [[texts.palette.recent, recentRows(email)] as const] : byKind(searchResult.rows ?? []);
  const rows = groups.flatMap(([, ofGroup]) => ofGroup);
  const chosenRow = rows[Math.min(active, rows.length - 1)];
  useEffect(() => setActive(0), [searchResult.rows, isRecent]);
  useEffect(() => document.getElementById(`everywhere-${active}`)?.scrollIntoView({ block: 'nearest' }), [active]);

  const { open, openMap, mapProblem, forgetProblem } = useWays(email, rows, at);
  // The user may press Enter before the results arrive. The best match is then opened on arrival.
  useEffect(() => {
    if (isEntered && isCurrent) open(rows[0]);
  }, [searchResult]);
  const onKeyDown = (event: KeyboardEvent) => {
    const { key } = event;
    const last = rows.length - 1;
    if (key === 'ArrowDown') setActive(active >= last ? 0 : active + 1);
    else if (key === 'ArrowUp') setActive(active <= 0 ? Math.max(0, last) : active - 1);
    else if (key === 'Enter' && !isCurrent) setEntered(true);
    else if (key === 'Enter' && (event.ctrlKey || event.metaKey)) void openMap(chosenRow);
    else if (key === 'Enter') open(chosenRow);
    else if (key === 'Escape') close();
    else return;
    event.preventDefault();
  };
  const problem = mapProblem ?? searchResult.problem;
  return (
    <dialog {...modal} class="palette" aria-label={texts.palette.findAnything} onClick={closeOutside}>
      <div class="palette-head">
        <input
          type="search"
          role="combobox"
          aria-label={texts.palette.nameAddressMacSerial}
          aria-autocomplete="list"
          list={undefined}
          aria-expanded={rows.length > 0}
          aria-controls="everywhere"
          aria-activedescendant={chosenRow ? `everywhere-${rows.indexOf(chosenRow)}` : undefined}
          placeholder={texts.palette.nameAddressMacSerial2}
          autocomplete="off"
          spellcheck={false}
          maxLength={200}
          value={text}
          onInput={({ currentTarget }) => {
            setText(currentTarget.value);
            setEntered(false);
            forgetProblem();
          }}
          onKeyDown={onKeyDown}
        />
        <button type="button" onClick={close}>
          {texts.palette.close}
        </button>
      </div>
      <div role="alert">{problem && <p class="problem">{problem}</p>}</div>
      <Results groups={groups} chosen={chosenRow} choose={setActive} open={open} />
      <p class="quiet" role="status">
        {statusWords(isRecent, rows.length, isCurrent ? searchResult.count : '', problem)}
      </p>
      <PaletteActions chosen={chosenRow} open={open} openMap={openMap} />
    </dialog>
  );
}

function useWays(email: string, rows: readonly FoundRow[], at: string | null) {
  const [mapProblem, setMapProblem] = useState<string | null>(null);
  const open = (row: FoundRow | undefined) => {
    if (!row) return;
    keepRecent(email, row);
    location.assign(inventoryAddress(row, rows.find(({ networkId }) => networkId !== null)?.networkId ?? null, at));
  };
  const openMap = async (row: FoundRow | undefined) => {
    const node = row && mapNode(row);
    if (!node || row.networkId === null) return;
    try {
      const { topologies } = await ask(KitTopologyOfNetworkDocument, { networkId: row.networkId });
      const [topology] = topologies.nodes;
      if (!topology) return setMapProblem(texts.palette.theNetwork);
      keepRecent(email, row);
      location.assign(mapAddress(topology.id, node, at));
    } catch (error) {
      setMapProblem(errorText(error));
    }
  };
  return { open, openMap, mapProblem, forgetProblem: () => setMapProblem(null) };
}

interface ResultsProps {
  readonly groups: readonly (readonly [title: string, rows: readonly FoundRow[]])[];
  readonly chosen: FoundRow | undefined;
  readonly choose: (position: number) => void;
  readonly open: (row: FoundRow) => void;
}

/**
 * The options of the combobox, below its text field. A click on an option must not move the focus out of the text
 * field.
 */
function Results({ groups, chosen, choose, open }: ResultsProps) {
  const rows = groups.flatMap(([, ofGroup]) => ofGroup);
  return (
    <div id="everywhere" class="palette-rows" role="listbox" aria-label={texts.palette.results} tabIndex={-1}>
      {groups.map(([title, ofGroup], groupAt) =>
        ofGroup.length === 0 ? null : (
          <div key={title} role="group" aria-labelledby={`everywhere-group-${groupAt}`}>
            <div id={`everywhere-group-${groupAt}`} class="palette-kind" role="presentation">
              {title}
            </div>
            {ofGroup.map((row) => (
              <div
                key={`${row.kind} ${row.id}`}
                id={`everywhere-${rows.indexOf(row)}`}
                role="option"
                aria-selected={row === chosen}
                onMouseDown={(event) => event.preventDefault()}
                onMouseMove={() => choose(rows.indexOf(row))}
                onClick={() => open(row)}
              >
                <bdi>{row.title}</bdi>{' '}
                <span class="quiet">
                  {row.notes.map((note, index) => (
                    <Fragment key={note}>
                      {index > 0 && ' · '}
                      <bdi>{note}</bdi>
                    </Fragment>
                  ))}
                </span>
              </div>
            ))}
          </div>
        ),
      )}
    </div>
  );
}

interface PaletteActionsProps {
  readonly chosen: FoundRow | undefined;
  readonly open: (row: FoundRow | undefined) => void;
  readonly openMap: (row: FoundRow | undefined) => Promise<void>;
}

function PaletteActions({ chosen, open, openMap }: PaletteActionsProps) {
  const hasMap = chosen !== undefined && chosen.networkId !== null && mapNode(chosen) !== undefined;
  return (
    <div class="palette-foot">
      <button type="button" disabled={!chosen} onClick={() => open(chosen)}>
        {texts.palette.open} <kbd>Enter</kbd>
      </button>
      <button type="button" disabled={!hasMap} onClick={() => void openMap(chosen)}>
        {texts.palette.showOnTheMap} <kbd>{isMac ? '⌘' : 'Ctrl'} Enter</kbd>
      </button>
    </div>
  );
}

function statusWords(isRecent: boolean, shownCount: number, count: string, problem: string | null): string {
  if (problem !== null) return '';
  if (!isRecent) return count === '' ? texts.palette.searching : count;
  return shownCount === 0 ? texts.palette.typeAPart : '';
}

/** Closes the dialog after a click outside of it. Such a click has the dialog element itself as its target. */
function closeOutside(event: MouseEvent): void {
  if (event.target instanceof HTMLDialogElement) event.target.close();
}
