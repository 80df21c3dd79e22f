// Replaces the keys of findings by hashes, so that they reveal no ids of rows.
import { createHash } from 'node:crypto';
import type { Verdict } from './verdict';

/**
 * The verdict with a hash instead of each finding's key. A key contains ids of rows, and a caller may see the finding
 * after losing the right to read these rows.
 */
export const withOpaqueKeys = (verdict: Verdict): Verdict => ({
  ...verdict,
  findings: verdict.findings.map((finding) => ({ ...finding, key: opaqueKey(finding.key) })),
});

const opaqueKey = (key: string): string => createHash('sha256').update(key).digest('base64url').slice(0, 22);
