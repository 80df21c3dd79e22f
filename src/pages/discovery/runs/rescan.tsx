// Scans single hosts again, by a button next to a host or by searching for a host.
import { useState } from 'preact/hooks';
import {
  DiscoveryPageFindHostsDocument,
  DiscoveryPageRescanDocument,
} from '../../../generated/discovery-page-operations';
import { Refusal } from '../../kit/ask';
import { ask, errorText } from '../../kit/asking';
import { Field, Form, readText } from '../../kit/sections/form';
import { Opened } from '../../kit/sections/rows';
import { useHere } from '../parts/here';

const words: Readonly<Record<string, string>> = {
  rescan_no_daemon:
    'No daemon reaches this host: none has an interface in a subnet of it, or the one that saw it is too old for that.',
  discovery_session_active: 'The daemon scans single hosts already. Wait until that run has ended, or stop it.',
};

const rescanProblem = (error: unknown): string =>
  (error instanceof Refusal ? words[error.code] : undefined) ?? errorText(error);

export function RescanButton({ id, name }: { readonly id: string; readonly name: string }) {
  const { may, notice } = useHere();
  const [isBusy, setBusy] = useState(false);
  if (!may('rescanHosts')) return null;
  const rescan = async () => {
    setBusy(true);
    try {
      await ask(DiscoveryPageRescanDocument, { ids: [id] });
      notice(`${name} is scanned again.`);
    } catch (error) {
      notice(rescanProblem(error));
    }
    setBusy(false);
  };
  return (
    <button
      type="button"
      class="link"
      aria-label={`Scan again: ${name}`}
      disabled={isBusy}
      onClick={() => void rescan()}
    >
      Scan again
    </button>
  );
}

interface Matches {
  readonly search: string;
  readonly totalCount: number;
  readonly hosts: readonly { readonly id: string; readonly displayName: string; readonly endpoint: string | null }[];
}

export function RescanForm() {
  const { network, may } = useHere();
  const [matches, setMatches] = useState<Matches | null>(null);
  if (!may('rescanHosts')) return null;
  const find = async (values: FormData) => {
    const search = readText(values, 'search').trim();
    const { hosts } = await ask(DiscoveryPageFindHostsDocument, { networkId: network.id, search });
    setMatches({ search, totalCount: hosts.totalCount, hosts: hosts.nodes });
  };
  return (
    <Opened title="Scan one host again">
      {() => (
        <>
          <Form button="Find the host" send={find}>
            <Field name="search" label="Name or address of the host" required maxLength={200} />
          </Form>
          <div role="status">
            {matches && (
              <p>
                {matches.totalCount === 0
                  ? `No host has “${matches.search}” in its name, or this address.`
                  : `${matches.totalCount} found for “${matches.search}”.`}
              </p>
            )}
          </div>
          {matches && matches.hosts.length > 0 && (
            <ul class="hosts" aria-label="Hosts found">
              {matches.hosts.map(({ id, displayName, endpoint }) => (
                <li key={id}>
                  <bdi>{displayName}</bdi>
                  {endpoint !== null && endpoint !== displayName && <span class="quiet"> {endpoint}</span>}{' '}
                  <RescanButton id={id} name={displayName} />
                </li>
              ))}
            </ul>
          )}
          {matches && matches.totalCount > matches.hosts.length && (
            <p class="quiet">Only the first {matches.hosts.length} are listed: type more of the name.</p>
          )}
        </>
      )}
    </Opened>
  );
}
