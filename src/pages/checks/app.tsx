// The frame of the page of checks: the header, the component for the current URL, and the latest notice.
import { useEffect, useState } from 'preact/hooks';
import { ChecksPageStartDocument } from '../../generated/checks-page-operations';
import { ask, useAsked } from '../kit/asking';
import { Header } from '../kit/frame/header';
import { NoticeCorner, useNotice } from '../kit/frame/notice';
import { useKeptNetwork } from '../kit/frame/use-last-network';
import { lastNetworkOf } from '../kit/last-network';
import { useLeaving } from '../kit/leaving';
import { CheckPage } from './check/check-page';
import { EditCheck, NewCheck } from './form/form-pages';
import { CheckList } from './list/check-list';
import { Suggestions } from './list/suggestions';
import { texts } from './texts';
import { HereContext, type Here } from './parts/here';
import { placeOf, readPlace, writePlace, type Place } from './parts/place';

function usePlace() {
  const [place, setPlace] = useState(() => readPlace(location));
  const { leave, question } = useLeaving(() => setPlace(readPlace(location)));
  const show = (next: Place, replaces = false) => {
    const address = writePlace(next);
    if (address !== location.pathname + location.search)
      history[replaces ? 'replaceState' : 'pushState'](null, '', address);
    setPlace(readPlace(location));
  };
  return { place, show, go: (next: Place) => leave(() => show(next)), question };
}

export function App() {
  const { place, show, go, question } = usePlace();
  const notice = useNotice();
  const [problem, setProblem] = useState<string | null>(null);
  const { data: start, problem: loadProblem } = useAsked(() => ask(ChecksPageStartDocument, {}));
  const networks = start?.networks.nodes ?? [];
  const network = networks.find(({ id }) => id === place.networkId);
  useKeptNetwork(network?.id);
  // If the URL names no network, the network that was last shown is opened, or otherwise the first network.
  useEffect(() => {
    const next = lastNetworkOf(networks);
    if (place.networkId === null && next) show({ ...place, networkId: next.id }, true);
  });
  const here: Here | undefined = start &&
    network && {
      ...{ networks, network },
      may: (operation) => start.viewer.may.includes(operation),
      addressOf: (part) => writePlace(placeOf({ networkId: network.id, ...part })),
      go: (part) => go(placeOf({ networkId: network.id, ...part })),
      show: (part) => show(placeOf({ networkId: network.id, ...part })),
      notice: notice.show,
    };
  const choose = (networkId: string) => go(placeOf({ networkId, state: place.state }));
  const shownProblem = problem ?? loadProblem;
  return (
    <>
      <Header
        viewer={start?.viewer}
        choice={start && { networks, networkId: network?.id, choose }}
        setProblem={setProblem}
      />
      <main>
        <div role="alert">{shownProblem && <p class="problem">{shownProblem}</p>}</div>
        {start && networks.length === 0 && <p>{texts.app.noNetwork}</p>}
        {start && networks.length > 0 && place.networkId !== null && !network && (
          <p role="alert">{texts.app.noSuchNetwork}</p>
        )}
        {here ? (
          <HereContext.Provider value={here}>
            <Part key={`${here.network.id} ${place.check} ${place.isEdited}`} place={place} />
          </HereContext.Provider>
        ) : (
          <h1>{texts.app.checks}</h1>
        )}
      </main>
      {question}
      <NoticeCorner notice={notice} />
    </>
  );
}

function Part({ place: { check, isEdited, state } }: { readonly place: Place }) {
  if (check === null) return <CheckList state={state} />;
  if (check === 'new') return <NewCheck />;
  if (check === 'suggested') return <Suggestions />;
  return isEdited ? <EditCheck id={check} /> : <CheckPage id={check} />;
}
