// The layout of the topology page: the choice of topology at the top, filters and questions on the left, the picture in
// the middle. Details are on the right, and the status line at the bottom.
import { useEffect } from 'preact/hooks';
import { Details } from './details/details';
import { WhatIsWrong } from './checks/what-is-wrong';
import { Discoveries } from './discoveries';
import { Differences } from './differences';
import { DrawingNotice } from './drawing-notice';
import { WhatHappened } from './events/what-happened';
import { Filters } from './filters';
import { Header } from './header';
import { KeyHelp } from './key-help';
import { Legend } from './legend';
import { LineDetails } from './line/line-details';
import { NodeList } from './node-list';
import { Questions } from './questions/questions';
import { Stage } from './stage';
import { StatusLine } from './status-line';
import { Suggestions } from './suggestions';
import { SupposedNotice } from './suppose/supposed-notice';
import { WhatIfPanel } from './suppose/what-if';
import { TimeBar } from './time/time-bar';
import { viewNames } from '../graph/texts';
import { isNarrowWindow } from '../state/detail';
import { currentTopology } from '../state/store';
import { usePage, usePageState } from './use-page';
import { texts } from './texts';

export function App() {
  const state = usePageState();
  const page = usePage();
  const { start, drawing, place, connecting, deletedNetworkName, isSideOpen } = state;
  const problem = state.problem ?? state.vlansProblem;
  const topology = currentTopology(state);
  // In a narrow window there is space for one panel only, so selecting a node or a line closes the side panel.
  const selection = place.selected ?? place.lines[0] ?? null;
  useEffect(() => {
    if (selection !== null && isNarrowWindow()) page.store.set({ isSideOpen: false });
  }, [selection]);
  const isSupposing = place.supposed.length > 0 || connecting !== null;
  return (
    <>
      {topology && (
        <a
          class="skip"
          href="#canvas"
          onClick={(event) => {
            // Following the link would add an entry to the browser's history, so the handler only moves the focus.
            event.preventDefault();
            document.getElementById('canvas')?.focus();
          }}
        >
          {texts.app.skipToThePicture}
        </a>
      )}
      <Header isSideOpen={isSideOpen} toggleSide={() => page.store.set({ isSideOpen: !isSideOpen })} />
      <TimeBar />
      <Discoveries />
      <Suggestions />
      {problem && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      {start && !topology && (
        <main class="nothing">
          {deletedNetworkName === null ? (
            <>
              <h1>{texts.app.noNetworkYet}</h1>
              <p>{texts.app.youHaveAccess}</p>
            </>
          ) : (
            <div role="alert">
              <h1>{texts.app.isGone(deletedNetworkName)}</h1>
              <p>{texts.app.networkWasDeleted}</p>
              {start.topologies.nodes.length > 0 && <p>{texts.app.anotherNetworkCanBe}</p>}
            </div>
          )}
        </main>
      )}
      {topology && <SupposedNotice />}
      {topology && (
        <main>
          <h1 class="unseen">
            {topology.network.name}, {viewNames[place.view]}
          </h1>
          {isSideOpen && (
            <aside class="side" id="side" aria-label={texts.app.filtersAndQuestions}>
              {isSupposing && <WhatIfPanel />}
              <Differences />
              <WhatIsWrong />
              <WhatHappened />
              {!isSupposing && <WhatIfPanel />}
              <Questions />
              <Filters />
              <NodeList />
              <Legend />
            </aside>
          )}
          <Stage />
          {drawing && place.selected && <Details key={place.selected} id={place.selected} />}
          {drawing && place.lines.length > 0 && <LineDetails ids={place.lines} />}
        </main>
      )}
      <DrawingNotice />
      <StatusLine />
      <KeyHelp />
    </>
  );
}
