// Shows the command that installs an agent, with Netloom's address and a one-time code. Below the command, shows the
// progress of the agent.
import { useState } from 'preact/hooks';
import {
  DiscoveryPageCreateCodeDocument,
  DiscoveryPageInstallationDocument,
  DiscoveryPageRevokeCodeDocument,
  type DiscoveryPageInstallationQuery,
} from '../../../generated/discovery-page-operations';
import { ask, errorText, useAsked } from '../../kit/asking';
import { Copyable } from '../../kit/command';
import { demoEmail, enrolCommand, serverAddress, unitCommand } from '../../kit/commands';
import { Problem } from '../../kit/problem';
import { useHere } from '../parts/here';
import { commandSteps, packagings, type Packaging } from './fill-texts';
import { Follow } from './follow';
import type { MadeCode } from './use-progress';

type Installation = DiscoveryPageInstallationQuery['agentInstallation'];

export function AgentCommand({ isHere }: { readonly isHere: boolean }) {
  const { data, problem, reload } = useAsked(() => ask(DiscoveryPageInstallationDocument, {}));
  if (problem) return <Problem problem={problem} reload={reload} />;
  return data ? <Installer installation={data.agentInstallation} isHere={isHere} /> : null;
}

interface InstallerProps {
  readonly installation: Installation;
  readonly isHere: boolean;
}

function Installer({ installation, isHere }: InstallerProps) {
  const { network, viewer } = useHere();
  const { own, others } = installation;
  const [text, setText] = useState(isHere ? own : (others[0] ?? own));
  const [made, setMade] = useState<MadeCode>();
  const [problem, setProblem] = useState('');
  const address = serverAddress(text);
  const create = async () => {
    setProblem('');
    try {
      const input = { name: `Agent of ${viewer.user.email}`.slice(0, 100), networkId: network.id };
      const { code, enrolmentCode } = (await ask(DiscoveryPageCreateCodeDocument, { input })).made;
      setMade({ ...enrolmentCode, code });
    } catch (error) {
      setProblem(errorText(error));
    }
  };
  return (
    <>
      <p>
        {isHere
          ? 'Run the command in a shell of the machine that runs Netloom.'
          : 'Run the command in a shell of any machine in the network.'}{' '}
        It needs Node.js 20.19 or newer, and no root. It scans the private subnets in which the machine has an address.
      </p>
      {!isHere && <AddressField text={text} setText={setText} installation={installation} />}
      {viewer.user.email === demoEmail && (
        <p>The account of the demo is public: everyone can see what is scanned into it.</p>
      )}
      <p>
        <button type="button" class="main" disabled={address === undefined} onClick={() => void create()}>
          {made ? 'Make another command' : 'Make the command'}
        </button>
      </p>
      <div role="alert">{problem && <p class="problem">{problem}</p>}</div>
      {made && address !== undefined && (
        <Command
          key={made.id}
          made={made}
          address={address}
          installation={installation}
          revoked={() => setMade(undefined)}
        />
      )}
    </>
  );
}

interface AddressFieldProps {
  readonly text: string;
  readonly setText: (text: string) => void;
  readonly installation: Installation;
}

function AddressField({ text, setText, installation: { own, others } }: AddressFieldProps) {
  const isValid = serverAddress(text) !== undefined;
  return (
    <div class="field">
      <label for="fill-address">Address of Netloom, as that machine reaches it</label>
      <input
        id="fill-address"
        type="url"
        list="fill-addresses"
        value={text}
        spellcheck={false}
        autocomplete="off"
        aria-describedby="fill-address-hint"
        aria-invalid={!isValid}
        onInput={({ currentTarget }) => setText(currentTarget.value)}
      />
      <datalist id="fill-addresses">
        {[...others, own].map((address) => (
          <option key={address} value={address} />
        ))}
      </datalist>
      <span class="quiet hint" id="fill-address-hint">
        {!isValid ? (
          'Not valid: enter an address without a path, such as https://netloom.example.'
        ) : others.length === 0 ? (
          <>
            Only the machine of Netloom reaches it. To let others in, start Netloom with{' '}
            <code>HOST=0.0.0.0 npm start</code>, or behind a proxy with <code>PUBLIC_URL</code>.
          </>
        ) : (
          'Change it if that machine reaches Netloom by another name.'
        )}
      </span>
    </div>
  );
}

interface CommandProps {
  readonly made: MadeCode;
  readonly address: string;
  readonly installation: Installation;
  readonly revoked: () => void;
}

function Command({ made, address, installation: { path, sha256 }, revoked }: CommandProps) {
  const { notice } = useHere();
  const [packaging, setPackaging] = useState<Packaging>('curl');
  const parts = { address, path, code: made.code };
  const text = packaging === 'systemd' ? unitCommand(parts) : enrolCommand(parts, packaging);
  const until = new Date(made.expiresAt).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' });
  const revoke = async () => {
    try {
      await ask(DiscoveryPageRevokeCodeDocument, { id: made.id });
      revoked();
      notice('The code was revoked.');
    } catch (error) {
      notice(errorText(error));
    }
  };
  return (
    <>
      <div class="buttons" role="group" aria-label="Form of the command">
        {(Object.keys(packagings) as Packaging[]).map((one) => (
          <button key={one} type="button" aria-pressed={one === packaging} onClick={() => setPackaging(one)}>
            {packagings[one]}
          </button>
        ))}
      </div>
      <Copyable text={text} name="Agent command" notice={notice} />
      <details>
        <summary>What the command does, and what comes then</summary>
        <ol>
          {commandSteps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </details>
      <p class="quiet">
        The code in it is good for one agent, until {until}. The agent keeps its key in a file that only its user can
        read; later starts need no code.{' '}
        <button type="button" class="link" onClick={() => void revoke()}>
          Revoke the code
        </button>
      </p>
      <p class="quiet">
        SHA-256 of the file: <code>{sha256}</code>
      </p>
      <Follow made={made} address={address} />
    </>
  );
}
