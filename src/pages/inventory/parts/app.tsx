// The frame of the inventory pages: the header, the navigation between kinds of rows, and the list or row that the URL
// names.
import { useEffect, useRef, useState } from 'preact/hooks';
import { InventoryStartDocument } from '../../../generated/inventory-operations';
import { ask, useAsked } from '../../kit/asking';
import { Header } from '../../kit/frame/header';
import { useKeptNetwork } from '../../kit/frame/use-last-network';
import { lastNetworkOf } from '../../kit/last-network';
import { LeaveQuestion } from '../../kit/leaving';
import { kindOfList, kinds, type Kind } from '../address/kinds-by-list';
import { isRowId, listPlace, readPlace, writePlace, type Place } from '../address/place';
import { FormPage } from '../forms/form-page';
import { discardUnsaved, hasUnsaved } from '../forms/unsaved';
import { kindGroups } from '../kinds';
import { upperFirst } from '../texts';
import { InventoryContext, useInventory, type Inventory } from '../address/context';
import { Detail } from './detail';
import { InstantNotice } from './instant';
import { List } from './list';
import { texts } from '../page-texts';

const here = (): Place => readPlace(location.pathname, location.search);

/** Whether a pressed key is typed into the element, so that it must not count as a keyboard shortcut. */
const takesText = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

interface Notice {
  readonly words: string;
  /** The page of the deleted row, to which the message links; undefined if the message is not about a deletion. */
  readonly deleted: Place | undefined;
}

interface ShownPlace {
  readonly place: Place;
  readonly isReturning: boolean;
  readonly notice: Notice | null;
}

/** The index of the current entry in the browser's history, among the entries that the inventory pages have added. */
const entryIndex = (): number => (history.state as { readonly index?: number } | null)?.index ?? 0;

function usePlace() {
  const [shownPlace, setShownPlace] = useState<ShownPlace>(() => ({ place: here(), isReturning: false, notice: null }));
  /** The navigation that waits for the user's answer in the dialog about unsaved changes; null if no dialog is open. */
  const [leave, setLeave] = useState<(() => void) | null>(null);
  const entry = useRef(entryIndex());
  const isTakenBack = useRef(false);
  useEffect(() => {
    const back = () => {
      const steps = entryIndex() - entry.current;
      if (isTakenBack.current) {
        isTakenBack.current = false;
        return;
      }
      if (steps !== 0 && hasUnsaved()) {
        // The Back button has already changed the URL. Restore the form's URL until the user has answered the dialog.
        isTakenBack.current = true;
        history.go(-steps);
        setLeave(() => () => history.go(steps));
        return;
      }
      entry.current = entryIndex();
      setShownPlace({ place: here(), isReturning: true, notice: null });
    };
    addEventListener('popstate', back);
    return () => removeEventListener('popstate', back);
  }, []);
  const move = (address: string, replaces: boolean, notice: Notice | null) => {
    if (!replaces) entry.current += 1;
    const state = { index: entry.current };
    if (replaces) history.replaceState(state, '', address);
    else history.pushState(state, '', address);
    setLeave(null);
    setShownPlace({ place: here(), isReturning: false, notice });
  };
  const go = (place: Place, replaces = false, words?: string, deleted?: Place) => {
    const address = writePlace(place);
    const notice = words === undefined ? null : { words, deleted };
    if (address === location.pathname + location.search) return;
    if (hasUnsaved()) setLeave(() => () => move(address, replaces, notice));
    else move(address, replaces, notice);
  };
  return { ...shownPlace, go, leave, stay: () => setLeave(null) };
}

export function App() {
  const { place, isReturning, notice, go, leave, stay } = usePlace();
  const [problem, setProblem] = useState<string | null>(null);
  const { data: start, problem: loadProblem, reload } = useAsked(() => ask(InventoryStartDocument, {}));
  const networks = start?.networks.nodes ?? [];
  const network = networks.find(({ id }) => id === place.networkId);
  useKeptNetwork(network?.id);
  // If the URL names no network, the network that was last shown is opened, or otherwise the first network. If the URL
  // names no kind, the list of hosts is opened.
  useEffect(() => {
    if (!start) return;
    const networkToOpen = network ?? lastNetworkOf(networks);
    if (networkToOpen && (place.networkId === null || (network && !place.kind && !isWrongKind())))
      go(listPlace(networkToOpen.id, kindOfList('hosts'), place.at), true);
  });
  useEffect(() => {
    document.title = `${place.kind ? upperFirst(place.kind.plural) : texts.app.inventory} – Netloom`;
  }, [place.kind]);
  useEffect(() => {
    const toSearch = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || takesText(event.target)) return;
      event.preventDefault();
      document.getElementById('search')?.focus();
    };
    addEventListener('keydown', toSearch);
    return () => removeEventListener('keydown', toSearch);
  }, []);
  const inventory: Inventory | undefined = start && {
    place,
    start,
    isReturning,
    go,
    refresh: reload,
    follow: (event) => {
      const { href, origin, pathname, search } = event.currentTarget as HTMLAnchorElement;
      const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
      if (!isPlain || origin !== location.origin || !href) return;
      event.preventDefault();
      go(readPlace(pathname, search));
      document.getElementById('content')?.focus({ preventScroll: true });
    },
  };
  const choose = (networkId: string) => go(listPlace(networkId, place.kind ?? kindOfList('hosts'), place.at));
  const shownProblem = problem ?? loadProblem;
  return (
    <>
      <Header
        viewer={start?.viewer}
        choice={start && { networks, networkId: network?.id, choose }}
        setProblem={setProblem}
      />
      <div role="alert">{shownProblem && <p class="problem">{shownProblem}</p>}</div>
      <div role="status">{notice && <NoticeText notice={notice} follow={inventory?.follow} />}</div>
      {leave && (
        <LeaveQuestion
          stay={stay}
          leave={() => {
            discardUnsaved();
            leave();
          }}
        />
      )}
      {inventory && (
        <InventoryContext.Provider value={inventory}>
          <div class="frame">
            <Choices network={network} />
            <main id="content" tabIndex={-1}>
              <Content network={network} />
            </main>
          </div>
        </InventoryContext.Provider>
      )}
    </>
  );
}

