// Opens the database for a command. If no running service uses the embedded database, its server is started for the
// command.
import { openCluster, ownName } from './cluster';
import { tryLock } from './data-folder-lock';
import { refuseSecondServer, startEmbeddedPostgres } from './embedded-postgres';
import { findPostmaster } from './postmaster';

type Database =
  { readonly kind: 'embedded'; readonly dataDir: string } | { readonly kind: 'external'; readonly url: string };

export async function openForCommand(
  database: Database,
  say: (line: string) => void,
): Promise<{ url: string; close: () => Promise<void> }> {
  if (database.kind === 'external') return { url: database.url, close: async () => undefined };
  const { dataDir } = database;
  const cluster = await openCluster(dataDir, true, say);
  // The process id in `postmaster.pid` of a server in another container may belong to some program here.
  // `findPostmaster` would take the file for a stale one and delete it, and a second server would start.
  await refuseSecondServer(cluster, dataDir);
  const running = findPostmaster(cluster.dir);
  if (running?.status === 'ready') {
    const url = `postgresql://${ownName}:${cluster.password}@127.0.0.1:${running.port}/${ownName}`;
    const outcome = await tryLock(url, 'shared');
    if (outcome.kind === 'held') await outcome.lock.release();
    if (outcome.kind === 'taken') return { url, close: async () => undefined };
  }
  say('Starting PostgreSQL …');
  const postgres = await startEmbeddedPostgres({ dataDir, report: say });
  return { url: postgres.url, close: () => postgres.stop() };
}
