// Collects the findings and the missing evidence of one check, and builds the verdict from them.
import { hash } from 'node:crypto';
import { byText } from '../graph/order';
import type { CheckKind } from './check-rules';
import type { FindingCode, FindingParams, MissingEvidenceCode } from './texts';
import { mostElementIds, mostFindings, type Finding, type FindingSubject, type Verdict } from './verdict';

interface Details<Code extends FindingCode> {
  readonly subject: FindingSubject;
  /** The row that the finding is about comes first. Duplicates, and ids beyond `mostElementIds`, are removed. */
  readonly elementIds: readonly string[];
  readonly params: FindingParams<Code>;
}

export interface Report {
  /** Adds to the number of rows that were judged. */
  addJudged(count: number): void;
  /**
   * Adds a finding. The code and `facts` are its key, by which it is recognized in later verdicts. `details` is called
   * only if the verdict lists the finding.
   */
  find<Code extends FindingCode>(
    code: Code,
    facts: readonly (string | number | null)[],
    details: () => Details<Code>,
  ): void;
  /** Adds missing evidence, with the id of the row for which it is missing. */
  lack(code: MissingEvidenceCode, elementId?: string): void;
  toVerdict(kind: CheckKind): Verdict;
}

interface Draft {
  readonly key: string;
  readonly make: () => Omit<Finding, 'key'>;
}

/** Maximum length of `facts` in a finding's key, in characters of JSON. If they are longer, the key has their hash. */
const longestFacts = 150;
/** Maximum number of findings in memory. Only the first `mostFindings`, by key, are needed for the verdict. */
const mostDrafts = 8 * mostFindings;

export const keyOf = (code: string, facts: readonly (string | number | null)[]): string => {
  const text = JSON.stringify(facts);
  return `${code} ${text.length > longestFacts ? hash('sha256', text, 'base64url') : text}`;
};

const firstDrafts = (drafts: readonly Draft[]): Draft[] =>
  [...drafts].sort((a, b) => byText(a.key, b.key)).slice(0, mostFindings);

export function createReport(): Report {
  let judged = 0;
  let findingCount = 0;
  let drafts: Draft[] = [];
  const missing = new Map<MissingEvidenceCode, Set<string>>();
  const lack = (code: MissingEvidenceCode, elementId?: string): void => {
    const elementIds = missing.get(code) ?? new Set<string>();
    missing.set(code, elementIds);
    if (elementId !== undefined) elementIds.add(elementId);
  };
  return {
    addJudged: (count) => void (judged += count),
    find(code, facts, details) {
      findingCount += 1;
      const make = () => {
        const { subject, elementIds, params } = details();
        return { code, subject, params, elementIds: [...new Set(elementIds)].slice(0, mostElementIds) };
      };
      drafts.push({ key: keyOf(code, facts), make });
      if (drafts.length >= mostDrafts) drafts = firstDrafts(drafts);
    },
    lack,
    toVerdict(kind) {
      if (judged === 0 && findingCount === 0 && missing.size === 0) lack('nothing_selected');
      return {
        kind,
        state: findingCount > 0 ? 'Failing' : missing.size > 0 ? 'Unknown' : 'Passing',
        judged,
        findingCount,
        findings: firstDrafts(drafts).map(({ key, make }) => ({ ...make(), key })),
        missing: [...missing]
          .sort(([one], [other]) => byText(one, other))
          .map(([code, ids]) => ({
            code,
            params: { count: ids.size },
            elementIds: [...ids].sort(byText).slice(0, mostElementIds),
          })),
      };
    },
  };
}
