// Starts the page of a share in the browser.
import { render } from 'preact';
import { PageContext } from './panels/use-page';
import { createSharePage } from './shared/share-page';
import { ShareApp } from './shared/share-app';
import '../kit/base.css';
import './styles/page.css';
import './styles/panels.css';
import './styles/print.css';
import './styles/swatches.css';
import './styles/share.css';

const sharePage = createSharePage();
void sharePage.enter();
render(
  <PageContext.Provider value={sharePage.page}>
    <ShareApp sharePage={sharePage} />
  </PageContext.Provider>,
  document.getElementById('page')!,
);
