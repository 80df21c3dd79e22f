// The status line: the numbers of drawn and filtered nodes, whether the picture is live, and notices.
import { Fragment } from 'preact';
import { isFoldedUp } from '../graph/folds';
import type { Box, Picture } from '../graph/picture';
import { mostItemsAtOnce } from '../state/choices';
import { noFilters } from '../state/place';
import { currentTopology, isPast as isOfPast } from '../state/store';
import { usePage, usePageState } from './use-page';
import { texts } from './texts';

const filterWords: Readonly<Record<string, string>> = {
  LinkState: texts.statusLine.withoutALink,
  Category: texts.statusLine.byCategory,
  Virtualization: texts.statusLine.byKindOfMachine,
  Staleness: texts.statusLine.byWhenLastSeen,
  Missing: texts.statusLine.thatDiscoveryDoesNot,
  Tag: texts.statusLine.byTag,
};
const entityWords: Readonly<Record<string, string>> = {
  Interface: 'ports',
  Service: 'services',
  IPAddress: 'addresses',
  Host: 'hosts',
};

/** For each kind of row that a graph may leave out, the inventory list that contains all rows of this kind. */
const lists: Readonly<Record<string, string>> = {
  Interface: 'interfaces',
  Service: 'services',
  IPAddress: 'ip-addresses',
  Host: 'hosts',
};

interface LeftOutProps {
  readonly networkId: string | undefined;
  readonly entity: string;
  readonly filter: string;
  readonly count: number;
}

function LeftOut({ networkId, entity, filter, count }: LeftOutProps) {
  const text = `${count} ${entityWords[entity] ?? entity} ${filterWords[filter] ?? filter}`;
  const list = lists[entity];
  if (!list || !networkId) return <>{text}</>;
  return <a href={`/inventory/${networkId}/${list}`}>{text}</a>;
}

const countWords = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

function foldedWords({ items }: Picture, boxes: readonly Box[]): string[] {
  const folds = boxes.filter(isFoldedUp);
  const nodes = folds.reduce((sum, { fold }) => sum + fold!.nodeCount, 0);
  return [
    ...(nodes > 0 ? [texts.statusLine.moreFolded(nodes, folds.length)] : []),
    ...(items.length > mostItemsAtOnce ? [texts.statusLine.boxesAreClosed(mostItemsAtOnce)] : []),
  ];
}

export function StatusLine({ isOfVisitor = false }: { isOfVisitor?: boolean }) {
  const page = usePage();
  const state = usePageState();
  const { drawing, picture, isLoading, live, liveProblem, notice, place, runs, groupedFor } = state;
  const row = currentTopology(state);
  // The line says how many rows each filter removed. Filtered ports are left out where no ports are drawn: only the
  // view L2Physical draws ports. The filter `Staleness` is called "missing", as it removes hosts that discovery no
  // longer finds.
  const before = (picture?.filteredOut ?? [])
    .filter(({ entity }) => entity !== 'Interface' || place.view === 'L2Physical')
    .map((one) => (one.filter === 'Staleness' ? { ...one, filter: texts.statusLine.missing } : one));
  const leftOut = [...before, ...(drawing?.visible.leftOut ?? [])].filter(({ count }) => count > 0);
  const isPast = isOfPast(state);
  const words = {
    live: state.supposition ? texts.statusLine.liveAndSupposed : texts.statusLine.live,
    connecting: texts.statusLine.connecting,
    interrupted: texts.statusLine.notLiveTryingAgain,
  };
  const pastWords = state.supposition ? texts.statusLine.pastAndSupposed : texts.statusLine.pastWhichDoes;
  return (
    <footer>
      <span id="drawn-count">
        {drawing &&
          picture &&
          [
            countWords(drawing.visible.boxes.filter(({ kind }) => kind !== 'Fold').length, 'box', 'boxes'),
            countWords(drawing.visible.items.length, 'element', 'elements'),
            countWords(drawing.visible.lines.length, 'line', 'lines'),
            ...foldedWords(picture, drawing.visible.boxes),
          ].join(', ')}
      </span>
      {drawing && picture && picture.boxes.some(isFoldedUp) && place.groupBy !== 'Nothing' && (
        <button type="button" class="link" onClick={() => page.go({ groupBy: 'Nothing' }, true)}>
          {texts.statusLine.unfoldAll}
        </button>
      )}
      {leftOut.length > 0 && (
        <span class="quiet" id="left-out">
          {texts.statusLine.leftOut}{' '}
          {leftOut.map((one, index) => (
            <Fragment key={`${one.entity} ${one.filter}`}>
              {index > 0 && ', '}
              <LeftOut networkId={isOfVisitor ? undefined : row?.networkId} {...one} />
            </Fragment>
          ))}
        </span>
      )}
      {drawing && drawing.visible.leftOut.some(({ count }) => count > 0) && (
        <button type="button" class="link" onClick={() => page.go(noFilters, true)}>
          {texts.statusLine.showWhatFiltersLeave}
        </button>
      )}
      <span role="status" id="grouped">
        {groupedFor && (
          <>
            {texts.statusLine.groupedFor(groupedFor.name)}{' '}
            <button type="button" class="link" onClick={page.groupAsBefore}>
              {texts.statusLine.groupAsBefore}
            </button>
          </>
        )}
      </span>
      <span role="status" id="notice">
        {notice || (row && !isPast && (liveProblem || runs.problem))}
      </span>
      {row && (
        <span class={`live is-${isPast ? 'past' : live}`} id="live">
          {isLoading ? texts.statusLine.loading : isPast ? pastWords : words[live]}
        </span>
      )}
    </footer>
  );
}
