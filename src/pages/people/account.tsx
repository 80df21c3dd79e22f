// Starts the account page in the browser.
import { render } from 'preact';
import { DaemonKeys } from './account/daemon-keys';
import { Keys } from './account/keys';
import { Mail } from './account/mail';
import { Password } from './account/password';
import { Provider } from './account/provider';
import { SecondFactor } from './account/second-factor';
import { Sessions } from './account/sessions';
import { Frame, type Here } from './parts/frame';
import '../kit/base.css';
import '../kit/sections/sections.css';
import './styles/people.css';

const sections = ({ viewer }: Here) => [
  ['keys', 'API keys', <Keys />] as const,
  ...(viewer.may.includes('createDaemonApiKey') ? [['daemon-keys', 'Daemon keys', <DaemonKeys />] as const] : []),
  ['sessions', 'Sessions', <Sessions />] as const,
  ['password', 'Password', <Password />] as const,
  ['second-factor', 'Second factor', <SecondFactor />] as const,
  ['provider', 'Provider', <Provider />] as const,
  ['mail', 'Mail', <Mail />] as const,
];

render(<Frame title="Your account" address="/account" sections={sections} />, document.getElementById('page')!);
