// Deletes, tags or merges many rows at once, and collects the reason for each row on which the action failed.
import {
  InventoryAddTagDocument,
  InventoryMergeHostsDocument,
  InventoryRemoveTagDocument,
} from '../../../generated/inventory-operations';
import { Refusal, type Document } from '../../kit/ask';
import { ask } from '../../kit/asking';
import type { FormDocuments } from '../address/form-facts';
import { refusalText } from '../forms/stored-row';
import { countWords } from '../texts';

export interface Outcome {
  /** A sentence about the result of the action, such as "Deleted: 3 hosts." */
  readonly words: string;
  /** The reason for each row on which the action failed, by row id. */
  readonly failures: ReadonlyMap<string, string>;
  /** Names of the rows in `failures`, by row id. */
  readonly titles?: ReadonlyMap<string, string>;
}

/** After this many refused rows, the whole deletion fails. */
const mostRefusals = 100;

interface Names {
  readonly singular: string;
  readonly plural: string;
}
export const countWithName = (count: number, { singular, plural }: Names): string =>
  `${countWords(count)} ${count === 1 ? singular : plural}`;

/**
 * Deletes rows. A request deletes either all of its rows or none, so a row that the API refuses is taken out of the
 * request, and the request is sent again.
 */
export async function deleteRows(
  removeMany: FormDocuments['removeMany'],
  ids: readonly string[],
  names: Names,
): Promise<Outcome> {
  const failures = new Map<string, string>();
  let rest = ids;
  while (rest.length > 0) {
    try {
      const { result } = await ask(removeMany, { ids: rest });
      const missing = result.requestedCount - result.deletedCount;
      const skipped = missing > 0 ? ` ${countWords(missing)} were not there any more.` : '';
      return { words: `Deleted: ${countWithName(result.deletedCount, names)}.${skipped}`, failures };
    } catch (error) {
      const id = error instanceof Refusal ? error.params.id : undefined;
      if (typeof id !== 'string' || !rest.includes(id) || failures.size === mostRefusals) throw error;
      failures.set(id, refusalText(error));
      rest = rest.filter((one) => one !== id);
    }
  }
  return { words: 'Nothing was deleted.', failures };
}

export async function tagRows(
  change: 'add' | 'remove',
  tagId: string,
  entityType: string,
  ids: readonly string[],
  names: Names,
): Promise<Outcome> {
  const document = change === 'add' ? InventoryAddTagDocument : InventoryRemoveTagDocument;
  const { result } = await ask(document as TagDocument, { input: { tagId, entityType, entityIds: ids } });
  const others = ids.length - result.affectedCount;
  const had = change === 'add' ? 'had it already' : 'did not have it';
  const verb = change === 'add' ? 'Added to' : 'Removed from';
  return {
    words: `${verb} ${countWithName(result.affectedCount, names)}.${others > 0 ? ` ${countWords(others)} ${had}.` : ''}`,
    failures: new Map(),
  };
}
type TagDocument = Document<{ readonly result: { readonly affectedCount: number } }, { readonly input: object }>;

/** Merges the hosts `others` into the host `destinationHostId`, one at a time. */
export async function mergeHosts(destinationHostId: string, others: readonly string[]): Promise<Outcome> {
  const failures = new Map<string, string>();
  let merged = 0;
  for (const otherHostId of others) {
    try {
      await ask(InventoryMergeHostsDocument, { destinationHostId, otherHostId });
      merged += 1;
    } catch (error) {
      if (!(error instanceof Refusal) || error.isSignedOut) throw error;
      failures.set(otherHostId, refusalText(error));
    }
  }
  return { words: `Merged: ${countWithName(merged, { singular: 'host', plural: 'hosts' })}.`, failures };
}
