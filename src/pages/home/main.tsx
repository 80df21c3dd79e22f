// Starts the home page in the browser.
import { render } from 'preact';
import { App } from './parts/app';
import '../kit/base.css';
import '../kit/frame/column.css';
import './styles/home.css';

render(<App />, document.getElementById('page')!);
