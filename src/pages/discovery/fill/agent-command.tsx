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
import { texts } from '../page-texts';

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
  const [createdCode, setCreatedCode] = useState<MadeCode>();
  const [problem, setProblem] = useState('');
  const [isBusy, setBusy] = useState(false);
  const address = serverAddress(text);
  const create = async () => {
    setBusy(true);
    setProblem('');
    try {
      const input = { name: texts.agentCommand.agent(viewer.user.email).slice(0, 100), networkId: network.id };
      const { code, enrolmentCode } = (await ask(DiscoveryPageCreateCodeDocument, { input })).made;
      setCreatedCode({ ...enrolmentCode, code });
    } catch (error) {
      setProblem(errorText(error));
    }
    setBusy(false);
  };
  return (
    <>
      <p>{texts.agentCommand.itNeedsNodeJs(isHere)}</p>
      {!isHere && <AddressField text={text} setText={setText} installation={installation} />}
      {viewer.user.email === demoEmail && <p>{texts.agentCommand.theAccount}</p>}
      <p>
        <button type="button" class="main" disabled={isBusy || address === undefined} onClick={() => void create()}>
          {createdCode ? texts.agentCommand.makeAnotherCommand : texts.agentCommand.makeTheCommand}
        </button>
      </p>
      <div role="alert">{problem && <p class="problem">{problem}</p>}</div>
      {createdCode && address !== undefined && (
        <Command
          key={createdCode.id}
          made={createdCode}
          address={address}
          installation={installation}
          revoked={() => setCreatedCode(undefined)}
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
      <label for="fill-address">{texts.agentCommand.addressOfNetloom}</label>
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
          texts.agentCommand.notValidEnter
        ) : others.length === 0 ? (
          <>
            {texts.agentCommand.onlyTheMachine} <code>HOST=0.0.0.0 npm start</code>
            {texts.agentCommand.orBehindAProxy} <code>PUBLIC_URL</code>.
          </>
        ) : (
          texts.agentCommand.changeItIf
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
      notice(texts.agentCommand.codeWasRevoked);
    } catch (error) {
      notice(errorText(error));
    }
  };
  return (
    <>
      <div class="buttons" role="group" aria-label={texts.agentCommand.formOfTheCommand}>
        {(Object.keys(packagings) as Packaging[]).map((one) => (
          <button key={one} type="button" aria-pressed={one === packaging} onClick={() => setPackaging(one)}>
            {packagings[one]}
          </button>
        ))}
      </div>
      <Copyable text={text} name={texts.agentCommand.agentCommand} notice={notice} />
      <details>
        <summary>{texts.agentCommand.whatTheCommandDoes}</summary>
        <ol>
          {commandSteps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </details>
      <p class="quiet">
        {texts.agentCommand.theCode(until)}{' '}
        <button type="button" class="link" onClick={() => void revoke()}>
          {texts.agentCommand.revokeTheCode}
        </button>
      </p>
      <p class="quiet">
        {texts.agentCommand.sha256} <code>{sha256}</code>
      </p>
      <Follow made={made} address={address} />
    </>
  );
}
