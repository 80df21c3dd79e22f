// A guide for an empty network: how to fill it by discovery, from a file, or by hand.
import { useState } from 'preact/hooks';
import { areRanges, demoEmail, discoverCommand } from '../../kit/commands';
import { currentTopology, type Start, type TopologyRow } from '../state/store';
import { Command } from './command';
import { ImportFile } from './import/import-file';
import { usePageState } from './use-page';
import { texts } from './texts';

const exampleRange = '192.168.1.0/24';

export function Guide() {
  const state = usePageState();
  const row = currentTopology(state);
  if (!row || !state.start) return null;
  const { user, organization, may } = state.start.viewer;
  const isFilledByViewer = may.includes('createDaemonApiKey');
  return (
    <section class="guide" aria-labelledby="guide">
      <div>
        <h2 id="guide">{texts.guide.isEmpty(row.network.name)}</h2>
        {isFilledByViewer ? (
          <>
            <p>
              <a href={`/discovery/${row.networkId}/fill`}>{texts.guide.chooseHowToFill}</a>
              {texts.guide.byAnAgent}
            </p>
            <DiscoveryGuide start={state.start} row={row} />
            <ImportFile key={row.networkId} row={row} mayImport={may.includes('planImport')} />
            {user.email === demoEmail && <p>{texts.guide.theAccount}</p>}
            <p>
              {texts.guide.byHand} <a href={`/inventory/${row.networkId}/subnets/new`}>{texts.guide.enterASubnet}</a>
              {texts.guide.then} <a href={`/inventory/${row.networkId}/hosts/new`}>{texts.guide.enterAHost}</a>.
            </p>
          </>
        ) : (
          <>
            <p>{texts.guide.nothingWasDiscovered(organization.name)}</p>
            <ImportFile key={row.networkId} row={row} mayImport={may.includes('planImport')} />
          </>
        )}
      </div>
    </section>
  );
}

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
      <p>{texts.guide.orDiscoverItOnce}</p>
      <label>
        {texts.guide.rangesToScan}{' '}
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
        {areRanges(ranges) ? texts.guide.forExample192168 : texts.guide.notValidEnterAddresses}
      </p>
      {areRanges(ranges) && <Command text={discoverCommand(ranges, subject)} name={texts.guide.discovery} />}
      {user.email === demoEmail ? (
        <p>{texts.guide.itAsks}</p>
      ) : (
        <p>
          {texts.guide.itAsks2(user.email)} <code>--key</code> {texts.guide.withAnApiKey}{' '}
          <a href="/account#keys">{texts.guide.createAKey}</a> {texts.guide.withThePermissions}
        </p>
      )}
    </>
  );
}
