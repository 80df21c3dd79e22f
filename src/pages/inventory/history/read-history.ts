// Reads the history of a row, page by page, newest first.
import { InventoryHistoryDocument, type InventoryKind } from '../../../generated/inventory-operations';
import { Refusal } from '../../kit/ask';
import { ask } from '../../kit/asking';
import type { Kind, RevisionPage } from '../address/kinds-by-list';

export type Revision = RevisionPage['nodes'][number];
export type FieldChange = Revision['fields'][number];

/** The number of states of a row in one page of its history. */
const pageStates = 20;
const noStates: RevisionPage = { totalCount: 0, pageInfo: { hasNextPage: false, endCursor: null }, nodes: [] };

/**
 * Reads a page of a row's history after the cursor `after`. If `at` is given, later changes are left out. The result is
 * empty if the viewer was never allowed to read the row.
 */
export async function readRevisions(
  kind: Kind,
  id: string,
  at: string | null,
  after: string | null,
): Promise<{ readonly list: RevisionPage }> {
  const page = { id, first: pageStates, after };
  try {
    if (kind.historyKind !== null)
      return await ask(InventoryHistoryDocument, { ...page, kind: kind.historyKind as InventoryKind }, { at });
    const { one } = await ask(kind.historyDocument!, page, { at });
    return { list: one.history };
  } catch (error) {
    if (error instanceof Refusal && error.isGone) return { list: noStates };
    throw error;
  }
}
