// What devices answered to credentials in the last runs: the latest answer of each address to each credential.
import type { CredentialResult } from '../runs/run-record';

export interface Outcome extends CredentialResult {
  /** When the run ended. */
  readonly at: string;
}

interface RunOfResults {
  readonly at: string;
  readonly results: readonly CredentialResult[];
}

/** `runs` are the newest first. Within a run the last answer counts. */
export function latestOutcomes(runs: readonly RunOfResults[]): Outcome[] {
  const latest = new Map<string, Outcome>();
  for (const { at, results } of runs.toReversed())
    for (const result of results) latest.set(`${result.credentialId} ${result.address}`, { ...result, at });
  return [...latest.values()];
}

export const outcomesOf = (outcomes: readonly Outcome[], credentialId: string): Outcome[] =>
  outcomes.filter((one) => one.credentialId === credentialId);
