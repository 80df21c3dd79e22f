// Search: nodes of the picture by name, address, software or VLAN, and why something known is not in it.
import { useEffect, useRef, useState } from 'preact/hooks';
import {
  PageKnownByNameDocument,
  PageSearchDocument,
  PageWhyHiddenDocument,
  type PageSearchQuery,
} from '../../../generated/page-operations';
import { ask } from '../api/ask';
import type { Picture } from '../graph/picture';
import { fullNameOf, kindName } from '../graph/texts';
import type { Page } from '../page/page';
import { currentTopology } from '../state/store';
import { usePage, usePageState } from './use-page';

interface Found {
  /** Node to select; null for a row that is not shown. */
  readonly id: string | null;
  readonly name: string;
  readonly note: string;
}

const pauseMs = 180;
const fewest = 2;
/** Between the list and the window's edge. */
const edge = 12;

// eslint-disable-next-line max-lines-per-function -- one field with its list, which share what is typed
export function Search() {
  const page = usePage();
  const { version, place } = usePageState();
  const [text, setText] = useState('');
  const [found, setFound] = useState<readonly Found[]>();
  const [problem, setProblem] = useState('');
  const [active, setActive] = useState(0);
  const [isOpen, setOpen] = useState(false);
  const list = useRef<HTMLUListElement>(null);

  useEffect(() => {
    const wanted = text.trim();
    setProblem('');
    if (wanted.length < fewest) return setFound(undefined);
    let isCurrent = true;
    const timer = setTimeout(() => {
      findNodes(page, wanted).then(
        (answer) => {
          if (!isCurrent) return;
          setFound(answer);
          setActive(0);
        },
        (error: unknown) => isCurrent && setProblem(page.wordsFor(error)),
      );
    }, pauseMs);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [text, version, place.view, place.since]);

  const choose = (one: Found | undefined) => {
    if (!one?.id) return;
    page.show(one.id);
    setOpen(false);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const count = found?.length ?? 0;
    if (event.key === 'Escape') {
      setText('');
      setOpen(false);
    } else if (event.key === 'ArrowDown' && count > 0) setActive((active + 1) % count);
    else if (event.key === 'ArrowUp' && count > 0) setActive((active + count - 1) % count);
    else if (event.key === 'Enter') choose(found?.[active]);
    else return;
    event.preventDefault();
  };
  useEffect(() => list.current?.children[active]?.scrollIntoView({ block: 'nearest' }), [active]);
  const isShown = isOpen && (found !== undefined || problem !== '');
  return (
    <search class="search">
      <label>
        <span class="unseen">Search this view</span>
        <input
          id="search"
          type="search"
          role="combobox"
          aria-autocomplete="list"
          list={undefined}
          placeholder="Search  ( / )"
          autocomplete="off"
          spellcheck={false}
          aria-expanded={isShown}
          aria-controls="found"
          aria-activedescendant={isShown && found?.length ? `found-${active}` : undefined}
          value={text}
          onInput={({ currentTarget }) => {
            setText(currentTarget.value);
            setOpen(true);
          }}
          onFocus={() => setOpen(true)}
          onBlur={() => setOpen(false)}
          onKeyDown={onKeyDown}
        />
      </label>
      {isShown && (
        <div class="found" ref={keepInWindow}>
          {problem && <p class="problem">{problem}</p>}
          <ul id="found" role="listbox" aria-label="Found" ref={list}>
            {found?.map((one, index) => (
              <li
                key={`${one.id} ${one.name} ${index}`}
                id={`found-${index}`}
                role="option"
                aria-selected={index === active}
                aria-disabled={one.id === null}
                // The field keeps the focus: losing it would close the list before the click arrives.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => choose(one)}
              >
                {one.name} <span class="quiet">{one.note}</span>
              </li>
            ))}
          </ul>
          {found?.length === 0 && <p class="quiet">No node matches.</p>}
        </div>
      )}
    </search>
  );
}

/** The list is wider than its field, which may lie anywhere in the bar. */
function keepInWindow(list: HTMLElement | null): void {
  if (!list) return;
  const { right } = list.getBoundingClientRect();
  list.style.translate = `${Math.min(0, document.documentElement.clientWidth - edge - right)}px`;
}

type Answered = NonNullable<PageSearchQuery['topology']>['graph']['search'][number];

/** What is folded is shown when it is chosen. */
function foldedNode(node: Answered, picture: Picture | undefined): Found {
  const [outermost] = node.foldedIn;
  const fold = picture?.boxes.find((box) => box.fold?.id === outermost);
  const host = 'host' in node ? node.host?.displayName : undefined;
  const address = 'ipAddress' in node ? node.ipAddress?.ipAddress : undefined;
  const names = [...new Set([node.header ?? host, address])].filter(Boolean).join(' ');
  return { id: node.id, name: names || 'Unnamed', note: fold ? `folded in ${fold.title}` : 'folded' };
}

async function findNodes(page: Page, text: string): Promise<Found[]> {
  const { graph, at } = page.scene();
  const networkId = currentTopology(page.store.state)!.networkId;
  const { since } = page.store.state.place;
  // A comparison draws what either of its instants has.
  const instants = since === null ? [at] : [at, since];
  const [known, ...answers] = await Promise.all([
    ask(PageKnownByNameDocument, { networkId, text }, { at }),
    ...instants.map((instant) => ask(PageSearchDocument, { ...graph, text }, { at: instant })),
  ]);
  const { picture, drawn } = page.store.state;
  const found = new Map(
    answers.flatMap(({ topology }) => topology.graph.search.map((node) => [node.id, node] as const)),
  );
  const shown = [...found].flatMap(([id, answered]): Found[] => {
    const node = picture?.nodes.get(id);
    if (!node) return [foldedNode(answered, picture)];
    const isFiltered = drawn !== undefined && !drawn.shown.standIn.has(id);
    if (isFiltered) return [{ id: null, name: fullNameOf(node), note: 'not shown: your filters leave it out' }];
    return [{ id, name: fullNameOf(node), note: [kindName(node), page.absenceOf(id)].filter(Boolean).join(', ') }];
  });
  const others = [
    ...known.hosts.nodes.map(({ id, displayName }) => ({ id, name: displayName, kind: 'host' })),
    ...known.services.nodes.map(({ id, name, host }) => ({
      id,
      name: [name, host?.displayName].filter(Boolean).join(' on '),
      kind: 'service',
    })),
  ];
  const hidden = await Promise.all(
    others.map(async ({ id, name, kind }): Promise<Found[]> => {
      const why = (await ask(PageWhyHiddenDocument, { ...graph, entityId: id }, { at })).topology.graph.whyHidden;
      if (why.reason.startsWith('Shown') || why.reason === 'BecameBox') return [];
      return [{ id: null, name, note: `${kind}, not shown: ${why.message}` }];
    }),
  );
  return [...shown, ...hidden.flat()];
}
