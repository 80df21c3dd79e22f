// Starts the organization page in the browser.
import { render } from 'preact';
import { Frame } from './parts/frame';
import '../kit/base.css';
import './styles/people.css';

render(<Frame title="Organization" sections={() => []} />, document.getElementById('page')!);
