// A guide for an empty network: how to fill it by discovery, from a file, or by hand.
import { useState } from 'preact/hooks';
import { areRanges, demoEmail, discoverCommand } from '../../kit/commands';
import { currentTopology, type Start, type TopologyRow } from '../state/store';
import { Command } from './command';
import { ImportFile } from './import/import-file';
import { usePageState } from './use-page';

const exampleRange = '192.168.1.0/24';
/** The URL of an operation in the REST documentation. */
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
            <p>
              <a href={`/discovery/${row.networkId}/fill`}>Choose how to fill it</a>: by an agent on any machine of the
              network, from switches by SNMP, from a file, or by hand.
            </p>
            <DiscoveryGuide start={state.start} row={row} />
            <ImportFile key={row.networkId} row={row} mayImport={may.includes('planImport')} />
            {user.email === demoEmail && <p>The account of the demo is public: everyone can see what you import.</p>}
            <p>
              By hand: <a href={docsOf('Subnets', 'create_subnet')}>enter subnets</a> and{' '}
              <a href={docsOf('Hosts', 'create_host')}>hosts</a> over REST, or by mutations in{' '}
              <a href="/graphiql">GraphiQL</a>. The id of the network is <code>{row.networkId}</code>.
            </p>
          </>
        ) : (
          <>
            <p>
              Nothing was discovered or entered yet. Adding to it needs the role Member: ask a Member of{' '}
              {organization.name}.
            </p>
            <ImportFile key={row.networkId} row={row} mayImport={may.includes('planImport')} />
          </>
        )}
      </div>
    </section>
  );
}

/** Shows the commands with which the agent discovers a network, once or repeatedly. */
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
        Or discover it once: run this command where Netloom is installed, on a machine in the network. Machines appear
        here as they are found.
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
          ? 'For example 192.168.1.0/24. Separate several ranges with spaces. Leave empty for the private subnets of that machine.'
          : 'Not valid: enter addresses with a prefix length, for example 192.168.1.0/24.'}
      </p>
      {areRanges(ranges) && <Command text={discoverCommand(ranges, subject)} name="Discovery" />}
      {user.email === demoEmail ? (
        <p>
          It asks for an e-mail address and a password, and creates an account, an organization and a network for you:
          the account of the demo is public, so no real network is discovered into it.
        </p>
      ) : (
        <p>
          It asks for the password of {user.email}, and creates the key of its daemon. Where it cannot ask, add{' '}
          <code>--key</code> with an API key of yours: <a href="/account#keys">create a key</a> with the permissions of
          a Member.
        </p>
      )}
    </>
  );
}
