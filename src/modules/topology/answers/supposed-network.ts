// A network with supposed (what-if) changes. Its graphs are built and queried as those of any network; nothing is
// stored.
import { createHash } from 'node:crypto';
import { AppError } from '../../../errors';
import { fillSentence } from '../judging/texts';
import { changeErrorTexts, type Change, type ChangeError } from '../judging/supposing/changes';
import type { StateSource } from './drawn-inventory';
import { drawnNetwork, type DrawnNetwork, type GraphContext } from './inventory-cache';

/**
 * Adds supposed (what-if) changes to a state of a network. `at` is the instant since when failed hosts and ports are
 * down.
 */
export function supposedSource<Source extends StateSource>(
  source: Source,
  changes: readonly Change[],
  at: string,
): Source {
  const digest = createHash('sha256').update(JSON.stringify(changes)).digest('base64url');
  return { ...source, state: `${source.state} supposed ${digest}`, supposition: { of: source.state, changes, at } };
}

/**
 * The network with the supposed changes. If a change cannot be applied, none is: `changeErrors` then has the reasons.
 */
export function supposeNetwork(network: DrawnNetwork, changes: readonly Change[], context: GraphContext): DrawnNetwork {
  const at = context.sql.at ?? network.since;
  const { options, ...state } = supposedSource(network.source, changes, at.toISOString());
  return drawnNetwork({ ...state, since: network.since }, options, context);
}

/** The sentence that says why a change cannot be applied. */
export const changeSentence = ({ code, params }: ChangeError): string => fillSentence(changeErrorTexts[code], params);

/**
 * Throws if one of the supposed changes cannot be applied, for example because its host was deleted in the meantime.
 */
export function assertPossible([error]: readonly ChangeError[]): void {
  if (error) throw new AppError('supposed_change_impossible', { index: error.at, reason: changeSentence(error) });
}