/** Whether the URL names an unknown kind of row. */
const isWrongKind = (): boolean => location.pathname.split('/').length > 3 && here().kind === undefined;

interface NoticeProps {
  readonly notice: Notice;
  readonly follow: Inventory['follow'] | undefined;
}

function NoticeText({ notice: { words, deleted }, follow }: NoticeProps) {
  return (
    <p class="notice">
      {words}
      {deleted && (
        <>
          {' '}
          <a href={writePlace(deleted)} onClick={follow}>
            {texts.app.restoreItFrom}
          </a>
        </>
      )}
    </p>
  );
}

function Content({ network }: { network: { readonly name: string } | undefined }) {
  const { place, start } = useInventory();
  const { kind, id, networkId, form } = place;
  if (start.networks.nodes.length === 0)
    return (
      <div class="empty">
        <h1>{texts.app.noNetworkYet}</h1>
        <p>{texts.app.youHaveAccess}</p>
      </div>
    );
  if (networkId !== null && !network)
    return (
      <div class="empty" role="alert">
        <h1>{texts.app.thisNetworkIsNot}</h1>
        <p>{texts.app.itWasDeleted}</p>
      </div>
    );
  if (!kind)
    return isWrongKind() ? (
      <div class="empty" role="alert">
        <h1>{texts.app.thereIsNoSuch}</h1>
        <p>{texts.app.chooseOne}</p>
      </div>
    ) : null;
  if (id !== null && !isRowId(id))
    return (
      <div class="empty" role="alert">
        <h1>{texts.app.thisIsNotThere(kind.singular)}</h1>
        <p>{texts.app.theAddress}</p>
      </div>
    );
  if (form !== null) return <FormPage key={writePlace(place)} kind={kind} form={form} id={id} />;
  const heading =
    kind.isInNetwork && network ? texts.app.of(upperFirst(kind.plural), network.name) : upperFirst(kind.plural);
  return (
    <>
      <h1 class={id === null ? '' : 'unseen'}>{heading}</h1>
      <InstantNotice hasPast={kind.hasPast} plural={kind.plural} />
      {id === null ? (
        <List key={`${networkId} ${kind.list}`} kind={kind} />
      ) : (
        <Detail key={`${kind.list} ${id} ${kind.hasPast ? place.at : null}`} kind={kind} id={id} />
      )}
    </>
  );
}

/** The navigation between kinds of rows: links in a wide window, a select element in a narrow window. */
function Choices({ network }: { network: { readonly id: string } | undefined }) {
  const { place, start, go, follow } = useInventory();
  const networkId = network?.id ?? start.networks.nodes[0]?.id;
  if (networkId === undefined) return null;
  const placeOf = (kind: Kind): Place => ({
    ...listPlace(networkId, kind, place.at),
    since: kind.isCompared ? place.since : null,
  });
  return (
    <aside class="choices" aria-label={texts.app.kind}>
      <label class="kind-choice">
        <span class="unseen">{texts.app.kind}</span>
        <select
          value={place.kind?.list ?? ''}
          onChange={({ currentTarget }) => go(placeOf(kindOfList(currentTarget.value)))}
        >
          {!place.kind && <option value="">{texts.app.chooseAList}</option>}
          {kinds.map((kind) => (
            <option key={kind.list} value={kind.list}>
              {upperFirst(kind.plural)}
            </option>
          ))}
        </select>
      </label>
      <nav aria-label={texts.app.kinds}>
        {kindGroups.map(([title, members]) => (
          <section key={title}>
            <h2>{title}</h2>
            <ul>
              {members.map(({ list, plural }) => (
                <li key={list}>
                  <a
                    href={writePlace(placeOf(kindOfList(list)))}
                    onClick={follow}
                    {...(place.kind?.list === list && { 'aria-current': 'page' as const })}
                  >
                    {upperFirst(plural)}
                  </a>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </nav>
    </aside>
  );
}
