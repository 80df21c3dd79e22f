// Finds the latest response of each device to each credential in the last discovery runs.
import type { CredentialResult } from '../runs/run-record';

export interface Outcome extends CredentialResult {
  /** The time when the run ended. */
  readonly at: string;
}

interface RunOfResults {
  readonly at: string;
  readonly results: readonly CredentialResult[];
}

/** Finds the latest result of each credential at each IP address. `runs` must be sorted newest first. */
export function latestOutcomes(runs: readonly RunOfResults[]): Outcome[] {
  const latest = new Map<string, Outcome>();
  for (const { at, results } of runs.toReversed())
    for (const result of results) latest.set(`${result.credentialId} ${result.address}`, { ...result, at });
  return [...latest.values()];
}

export const filterOutcomes = (outcomes: readonly Outcome[], credentialId: string): Outcome[] =>
  outcomes.filter((one) => one.credentialId === credentialId);
