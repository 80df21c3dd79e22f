// Hides what the keys of findings are made of.
import { createHash } from 'node:crypto';
import type { Verdict } from './verdict';

/** A key has ids of rows, which may leave the reach of a caller who sees the finding: callers get its hash. */
export const withOpaqueKeys = (verdict: Verdict): Verdict => ({
  ...verdict,
  findings: verdict.findings.map((finding) => ({ ...finding, key: opaqueKey(finding.key) })),
});

const opaqueKey = (key: string): string => createHash('sha256').update(key).digest('base64url').slice(0, 22);
