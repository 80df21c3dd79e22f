// Events of checks, discovery runs and daemons.
import type { DaemonFact, EventDraft, OtherFact, RunFact, VerdictFact } from './batch';
import { shortText, type Draft } from './drafts';
import type { EventParams } from './kinds';

const secondsBetween = (from: Date, to: Date): number =>
  Math.max(0, Math.round((to.getTime() - from.getTime()) / 1_000));

export const decideOthers = (facts: readonly OtherFact[], draft: Draft): EventDraft[] =>
  facts.map((fact) => {
    switch (fact.kind) {
      case 'CheckFailing':
      case 'CheckRecovered':
        return ofVerdict(fact, draft);
      case 'RunFinished':
      case 'RunFailed':
        return ofRun(fact, draft);
      case 'DaemonSilent':
      case 'DaemonBack':
        return ofDaemon(fact, draft);
    }
  });

function ofVerdict(fact: VerdictFact, draft: Draft): EventDraft {
  const { kind, id, at, checkId, severity, findingCount, failingSince } = fact;
  const check = shortText(fact.name);
  const common = { kind, at, subjectIds: [checkId], names: [check], causeIds: [id] };
  if (kind === 'CheckFailing')
    return draft({ ...common, severity, code: 'check_failing', params: { check, findings: findingCount } });
  const lasted: EventParams = failingSince
    ? { failingSince: failingSince.toISOString(), seconds: secondsBetween(failingSince, at) }
    : { seconds: 0 };
  return draft({ ...common, severity: 'Info', code: 'check_recovered', params: { check, ...lasted } });
}

function ofRun({ kind, id, at, name, hostsDiscovered, error }: RunFact, draft: Draft): EventDraft {
  const run = shortText(name);
  const common = { kind, at, subjectIds: [id], names: [run], causeIds: [id] };
  if (kind === 'RunFinished')
    return draft({ ...common, severity: 'Info', code: 'run_finished', params: { run, hosts: hostsDiscovered } });
  const params = { run, error: shortText(error ?? 'the reason is not known.') };
  return draft({ ...common, severity: 'Warning', code: 'run_failed', params });
}

function ofDaemon({ kind, id, at, name, hostId, silentSince }: DaemonFact, draft: Draft): EventDraft {
  const daemon = shortText(name);
  const since = silentSince.toISOString();
  const common = { kind, at, hostIds: [hostId], subjectIds: [id], names: [daemon], causeIds: [id] };
  if (kind === 'DaemonSilent')
    return draft({ ...common, severity: 'Critical', code: 'daemon_silent', params: { daemon, since } });
  const params = { daemon, silentSince: since, seconds: secondsBetween(silentSince, at) };
  return draft({ ...common, severity: 'Info', code: 'daemon_back', params });
}
