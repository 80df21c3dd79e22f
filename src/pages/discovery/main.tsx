// Starts the discovery page in the browser.
import { render } from 'preact';
import { Credentials } from './credentials/credentials';
import { Daemons } from './daemons/daemons';
import { Fill } from './fill/fill';
import { Import } from './importing/import';
import { Jobs } from './jobs/jobs';
import { App } from './parts/app';
import type { Part } from './parts/here';
import { Runs } from './runs/runs';
import { Suggestions } from './suggestions/suggestions';
import { Unreached } from './unreached/unreached';
import '../kit/base.css';
import '../kit/frame/column.css';
import '../kit/import/import.css';
import '../kit/sections/sections.css';
import './styles/discovery.css';
import './styles/fill.css';
import { texts } from './page-texts';

/** The parts of the page in the order of their tabs. The first part is opened by default. */
const parts: readonly Part[] = [
  { path: 'daemons', title: texts.main.daemons, Content: Daemons },
  { path: 'runs', title: texts.main.runs, Content: Runs },
  { path: 'jobs', title: texts.main.jobs, Content: Jobs },
  { path: 'credentials', title: texts.main.credentials, Content: Credentials },
  { path: 'unreached', title: texts.main.notReached, Content: Unreached },
  { path: 'fill', title: texts.main.sources, Content: Fill },
  { path: 'import', title: texts.main.import, Content: Import },
  { path: 'suggestions', title: texts.main.sameMachine, Content: Suggestions },
];

render(<App parts={parts} />, document.getElementById('page')!);
