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

/** The parts of the page in the order of their tabs. The first part is opened by default. */
const parts: readonly Part[] = [
  { path: 'daemons', title: 'Daemons', Content: Daemons },
  { path: 'runs', title: 'Runs', Content: Runs },
  { path: 'jobs', title: 'Jobs', Content: Jobs },
  { path: 'credentials', title: 'Credentials', Content: Credentials },
  { path: 'unreached', title: 'Not reached', Content: Unreached },
  { path: 'fill', title: 'Sources', Content: Fill },
  { path: 'import', title: 'Import', Content: Import },
  { path: 'suggestions', title: 'Same machine?', Content: Suggestions },
];

render(<App parts={parts} />, document.getElementById('page')!);
