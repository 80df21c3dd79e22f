// Starts the topology page in the browser.
import { render } from 'preact';
import { startElk } from './layout/engine';
import { App } from './panels/app';
import { PageContext } from './panels/use-page';
import { createPage } from './page/page';
import '../kit/base.css';
import '../kit/changes.css';
import '../kit/verdicts/verdicts.css';
import '../kit/import/import.css';
import './styles/checks.css';
import './styles/events.css';
import './styles/discoveries.css';
import './styles/page.css';
import './styles/panels.css';
import './styles/dialogs.css';
import './styles/print.css';
import './styles/swatches.css';
import './styles/time.css';

const page = createPage();
// The requests for data take longest, so they are started before the page is rendered.
void page.start();
// elkjs, a layout library that starts slowly, is needed for drawings with few lines only. Such drawings are rare except
// in the view Application.
if (page.store.state.place.view === 'Application') startElk();
render(
  <PageContext.Provider value={page}>
    <App />
  </PageContext.Provider>,
  document.getElementById('page')!,
);
