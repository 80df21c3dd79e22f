import type { CopyCounts } from './target.sql';

/** The text that the command prints at the end of a copy: numbers of rows, tables and secrets. */
export function describeCopy({ tableCount, rowCount, skippedCount, sealedCount, closedCount }: CopyCounts): string {
  const skipped = skippedCount === 0 ? '' : ` (${skippedCount} tables had their rows already)`;
  const closed =
    closedCount === 0 ? '' : ` ${closedCount} secrets are encrypted with an unknown key and have to be entered again.`;
  return `Copied and compared ${rowCount} rows of ${tableCount} tables${skipped}. Encrypted ${sealedCount} secrets anew.${closed}`;
}
