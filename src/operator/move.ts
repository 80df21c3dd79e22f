// `npm run move`: copies an installation from the embedded database into an empty PostgreSQL database, or moves one
// organization into the database of another service.
import { parseArgs } from 'node:util';
import { type Config, ConfigError, loadConfig } from '../config';
import { openConnection } from '../platform/postgres/connect';
import { startEmbeddedPostgres } from '../platform/postgres/embedded/embedded-postgres';
import { openForCommand } from '../platform/postgres/embedded/open-for-command';
import { readSecretsKey } from '../platform/postgres/embedded/secrets-key-file';
import type { Report } from '../platform/postgres/start-error';
import { isUuid } from '../platform/text/validation';
import { describeCopy } from './copy/describe';
import { databaseSource } from './copy/source';
import { inCopyTransaction } from './copy/tables.sql';
import { copyInto, type CopyKeys } from './copy/target.sql';
import { giveUpMove, moveOrganization, removeMoved } from './organization/move-organization.sql';

const usage =
  'Usage: npm run move -- --to DATABASE_URL | npm run move -- --organization ID --to DATABASE_URL [--give-up | --remove]';

export interface MoveArguments {
  readonly to: string;
  readonly organizationId?: string;
  /**
   * Whether to move the organization, to give up a move that is not finished, or to remove a moved organization from
   * the source.
   */
  readonly step: 'move' | 'give up' | 'remove';
}

export function readMoveArguments(argv: readonly string[]): MoveArguments {
  try {
    const options = {
      to: { type: 'string' },
      organization: { type: 'string' },
      'give-up': { type: 'boolean' },
      remove: { type: 'boolean' },
    } as const;
    const {
      to,
      organization,
      'give-up': gaveUp = false,
      remove = false,
    } = parseArgs({ args: [...argv], options }).values;
    const url = loadConfig({ DATABASE_URL: to ?? '' }).database;
    const isStepValid = organization === undefined ? !gaveUp && !remove : isUuid(organization) && !(gaveUp && remove);
    if (url.kind === 'external' && isStepValid)
      return {
        to: url.url,
        ...(organization !== undefined && { organizationId: organization.toLowerCase() }),
        step: gaveUp ? 'give up' : remove ? 'remove' : 'move',
      };
  } catch (error) {
    throw new ConfigError(`${(error as Error).message}\n${usage}`);
  }
  throw new ConfigError(usage);
}

export async function runMoveCommand(argv: readonly string[]): Promise<void> {
  const args = readMoveArguments(argv);
  const config = loadConfig();
  const say = (line: string) => process.stderr.write(`${line}\n`);
  const { organizationId } = args;
  if (organizationId === undefined) await moveInstallation(args.to, config, say);
  else await runOrganizationStep({ ...args, organizationId }, config, say);
}

async function moveInstallation(to: string, { database, secretsKeys }: Config, say: Report): Promise<void> {
  if (database.kind === 'external')
    throw new ConfigError('DATABASE_URL is set: npm run move copies the embedded database, which is used without it.');
  const { dataDir } = database;
  // Throws if the service is running, because its later writes would be missing in the copy.
  const postgres = await startEmbeddedPostgres({ dataDir, report: say });
  try {
    const client = await openConnection(postgres.url);
    try {
      const counts = await inCopyTransaction(client, 'ISOLATION LEVEL REPEATABLE READ READ ONLY', async () => {
        const source = await databaseSource(client);
        return copyInto(to, source, { from: [readSecretsKey(dataDir)], to: secretsKeys }, say);
      });
      process.stdout.write(
        `${describeCopy(counts)}\nNext: start Netloom with DATABASE_URL and this SECRETS_KEY. The data folder ${dataDir} is as it was.\n`,
      );
    } finally {
      await client.end().catch(() => undefined);
    }
  } finally {
    await postgres.stop();
  }
}

/**
 * The keys for moving an organization. The first key of SECRETS_KEY belongs to the target, and the other keys to the
 * source.
 */
const organizationKeys = ({ database, secretsKeys }: Config): CopyKeys => ({
  from: database.kind === 'embedded' ? [...secretsKeys, readSecretsKey(database.dataDir)] : secretsKeys,
  to: secretsKeys,
});

async function runOrganizationStep(
  { organizationId, step, to }: MoveArguments & { readonly organizationId: string },
  config: Config,
  say: Report,
): Promise<void> {
  const database = await openForCommand(config.database, say);
  try {
    const move = { from: database.url, to, organizationId };
    process.stdout.write(`${await runStep(move, step, organizationKeys(config), say)}\n`);
  } finally {
    await database.close();
  }
}

async function runStep(
  move: Parameters<typeof moveOrganization>[0],
  step: MoveArguments['step'],
  keys: CopyKeys,
  say: Report,
): Promise<string> {
  const { organizationId } = move;
  if (step === 'give up') {
    await giveUpMove(move);
    return `Organization ${organizationId} is used here again.`;
  }
  if (step === 'remove') {
    await removeMoved(move);
    return `Organization ${organizationId} is deleted here. The service removes the rows of its networks in the background.`;
  }
  const counts = await moveOrganization(move, keys, say);
  const outcome = counts ? describeCopy(counts) : `Organization ${organizationId} was moved before.`;
  return `${outcome}\nNext: lead its clients to the service of the target, then run this command with --remove.`;
}
