// Starts the account page in the browser.
import { render } from 'preact';
import { DaemonKeys } from './account/daemon-keys';
import { Keys } from './account/keys';
import { Mail } from './mail-rules/mail-rules';
import { Password } from './account/password';
import { Provider } from './account/provider';
import { SecondFactor } from './account/second-factor';
import { Sessions } from './account/sessions';
import { Frame, type Here } from './parts/frame';
import { texts } from './account/texts';
import '../kit/base.css';
import '../kit/frame/column.css';
import '../kit/sections/sections.css';
import './styles/people.css';

const sections = ({ viewer }: Here) => [
  ['keys', texts.account.apiKeys, <Keys />] as const,
  ...(viewer.may.includes('createDaemonApiKey')
    ? [['daemon-keys', texts.account.daemonKeys, <DaemonKeys />] as const]
    : []),
  ['sessions', texts.account.sessions, <Sessions />] as const,
  ['password', texts.account.password, <Password />] as const,
  ['second-factor', texts.common.secondFactor, <SecondFactor />] as const,
  ['provider', texts.account.provider, <Provider />] as const,
  ['mail', texts.account.mail, <Mail />] as const,
];

render(
  <Frame title={texts.account.yourAccount} address="/account" sections={sections} />,
  document.getElementById('page')!,
);
