// Explains the ways to fill a network: by an agent on a remote machine or this machine, from switches, from a file, or
// by hand.
import { useState } from 'preact/hooks';
import { Copyable } from '../../kit/command';
import { importCommand } from '../../kit/commands';
import { useHere } from '../parts/here';
import { AgentCommand } from './agent-command';
import { ways, type Way } from './fill-texts';

export function Fill() {
  const { may, viewer } = useHere();
  const [way, setWay] = useState<Way>();
  if (!may('createEnrolmentCode'))
    return <p>Filling a network needs the role Member. Ask a Member of {viewer.organization.name}.</p>;
  return (
    <>
      <h3 id="fill-question">How do you want to fill it?</h3>
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
      <p>Begin with the subnets, then enter hosts with their addresses.</p>
      <ul>
        <li>
          <a href={`/inventory/${network.id}/subnets/new`}>Enter a subnet</a>
        </li>
        <li>
          <a href={`/inventory/${network.id}/hosts/new`}>Enter a host</a>
        </li>
        <li>
          <a href={`/inventory/${network.id}`}>Everything else</a>
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
            <a href="/organization/credentials">Store the SNMP credentials</a> of your switches, routers and access
            points, and make them a default of this network.
          </>
        ) : (
          'Ask an Admin to store the SNMP credentials of your devices as a default of this network.'
        )}
      </li>
      <li>
        Run{' '}
        <button type="button" class="link" onClick={() => choose('there')}>
          an agent
        </button>{' '}
        on a machine that the devices answer.
      </li>
      <li>
        Confirm its daemon when it calls: without that, no credentials are sent to it. The next run reads the devices.
      </li>
    </ol>
  );
}

function File() {
  const { network, notice, addressOf } = useHere();
  return (
    <>
      <p>
        <a href={addressOf('import')}>Import the file</a>. A plan shows what would be created and changed; nothing is
        stored before you apply it.
      </p>
      <p>
        Or run this command where Netloom is installed. Create the key on <a href="/account/keys">the account page</a>:
      </p>
      <Copyable
        text={importCommand({ origin: location.origin, network: network.name })}
        name="Import command"
        notice={notice}
      />
    </>
  );
}
