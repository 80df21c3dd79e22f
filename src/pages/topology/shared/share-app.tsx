// The page of a share: the map with its views, or a form for the password, or the reason why there is no map.
import { useEffect, useState } from 'preact/hooks';
import { viewNames } from '../graph/texts';
import { DrawingNotice } from '../panels/drawing-notice';
import { Legend } from '../panels/legend';
import { ViewChoice } from '../panels/network-choice';
import { LinePanel } from '../panels/line/line-panel';
import { NodeList } from '../panels/node-list';
import { Search, type Searching } from '../panels/search/search';
import { Stage } from '../panels/stage';
import { StatusLine } from '../panels/status-line';
import { usePageState } from '../panels/use-page';
import type { Access, SharedMap } from './access';
import { countFolded, findInPicture } from './find-in-picture';
import { NodeFacts } from './node-facts';
import { viewsOf, type SharePage } from './share-page';
import { texts } from './texts';

const pictureSearch: Searching = {
  find(page, text) {
    const { picture, drawing } = page.store.state;
    const isVisible = (id: string) => drawing?.visible.standIn.has(id) ?? false;
    return Promise.resolve(picture ? findInPicture(picture, isVisible, text) : []);
  },
  show(page, { id }) {
    if (id !== null) page.show(id);
    return Promise.resolve();
  },
  remark(page) {
    const { picture } = page.store.state;
    const folded = picture ? countFolded(picture) : 0;
    return folded === 0 ? '' : texts.shareApp.foldedNotSearched(folded);
  },
  noMatch: texts.shareApp.tryOtherWords,
};

function useAccess(sharePage: SharePage): Access {
  const [access, setAccess] = useState(sharePage.access);
  useEffect(() => {
    setAccess(sharePage.access);
    return sharePage.subscribe(() => setAccess(sharePage.access));
  }, [sharePage]);
  return access;
}

export function ShareApp({ sharePage }: { sharePage: SharePage }) {
  const access = useAccess(sharePage);
  if (access.kind === 'open') return <OpenMap share={access.share} />;
  return (
    <main class="nothing shared" id="shared" data-access={access.kind}>
      {access.kind === 'locked' && <PasswordForm sharePage={sharePage} problem={access.problem} />}
      {access.kind === 'refused' && (
        <div role="alert">
          <h1>{access.title}</h1>
          <p>{access.text}</p>
        </div>
      )}
      {access.kind === 'opening' && (
        <>
          <h1>{texts.shareApp.openingTheMap}</h1>
          <p role="status">{access.problem}</p>
        </>
      )}
    </main>
  );
}

function PasswordForm({ sharePage, problem }: { sharePage: SharePage; problem: string | undefined }) {
  const [isBusy, setBusy] = useState(false);
  const send = async (event: SubmitEvent) => {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    const password = String(new FormData(form).get('password'));
    setBusy(true);
    await sharePage.unlock(password);
    setBusy(false);
  };
  return (
    <form onSubmit={(event) => void send(event)}>
      <h1>{texts.shareApp.thisMap}</h1>
      <label>
        {texts.shareApp.password}
        <input type="password" name="password" required maxLength={256} autocomplete="off" />
      </label>
      <button type="submit" disabled={isBusy}>
        {texts.shareApp.open}
      </button>
      <div role="alert">{problem && <p class="problem">{problem}</p>}</div>
    </form>
  );
}

function OpenMap({ share }: { share: SharedMap }) {
  const state = usePageState();
  const { place, problem, drawing } = state;
  const { showInspectPanel, showZoomControls, showExportButton } = share.options;
  const [isSideOpen, setSideOpen] = useState(false);
  const { isBare } = place;
  const views = viewsOf(share);
  const title = `${share.name}, ${viewNames[place.view]}`;
  useEffect(() => void (document.title = `${share.name} – Netloom`), [share.name]);
  return (
    <>
      {!isBare && (
        <header class="share-header">
          <button
            type="button"
            class="plain icon"
            aria-expanded={isSideOpen}
            aria-controls="side"
            aria-label={texts.shareApp.listAndLegend}
            title={texts.shareApp.listAndLegend}
            onClick={() => setSideOpen(!isSideOpen)}
          >
            ☰
          </button>
          <strong class="shared-name">
            <bdi>{share.name}</bdi>
          </strong>
          {views.length > 1 && <ViewChoice views={views} />}
          <Search searching={pictureSearch} />
        </header>
      )}
      {problem && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      <main id="shared" data-access="open">
        <h1 class="unseen">{title}</h1>
        {!isBare && isSideOpen && (
          <aside class="side" id="side" aria-label={texts.shareApp.listAndLegend}>
            <NodeList />
            <Legend />
          </aside>
        )}
        <Stage visitor={{ zooms: showZoomControls && !isBare, exports: showExportButton && !isBare }} />
        {!isBare && showInspectPanel && drawing && place.selected && <NodeFacts id={place.selected} />}
        {!isBare && showInspectPanel && drawing && place.lines.length > 0 && <LinePanel ids={place.lines} />}
      </main>
      <DrawingNotice />
      {!isBare && <StatusLine isOfVisitor />}
    </>
  );
}
