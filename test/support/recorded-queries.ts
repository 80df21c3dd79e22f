// Counts the SQL statements that a block of a test makes the database run.
import type { Prisma } from '../../src/generated/prisma/client';

export interface Recorder {
  readonly record: (query: Prisma.QueryEvent) => void;
  /** The statements sent while `work` ran, in order; nothing else may use the world meanwhile. */
  during(work: () => Promise<unknown>): Promise<string[]>;
  /** How many statements `work` needs: the least of some runs, since a busy machine may read one batch of rows in two. */
  needed(work: () => Promise<unknown>): Promise<number>;
}

// Renewals of sessions and last-used times of keys are written in the background, at any moment.
export const isBackground = (sql: string): boolean =>
  /^\s*UPDATE\s+("public"\.)?"?(sessions|user_api_keys|daemon_api_keys)\b/.test(sql);

export function createRecorder(): Recorder {
  let recorded: string[] | undefined;
  const during: Recorder['during'] = async (work) => {
    const statements: string[] = (recorded = []);
    try {
      await work();
    } finally {
      recorded = undefined;
    }
    return statements;
  };
  return {
    record: ({ query }) => void (isBackground(query) || recorded?.push(query)),
    during,
    async needed(work) {
      const counts: number[] = [];
      for (let run = 0; run < 5; run += 1) counts.push((await during(work)).length);
      return Math.min(...counts);
    },
  };
}
