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
import { texts } from '../page-texts';

const words: Readonly<Record<string, string>> = {
  rescan_no_daemon: texts.rescan.noDaemonReaches,
  discovery_session_active: texts.rescan.daemonScansSingle,
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
      notice(texts.rescan.isScannedAgain(name));
    } catch (error) {
      notice(rescanProblem(error));
    }
    setBusy(false);
  };
  return (
    <button
      type="button"
      class="link"
      aria-label={texts.rescan.scanAgain(name)}
      disabled={isBusy}
      onClick={() => void rescan()}
    >
      {texts.rescan.scanAgain2}
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
    <Opened title={texts.rescan.scanOneHostAgain}>
      {() => (
        <>
          <Form button={texts.rescan.findTheHost} send={find}>
            <Field name="search" label={texts.rescan.nameOrAddress} required maxLength={200} />
          </Form>
          <div role="status">
            {matches && (
              <p>
                {matches.totalCount === 0
                  ? texts.rescan.noHost(matches.search)
                  : texts.rescan.found(matches.totalCount, matches.search)}
              </p>
            )}
          </div>
          {matches && matches.hosts.length > 0 && (
            <ul class="hosts" aria-label={texts.rescan.hostsFound}>
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
            <p class="quiet">{texts.rescan.onlyTheFirst(matches.hosts.length)}</p>
          )}
        </>
      )}
    </Opened>
  );
}
