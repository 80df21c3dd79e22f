// Chooses the account that runs PostgreSQL: the current one, or an unprivileged one if the current one is root.
import { spawnSync } from 'node:child_process';
import { lstatSync, statSync } from 'node:fs';
import { StartError } from '../start-error';

export interface Account {
  readonly uid: number;
  readonly gid: number;
}

const ownName = 'netloom';

function lookUp(name: string): Account | undefined {
  const [uid, gid] = ['-u', '-g'].map((flag) => spawnSync('id', [flag, name], { encoding: 'utf8' }).stdout?.trim());
  return uid && gid && Number(uid) !== 0 ? { uid: Number(uid), gid: Number(gid) } : undefined;
}

function create(): Account | undefined {
  // A system account without a password, shell, home folder, or access to files of other accounts.
  spawnSync('useradd', [
    '--system',
    '--user-group',
    '--no-create-home',
    '--home-dir=/nonexistent',
    '--shell=/usr/sbin/nologin',
    ownName,
  ]);
  return lookUp(ownName);
}

/**
 * The account for the database in a folder; undefined for the current account. PostgreSQL refuses to run as root, and
 * an existing database keeps its owner.
 */
export function chooseAccount(clusterDir: string): Account | undefined {
  const ownUid = process.getuid?.();
  const owner = statSync(clusterDir, { throwIfNoEntry: false });
  if (ownUid !== 0) {
    if (owner && ownUid !== undefined && owner.uid !== ownUid) {
      throw new StartError(
        `The database in ${clusterDir} belongs to another user (id ${owner.uid}): start as that user or as root, or set DATA_DIR.`,
      );
    }
    return undefined;
  }
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const account = lookUp(ownName) ?? create() ?? lookUp('postgres') ?? lookUp('_postgres') ?? lookUp('nobody');
  if (account) return account;
  throw new StartError(
    'PostgreSQL refuses to run as root, and no account could be made for it: start as another user or set DATABASE_URL.',
  );
}

/** Whether an account may access a path. The system is asked, because access depends on more than mode bits. */
export function accountMay(account: Account, test: 'enter' | 'run', file: string): boolean {
  const command = test === 'enter' ? 'cd -- "$1"' : 'test -r "$1" && test -x "$1"';
  return spawnSync('/bin/sh', ['-c', command, 'sh', file], { ...account, cwd: '/', stdio: 'ignore' }).status === 0;
}

export function isSymbolicLink(file: string): boolean {
  return lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
}
