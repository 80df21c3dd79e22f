// Starts the inventory pages in the browser.
import { render } from 'preact';
import { App } from './parts/app';
import '../kit/base.css';
import '../kit/changes.css';
import './styles/inventory.css';
import './styles/addresses.css';
import './styles/detail.css';
import './styles/forms.css';

render(<App />, document.getElementById('page')!);
