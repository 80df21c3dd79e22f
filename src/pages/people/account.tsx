// Starts the account page in the browser.
import { render } from 'preact';
import { Keys } from './account/keys';
import { Frame } from './parts/frame';
import '../kit/base.css';
import './styles/people.css';

render(
  <Frame title="Your account" sections={() => [['keys', 'API keys', <Keys />]]} />,
  document.getElementById('page')!,
);
