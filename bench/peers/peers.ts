// Measures the same queries on Netloom and on PostGraphile, with the same database and version of Node. Only Netloom
// checks authentication and tenancy.
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { ensureInstalled } from '../../test/support/installed-aside';
import type { BenchCase } from '../cases';
import { startChild } from '../children';
import { withBenchDatabase } from '../database';
import { assertSame, load, measureSides, type Compared, type Plan } from '../measure';
import { peerCases, rowsAlone } from './cases';

const peerCase = (name: string, query: string): BenchCase => ({
  name,
  requests: () => [{ method: 'POST', path: '/graphql', body: { query } }],
});

export interface Printed {
  readonly report: (line: string) => void;
  readonly print: (line: string) => void;
  readonly printCells: (cells: string[]) => void;
  readonly printCompared: (name: string, figures: Compared) => void;
}

/**
 * Compares Netloom with PostGraphile. The database has only one organization, because PostGraphile has no tenancy: it
 * would list and count the hosts of all organizations.
 */
export async function benchPeers(
  hosts: number,
  plan: Plan,
  { report, print, printCells, printCompared }: Printed,
): Promise<void> {
  const { folder, version } = installedPeers(report);
  await withBenchDatabase({ hosts, manyHosts: 0 }, report, async (database) => {
    const settings = { DATABASE_URL: database.url, RATE_LIMIT: 'off', LOG_LEVEL: 'warn', PEERS_DIR: folder };
    const netloom = await startChild('netloom-server.ts', settings, '/api/health');
    const postgraphile = await startChild('peers/postgraphile-server.ts', settings, '/').catch(
      async (error: unknown) => {
        await netloom.stop();
        throw error;
      },
    );
    const stop = () => Promise.all([netloom.stop(), postgraphile.stop()]);
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop());
    try {
      await netloom.settled();
      print(
        `Node ${process.versions.node}, PostGraphile ${version} (Amber), PostgreSQL ${database.version}, ${availableParallelism()} cores`,
      );
      printCells(['', 'Netloom  p50 / p99', 'PostGraphile', 'ratio']);
      for (const one of peerCases) {
        report(`${one.name} …`);
        const sides = [
          { url: netloom.url, asked: peerCase(one.name, one.netloom) },
          { url: postgraphile.url, asked: peerCase(one.name, one.postgraphile) },
        ] as const;
        await assertSame(
          sides.map(({ url, asked }) => ({ url, request: asked.requests(database.target, 0)[0]! })),
          database.target,
          rowsAlone,
        );
        const loads = sides.map(
          ({ url, asked }) =>
            (seconds: number) =>
              load(url, asked, database.target, seconds),
        );
        printCompared(one.name, await measureSides(plan, loads));
      }
    } finally {
      await stop();
    }
  });
}

/** PostGraphile is no package of the project, so it is installed here. Returns its folder and version. */
function installedPeers(report: (line: string) => void): { folder: string; version: string } {
  const neededFile = path.join('node_modules', 'postgraphile', 'package.json');
  const onInstall = () => report('Installing PostGraphile, about half a minute …');
  const folder = ensureInstalled({ source: __dirname, name: 'peers', needed: neededFile, onInstall });
  if (!folder) throw new Error('PostGraphile could not be installed: npm has said why');
  const { version } = JSON.parse(readFileSync(path.join(folder, neededFile), 'utf8')) as { version: string };
  return { folder, version };
}
