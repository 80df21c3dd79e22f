// Reads the verdicts of a network's checks from the service: the stored verdicts, or verdicts after supposed changes.
import { z } from 'zod';
import { Failure } from '../agent/failure';
import type { AskRest, Network } from '../agent/user-key';
import type { CheckResult } from './check-result';

const state = z.enum(['Passing', 'Failing', 'Unknown']);
const checkForm = z.object({ id: z.string(), name: z.string(), severity: z.string(), is_muted: z.boolean() });
const sentences = z.array(z.object({ message: z.string(), is_accepted: z.boolean().optional() }));
const evidence = z.array(z.object({ code: z.string(), message: z.string() }));
const detailForm = z.object({ findings: sentences, missing: evidence });
const verdictForm = detailForm.extend({
  ...{ check_id: z.string(), state, since: z.string(), since_is_at_least: z.boolean() },
});
const supposedForm = detailForm.extend({ state });
const topologyForm = z.object({ id: z.string(), snapshot_id: z.string().nullable() });
const whatIfForm = z.object({
  what_if: z.object({
    errors: z.array(z.object({ index: z.number(), message: z.string() })),
    impact: z.object({ unreachable_count: z.number() }).nullable(),
    checks: z
      .array(
        z.object({
          check: checkForm.omit({ id: true }).nullable(),
          new_findings: z.array(z.unknown()),
          before: z.object({ state }),
          after: supposedForm,
        }),
      )
      .nullable(),
  }),
});

export interface Results {
  readonly results: readonly CheckResult[];
  /** Lines to print before the checks: the number of supposed changes and their effect on the network. */
  readonly summary?: readonly string[];
}

const sentencesOf = ({ findings, missing }: z.output<typeof detailForm>): readonly string[] =>
  [...findings.filter(({ is_accepted }) => !is_accepted), ...missing].map(({ message }) => message);

/** Resolves with the checks of a network and their stored verdicts. */
export async function readResults(ask: AskRest, { id: networkId }: Network): Promise<Results> {
  const checks = z.array(checkForm).parse(await ask('GET', `/checks?enabled=true&network_ids=${networkId}&limit=0`));
  const route = `/check-verdicts?network_id=${networkId}&with_findings=true&limit=0`;
  const verdicts = z.array(verdictForm).parse(await ask('GET', route));
  const verdictOf = new Map(verdicts.map((verdict) => [verdict.check_id, verdict]));
  const results = checks.map(({ id, name, severity, is_muted: isMuted }): CheckResult => {
    const verdict = verdictOf.get(id);
    return {
      ...{ name, severity, isMuted, state: verdict?.state ?? 'NotJudged' },
      since: verdict ? `${verdict.since_is_at_least ? 'at least ' : ''}${verdict.since}` : null,
      sentences: verdict && verdict.state !== 'Passing' ? sentencesOf(verdict) : [],
    };
  });
  return { results };
}

/**
 * The service gives this code in `missing` for a check with a query: queries read stored rows, which supposed changes
 * do not affect.
 */
const readsRealNetwork = 'query_reads_no_supposition';

/** Returns the state of a check after supposed changes; `NotSupposed` for a check with a query. */
const supposedState = ({ state: reportedState, missing }: z.output<typeof supposedForm>): CheckResult['state'] =>
  reportedState === 'Unknown' && missing.some(({ code }) => code === readsRealNetwork) ? 'NotSupposed' : reportedState;

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** Resolves with the verdicts that the checks of a network would have after the changes, and with a summary. */
export async function supposeResults(ask: AskRest, { id }: Network, changes: readonly unknown[]): Promise<Results> {
  const topologies = z.array(topologyForm).parse(await ask('GET', `/topology?network_id=${id}&limit=0`));
  const live = topologies.find(({ snapshot_id }) => snapshot_id === null);
  if (!live) throw new Failure('usage', 'The network has no topology.');
  const { what_if } = whatIfForm.parse(await ask('POST', `/topology/${live.id}/what-if`, { body: { changes } }));
  const { errors, checks, impact } = what_if;
  if (errors.length > 0) {
    const lines = errors.map(({ index, message }) => `Change ${index + 1} is not possible: ${message}`);
    throw new Failure('usage', lines.join('\n'));
  }
  const results = (checks ?? []).flatMap(({ check, after }): CheckResult[] => {
    if (!check) return [];
    const { name, severity, is_muted: isMuted } = check;
    const shownSentences = after.state === 'Passing' ? [] : sentencesOf(after);
    return [{ ...{ name, severity, isMuted, state: supposedState(after), since: null }, sentences: shownSentences }];
  });
  const differing = (checks ?? []).filter(
    ({ before, after, new_findings }) => before.state !== after.state || new_findings.length > 0,
  ).length;
  const cutOff = impact?.unreachable_count ?? 0;
  const summary = [`  what if: ${counted(changes.length, 'change')}, ${counted(cutOff, 'device')} cut off`];
  return { results, summary: [...summary, `  checks that say something else: ${differing}`] };
}
