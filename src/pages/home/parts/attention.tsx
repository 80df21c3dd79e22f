// Lists problems that need attention: checks that fail, daemons that are silent or cannot be reached, and runs that
// failed in the last day.
import { agoWords } from '../../kit/ago-words';
import { isSilent } from '../../kit/daemon-silence';
import { Icon } from '../../kit/icons';
import { stateWords } from '../../kit/verdicts/verdict-words';
import { mapOfVerdict } from '../../kit/verdicts/view-of-check';
import { texts } from '../texts';
import type { Overview } from './network-rows';

/** Maximum number of silent daemons that the list names; the others are only counted. */
const mostNamed = 5;

interface Finding {
  readonly id: string;
  readonly words: string;
  readonly address: string;
}

function silentDaemons({ dashboardSummary }: Overview, nameOf: (networkId: string) => string, now: number): Finding[] {
  return dashboardSummary.daemons
    .filter(({ isUnreachable, standby, lastSeen }) => isUnreachable || (!standby && isSilent(lastSeen, now)))
    .map(({ id, name, networkId, lastSeen, isUnreachable }) => ({
      id,
      words: isUnreachable
        ? texts.unreachable(name, nameOf(networkId))
        : texts.silent(name, lastSeen === null ? null : agoWords(lastSeen, now), nameOf(networkId)),
      address: `/discovery/${networkId}/daemons`,
    }));
}

function failureReason(results: unknown): string | null {
  const { error, reason } = (results ?? {}) as { readonly error?: unknown; readonly reason?: unknown };
  return ([error, reason].find((text) => typeof text === 'string' && text !== '') as string | undefined) ?? null;
}

interface AttentionProps {
  readonly overview: Overview;
  readonly nameOf: (networkId: string) => string;
}

export function Attention({ overview, nameOf }: AttentionProps) {
  const silent = silentDaemons(overview, nameOf, Date.now());
  const { nodes, totalCount } = overview.failedRuns;
  const failed: Finding[] = nodes.map(({ id, networkId, daemon, runType }) => ({
    id,
    words: texts.failed(daemon.name, nameOf(networkId), failureReason(runType.results)),
    address: `/discovery/${networkId}/runs`,
  }));
  const { nodes: failingRows, totalCount: failingCount } = overview.failingChecks;
  const failing: Finding[] = failingRows.map((verdict) => ({
    id: verdict.id,
    words: texts.failingCheck(verdict.check.name, nameOf(verdict.networkId), stateWords(verdict)),
    address: mapOfVerdict(verdict),
  }));
  const findings = [...failing, ...silent.slice(0, mostNamed), ...failed];
  if (findings.length === 0)
    return <p class="quiet">{overview.dashboardSummary.daemons.length === 0 ? texts.noDaemons : texts.allWell}</p>;
  return (
    <ul class="findings">
      {findings.map(({ id, words, address }) => (
        <li key={id}>
          <Icon name="warning" />
          <span>{words}</span>
          <a href={address} aria-label={`${texts.look}: ${words}`}>
            {texts.look}
          </a>
        </li>
      ))}
      {failingCount > failing.length && <li>{texts.moreChecks(failingCount - failing.length)}</li>}
      {silent.length > mostNamed && <li>{texts.moreSilent(silent.length - mostNamed)}</li>}
      {totalCount > failed.length && <li>{texts.moreFailed(totalCount - failed.length)}</li>}
    </ul>
  );
}
