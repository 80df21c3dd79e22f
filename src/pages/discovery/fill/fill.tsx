// Explains the ways to fill a network: by an agent on a remote machine or this machine, from switches, from a file, or
// by hand.
import { useState } from 'preact/hooks';
import { Copyable } from '../../kit/command';
import { importCommand } from '../../kit/commands';
import { useHere } from '../parts/here';
import { AgentCommand } from './agent-command';
import { ways, type Way } from './fill-texts';
import { texts } from '../page-texts';

export function Fill() {
  const { may, viewer } = useHere();
  const [way, setWay] = useState<Way>();
  if (!may('createEnrolmentCode')) return <p>{texts.fill.fillingANetworkNeeds(viewer.organization.name)}</p>;
  return (
    <>
      <h3 id="fill-question">{texts.fill.howDoYouWant}</h3>
      <div class="ways" role="group" aria-labelledby="fill-question">
        {(Object.keys(ways) as Way[]).map((one) => (
          <button key={one} type="button" class="way" aria-pressed={one === way} onClick={() => setWay(one)}>
            <strong>{ways[one].name}</strong>
            <span>{ways[one].means}</span>
          </button>
        ))}
      </div>
      {way && (
        <section key={way} class="card" aria-label={ways[way].name}>
          <WayContent way={way} choose={setWay} />
        </section>
      )}
    </>
  );
}

function WayContent({ way, choose }: { readonly way: Way; readonly choose: (way: Way) => void }) {
  const { network } = useHere();
  if (way === 'there' || way === 'here') return <AgentCommand isHere={way === 'here'} />;
  if (way === 'switches') return <Switches choose={choose} />;
  if (way === 'file') return <File />;
  return (
    <>
      <p>{texts.fill.beginWithTheSubnets}</p>
      <ul>
        <li>
          <a href={`/inventory/${network.id}/subnets/new`}>{texts.fill.enterASubnet}</a>
        </li>
        <li>
          <a href={`/inventory/${network.id}/hosts/new`}>{texts.fill.enterAHost}</a>
        </li>
        <li>
          <a href={`/inventory/${network.id}`}>{texts.fill.everythingElse}</a>
        </li>
      </ul>
    </>
  );
}

function Switches({ choose }: { readonly choose: (way: Way) => void }) {
  const { may } = useHere();
  return (
    <ol>
      <li>
        {may('createCredential') ? (
          <>
            <a href="/organization/credentials">{texts.fill.storeTheSnmpCredentials}</a>{' '}
            {texts.fill.ofYourSwitchesRouters}
          </>
        ) : (
          texts.fill.askAnAdmin
        )}
      </li>
      <li>
        {texts.fill.run}{' '}
        <button type="button" class="link" onClick={() => choose('there')}>
          {texts.fill.anAgent}
        </button>{' '}
        {texts.fill.onAMachine}
      </li>
      <li>{texts.fill.confirmItsDaemonWhen}</li>
    </ol>
  );
}

function File() {
  const { network, notice, addressOf } = useHere();
  return (
    <>
      <p>
        <a href={addressOf('import')}>{texts.fill.importTheFile}</a>
        {texts.fill.planShowsWhat}
      </p>
      <p>
        {texts.fill.orRunThisCommand} <a href="/account/keys">{texts.fill.accountPage}</a>:
      </p>
      <Copyable
        text={importCommand({ origin: location.origin, network: network.name })}
        name={texts.fill.importCommand}
        notice={notice}
      />
    </>
  );
}
