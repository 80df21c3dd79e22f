// Counts the SQL statements that the database runs for a part of a test.
import type { Prisma } from '../../src/generated/prisma/client';

export interface Recorder {
  readonly record: (query: Prisma.QueryEvent) => void;
  /**
   * Returns the statements that are sent while `work` runs, in order. No other code may use the world during this time.
   */
  during(work: () => Promise<unknown>): Promise<string[]>;
  /**
   * Returns the number of statements that `work` needs: the minimum of several runs. A run may need more: on a busy
   * machine, one batch of rows may be read in two parts, and a poll of another suite may still be running.
   */
  countNeeded(work: () => Promise<unknown>): Promise<number>;
}

// Whether the statement renews a session or stores the time of a key's last use. The service sends such statements in
// the background at any time.
export const isBackground = (sql: string): boolean =>
  /^\s*(WITH unlocked AS [^]*)?UPDATE\s+("public"\.)?"?(sessions|user_api_keys|daemon_api_keys)\b/.test(sql);

export function createRecorder(): Recorder {
  let recordedTexts: string[] | undefined;
  const during: Recorder['during'] = async (work) => {
    const statements: string[] = (recordedTexts = []);
    try {
      await work();
    } finally {
      recordedTexts = undefined;
    }
    return statements;
  };
  return {
    record: ({ query }) => void (isBackground(query) || recordedTexts?.push(query)),
    during,
    async countNeeded(work) {
      const counts: number[] = [];
      for (let run = 0; run < 5; run += 1) counts.push((await during(work)).length);
      return Math.min(...counts);
    },
  };
}
