// Starts the page of checks in the browser.
import { render } from 'preact';
import { App } from './app';
import '../kit/base.css';
import '../kit/frame/column.css';
import '../kit/sections/sections.css';
import '../kit/verdicts/verdicts.css';
import './styles/checks.css';

render(<App />, document.getElementById('page')!);
