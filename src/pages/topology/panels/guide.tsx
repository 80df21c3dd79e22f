// What an empty network shows instead of a picture: how it is filled, by a discovery, a file, or by hand.
import { useState } from 'preact/hooks';
import { agentCommand, areRanges, demoEmail, discoverCommand } from '../../kit/commands';
import { currentTopology, type Start, type TopologyRow } from '../state/store';
import { Command } from './command';
import { ImportFile } from './import/import-file';
import { usePageState } from './use-page';

const exampleRange = '192.168.1.0/24';
/** An operation on the page of the REST documentation. */
const docsOf = (tag: string, operation: string): string => `/docs#/${encodeURIComponent(tag)}/${operation}`;

export function Guide() {
  const state = usePageState();
  const row = currentTopology(state);
  if (!row || !state.start) return null;
  const { user, organization, may } = state.start.viewer;
  const isFilledByViewer = may.includes('createDaemonApiKey');
  return (
    <section class="guide" aria-labelledby="guide">
      <div>
        <h2 id="guide">{row.network.name} is empty</h2>
        {isFilledByViewer ? (
          <>
            <DiscoveryGuide start={state.start} row={row} />
            <ImportFile key={row.networkId} row={row} mayImport={may.includes('planImport')} />
            {user.email === demoEmail && (
              <p>Everybody who knows the account of the demo sees what is imported into it.</p>
            )}
            <p>
              By hand: <a href={docsOf('Subnets', 'create_subnet')}>enter subnets</a> and{' '}
              <a href={docsOf('Hosts', 'create_host')}>hosts</a> over REST, or by mutations in{' '}
              <a href="/graphiql">GraphiQL</a>. The id of the network is <code>{row.networkId}</code>.
            </p>
          </>
        ) : (
          <>
            <p>
              Nothing was found or entered yet. Filling it takes the permissions of a Member: ask one of{' '}
              {organization.name}.
            </p>
            <ImportFile key={row.networkId} row={row} mayImport={may.includes('planImport')} />
          </>
        )}
      </div>
    </section>
  );
}

/** The commands that discover a network, once and for good. */
function DiscoveryGuide({ start, row }: { start: Start; row: TopologyRow }) {
  const [ranges, setRanges] = useState(exampleRange);
  const { user, organization } = start.viewer;
  const subject = {
    origin: location.origin,
    email: user.email,
    organization: organization.name,
    network: row.network.name,
  };
  return (
    <>
      <p>
        Netloom finds what is on it: run this where Netloom is installed, on a machine in the network. Found machines
        are drawn here as they come.
      </p>
      <label>
        Ranges to scan{' '}
        <input
          type="text"
          value={ranges}
          spellcheck={false}
          autocomplete="off"
          aria-describedby="ranges-hint"
          aria-invalid={!areRanges(ranges)}
          onInput={({ currentTarget }) => setRanges(currentTarget.value)}
        />
      </label>
      <p class="quiet" id="ranges-hint">
        {areRanges(ranges)
          ? 'Such as 192.168.1.0/24, more than one with spaces between. Without any: the private subnets of that machine.'
          : 'These are no ranges: give addresses with the length of their prefix, such as 192.168.1.0/24.'}
      </p>
      {areRanges(ranges) && <Command text={discoverCommand(ranges, subject)} name="Discovery" />}
      {user.email === demoEmail ? (
        <p>
          It asks for an e-mail address and a password, and makes an account, an organization and a network of your own:
          into the demo, whose account everybody knows, no real network goes.
        </p>
      ) : (
        <p>
          It asks for the password of {user.email}, and makes the key of its daemon itself. Where it cannot ask, add{' '}
          <code>--key</code> with an API key of yours: <a href="/account#keys">make a key</a> with the permissions of a
          Member.
        </p>
      )}
      <p>
        For good, from any machine in the network, the agent asks Netloom for work. Its key is one of a daemon:{' '}
        <a href="/account#daemon-keys">make a daemon's key</a>.
      </p>
      <Command text={agentCommand(location.origin)} name="Agent" />
    </>
  );
}
