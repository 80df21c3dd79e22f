// The files of the embedded database: where they are, their creation, and the database password.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { accountMay, type Account, chooseAccount, isSymbolicLink } from './account';
import { type Binaries, findBinaries, publicHome } from './binaries';
import { type Report, StartError } from '../start-error';

/** Name of the service's role and of its database. */
export const ownName = 'netloom';

export interface Cluster {
  /** The real path of the data folder, which is PostgreSQL's working directory. */
  readonly dir: string;
  readonly account: Account | undefined;
  readonly binaries: Binaries;
  readonly password: string;
  /** PostgreSQL's log file. */
  readonly logFile: string;
}

/** Environment of PostgreSQL programs, without the service's settings and secrets. */
export const plainEnvironment: NodeJS.ProcessEnv = { LC_ALL: 'C', TZ: 'UTC' };

async function runProgram(program: string, args: string[], account: Account | undefined, input = ''): Promise<void> {
  const child = spawn(program, args, { ...account, cwd: '/', env: plainEnvironment, stdio: ['pipe', 'pipe', 'pipe'] });
  const output: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => output.push(chunk));
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code === 0) return;
  const words = Buffer.concat(output).toString().trim().split('\n');
  const reason = words.find((line) => /error|fatal|panic|could not/i.test(line)) ?? words.at(-1) ?? '';
  throw new StartError(`The embedded database could not be made: ${reason.trim()}`);
}

function chownBelow(folder: string, { uid, gid }: Account): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) chownBelow(file, { uid, gid });
    else if (!entry.isSymbolicLink()) chownSync(file, uid, gid);
  }
  chownSync(folder, uid, gid);
}

/**
 * Creates a database in a temporary folder, then renames the folder, so that an interrupted start leaves no partial
 * database.
 */
async function create(target: string, account: Account | undefined, binaries: Binaries, durable: boolean) {
  const dir = `${target}.${randomBytes(4).toString('hex')}.new`;
  try {
    mkdirSync(dir, { mode: 0o700 });
    if (account) chownSync(dir, account.uid, account.gid);
    await runProgram(
      binaries.initdb,
      [
        `--pgdata=${dir}`,
        '--username=postgres',
        '--auth=reject',
        '--encoding=UTF8',
        // With this locale, the database sorts by code point on every machine, and supports all alphabets in ILIKE and
        // lower().
        '--locale=C',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        ...(durable ? [] : ['--no-sync']),
      ],
      account,
    );
    const password = randomBytes(24).toString('base64url');
    await runProgram(
      binaries.postgres,
      ['--single', '-D', dir, '-c', 'exit_on_error=true', '-c', `fsync=${durable ? 'on' : 'off'}`, 'postgres'],
      account,
      `CREATE ROLE ${ownName} LOGIN CREATEDB PASSWORD '${password}'\nCREATE DATABASE ${ownName} OWNER ${ownName}\n`,
    );
    writeFileSync(path.join(dir, 'pg_hba.conf'), `host all ${ownName} 127.0.0.1/32 scram-sha-256\n`);
    writeFileSync(path.join(dir, 'netloom.json'), `${JSON.stringify({ password })}\n`, { mode: 0o600 });
    if (account) chownSync(path.join(dir, 'netloom.json'), account.uid, account.gid);
    renameSync(dir, target);
  } catch (error) {
    rmSync(dir, { recursive: true, force: true });
    // A concurrent first start has created the database before this one, so that database is used.
    if (!existsSync(path.join(target, 'PG_VERSION'))) throw error;
  }
}

function makeDataDir(dataDir: string): void {
  if (existsSync(dataDir)) return;
  try {
    const first = mkdirSync(dataDir, { recursive: true }) ?? dataDir;
    if (process.getuid?.() !== 0) return;
    // Lets the database account pass through folders that root's umask would close. The account still cannot list the
    // folders.
    for (let folder = dataDir; folder.length >= first.length; folder = path.dirname(folder)) chmodSync(folder, 0o711);
  } catch (error) {
    throw new StartError(`The data folder ${dataDir} cannot be made: ${(error as Error).message}.`);
  }
}

/**
 * The folder for the database. If the database account cannot enter root's private folders, the database is stored
 * elsewhere and linked.
 */
function placeFor(link: string, dataDir: string, account: Account | undefined, report: Report): string {
  if (!account || accountMay(account, 'enter', dataDir)) return link;
  const home = path.join(publicHome, `data-${randomBytes(6).toString('hex')}`);
  mkdirSync(home, { recursive: true, mode: 0o755 });
  chmodSync(publicHome, 0o755);
  chmodSync(home, 0o711);
  report(`Only root can enter ${dataDir}: the database goes to ${home}, and ${link} is a link to it.`);
  return path.join(home, 'postgres');
}

/** Opens the database in a data folder. If there is no database, it is created. */
export async function openCluster(dataDir: string, durable: boolean, report: Report): Promise<Cluster> {
  makeDataDir(dataDir);
  const link = path.join(dataDir, 'postgres');
  if (isSymbolicLink(link) && !existsSync(link)) {
    throw new StartError(`${link} is a link to a database that is gone: remove the link to start with an empty one.`);
  }
  const account = chooseAccount(link);
  const binaries = findBinaries(account, dataDir, report);
  if (!existsSync(link)) {
    report('Making the embedded database …');
    const place = placeFor(link, dataDir, account, report);
    await create(place, account, binaries, durable);
    if (place !== link) {
      try {
        symlinkSync(place, link);
      } catch (error) {
        rmSync(path.dirname(place), { recursive: true, force: true });
        if (!existsSync(link)) throw error;
      }
    }
  }
  const dir = realpathSync(link);
  if (account && !accountMay(account, 'enter', dir)) {
    chownBelow(dir, account);
    if (!accountMay(account, 'enter', dir)) {
      throw new StartError(
        `The account that PostgreSQL runs as (id ${account.uid}) cannot reach ${dir}: let others pass the folders above it (chmod o+x), or set DATA_DIR.`,
      );
    }
  }
  const { password, majorVersion } = readMarks(dir);
  if (majorVersion !== binaries.majorVersion) {
    throw new StartError(
      `The database in ${dir} was made by PostgreSQL ${majorVersion}, this Netloom brings ${binaries.majorVersion}: dump it with the old version, or set another DATA_DIR.`,
    );
  }
  return { dir, account, binaries, password, logFile: path.join(dataDir, 'postgres.log') };
}

function readMarks(dir: string): { password: string; majorVersion: number } {
  try {
    const { password } = JSON.parse(readFileSync(path.join(dir, 'netloom.json'), 'utf8')) as { password: string };
    return { password, majorVersion: Number.parseInt(readFileSync(path.join(dir, 'PG_VERSION'), 'utf8'), 10) };
  } catch (error) {
    throw new StartError(
      `${dir} does not hold a database of Netloom (${(error as Error).message}): move it away or set another DATA_DIR.`,
    );
  }
}
