// A network after supposed changes: it is drawn and queried as the network itself is, and stored nowhere.
import { createHash } from 'node:crypto';
import { AppError } from '../../../errors';
import { fillSentence } from '../judging/texts';
import { changeErrorTexts, type Change, type ChangeError } from '../judging/supposing/changes';
import type { StateSource } from './drawn-inventory';
import { drawnNetwork, type DrawnNetwork, type GraphContext } from './inventory-cache';

/** The state after the changes. `at` is the instant of the state before: since then, what fails is down. */
export function supposedSource<Source extends StateSource>(
  source: Source,
  changes: readonly Change[],
  at: string,
): Source {
  const digest = createHash('sha256').update(JSON.stringify(changes)).digest('base64url');
  return { ...source, state: `${source.state} supposed ${digest}`, supposition: { of: source.state, changes, at } };
}

/** The network after the changes. If one of them is not possible, it is the network without them: see `changeErrors`. */
export function supposeNetwork(network: DrawnNetwork, changes: readonly Change[], context: GraphContext): DrawnNetwork {
  const at = context.sql.at ?? network.since;
  const { options, ...state } = supposedSource(network.source, changes, at.toISOString());
  return drawnNetwork({ ...state, since: network.since }, options, context);
}

/** The sentence of what is wrong with a change. */
export const changeSentence = ({ code, params }: ChangeError): string => fillSentence(changeErrorTexts[code], params);

/** Throws if a change that was possible is not so any more, because the network has changed in the meantime. */
export function assertPossible([error]: readonly ChangeError[]): void {
  if (error) throw new AppError('supposed_change_impossible', { index: error.at, reason: changeSentence(error) });
}
