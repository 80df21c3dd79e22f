// The frame of the discovery page: the header, tabs for the parts of the page, and the latest notice.
import { useEffect, useState } from 'preact/hooks';
import { DiscoveryPageStartDocument } from '../../../generated/discovery-page-operations';
import { ask, useAsked } from '../../kit/asking';
import { Header } from '../../kit/frame/header';
import { NoticeCorner, useNotice } from '../../kit/frame/notice';
import { useKeptNetwork } from '../../kit/frame/use-last-network';
import { lastNetworkOf } from '../../kit/last-network';
import { useLeaving } from '../../kit/leaving';
import { HereContext, type Here, type Part } from './here';
import { readPlace, writePlace, type Place } from './place';
import { texts } from '../page-texts';

function usePlace() {
  const [place, setPlace] = useState(() => readPlace(location.pathname));
  const { leave, question } = useLeaving(() => setPlace(readPlace(location.pathname)));
  const show = (next: Place, replaces = false) => {
    const address = writePlace(next);
    if (address !== location.pathname) history[replaces ? 'replaceState' : 'pushState'](null, '', address);
    setPlace(readPlace(location.pathname));
  };
  const go = (next: Place, replaces = false) => leave(() => show(next, replaces));
  return { place, go, question };
}

export function App({ parts }: { readonly parts: readonly Part[] }) {
  const { place, go, question } = usePlace();
  const notice = useNotice();
  const [problem, setProblem] = useState<string | null>(null);
  const { data: start, problem: loadProblem } = useAsked(() => ask(DiscoveryPageStartDocument, {}));
  const networks = start?.networks.nodes ?? [];
  const network = networks.find(({ id }) => id === place.networkId);
  const part = place.part === null ? parts[0] : parts.find(({ path }) => path === place.part);
  useKeptNetwork(network?.id);
  // If the URL names no network, the network that was last shown is opened, or otherwise the first network.
  useEffect(() => {
    const next = lastNetworkOf(networks);
    if (place.networkId === null && next) go({ networkId: next.id, part: place.part }, true);
  });
  useEffect(() => {
    document.title = `${part?.title ?? texts.app.discovery} – Netloom`;
  }, [part]);
  const here: Here | undefined = start &&
    network && {
      viewer: start.viewer,
      networks,
      network,
      may: (operation) => start.viewer.may.includes(operation),
      addressOf: (path) => writePlace({ networkId: network.id, part: path }),
      notice: notice.show,
    };
  const shownProblem = problem ?? loadProblem;
  return (
    <>
      <Header
        viewer={start?.viewer}
        choice={
          start && {
            networks,
            networkId: network?.id,
            choose: (networkId) => go({ networkId, part: part?.path ?? null }),
          }
        }
        setProblem={setProblem}
      />
      <main>
        <h1>{texts.app.discovery}</h1>
        <div role="alert">{shownProblem && <p class="problem">{shownProblem}</p>}</div>
        {start && networks.length === 0 && <p>{texts.app.youHaveAccess}</p>}
        {start && networks.length > 0 && place.networkId !== null && !network && (
          <p role="alert">{texts.app.thisNetworkDoesNot}</p>
        )}
        {here && (
          <HereContext.Provider value={here}>
            <Tabs parts={parts} part={part} here={here} go={go} />
            {part ? (
              <section key={`${here.network.id} ${part.path}`} aria-labelledby="part-title">
                <h2 id="part-title" tabIndex={-1}>
                  {part.title}
                </h2>
                <part.Content />
              </section>
            ) : (
              <p role="alert">{texts.app.thisPage}</p>
            )}
          </HereContext.Provider>
        )}
      </main>
      {question}
      <NoticeCorner notice={notice} />
    </>
  );
}

interface TabsProps {
  readonly parts: readonly Part[];
  /** The part of the page that is shown; undefined if the URL names an unknown part. */
  readonly part: Part | undefined;
  readonly here: Here;
  readonly go: (place: Place) => void;
}

function Tabs({ parts, part, here, go }: TabsProps) {
  return (
    <nav class="tabs" aria-label={texts.app.partsOfThePage}>
      {parts.map(({ path, title }) => (
        <a
          key={path}
          href={here.addressOf(path)}
          {...(path === part?.path && { 'aria-current': 'page' as const })}
          onClick={(event) => {
            if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
            event.preventDefault();
            go({ networkId: here.network.id, part: path });
          }}
        >
          {title}
        </a>
      ))}
    </nav>
  );
}
