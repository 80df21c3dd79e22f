// Creates suggested checks, except those that the network already has, in one transaction.
import { requireScope } from '../../../data/tenancy/rows';
import type { ScopedDb } from '../../../data/tenancy/scoped-db';
import type { Viewer } from '../../../data/tenancy/viewer';
import type { NamedSuggestion } from '../answers/checks/judge-checks';
import { insertChecks } from './check.actions';
import { requestJudging } from './check-locks.sql';
import { isOffered } from './check-kinds';
import { demandText } from './check-selection';

/**
 * Creates checks from suggestions and resolves with the ids of the created checks. Skips a suggestion if the network
 * has a check with the same rule and selection, even under another name.
 */
export async function createSuggested(
  db: ScopedDb,
  viewer: Viewer,
  networkId: string,
  suggestions: readonly NamedSuggestion[],
): Promise<string[]> {
  requireScope(viewer, { networkId });
  return db.$transaction(async (tx) => {
    const where = { OR: [{ allNetworks: true }, { scope: { some: { networkId } } }] };
    const stored = await tx.check.findMany({ where, select: { kind: true, rule: true, selection: true } });
    const present = new Set(stored.map(demandText));
    const missing = suggestions.flatMap(({ name, severity, selection, rule }) => {
      const { kind, ...parameters } = rule;
      const demand = { kind, rule: parameters, selection };
      return isOffered(kind) && !present.has(demandText(demand)) ? [{ ...demand, kind, name, severity }] : [];
    });
    const ids = await insertChecks(tx, viewer, missing, { allNetworks: false, networkIds: [networkId] });
    await requestJudging(tx, viewer, [networkId]);
    return ids;
  });
}
