// Computes checksums of all rows of given organizations. Equal checksums before and after a request prove that the
// request changed no row.
import { isDerived } from '../../src/data/model/historied';
import { columnsOf, modelNames, tableOf } from '../../src/data/model/model-fields';
import { Prisma, type PrismaClient } from '../../src/generated/prisma/client';

/**
 * Models that the checksums leave out: their rows belong to a user or an e-mail address instead of an organization, or
 * background jobs write or delete their rows.
 */
const ownPace = new Set([
  'Session',
  'LoginFailure',
  'Registration',
  'EmailToken',
  'OidcFlow',
  'OidcLogout',
  'SecondFactor',
  'RecoveryCode',
  'SignInChallenge',
  'Passkey',
  'PasskeyChallenge',
  'NetworkChange',
  'DeletedNetwork',
  'DeletedTag',
]);
const sightings = new Set(['UserApiKey', 'DaemonApiKey']);

function rowsOf(model: string): Prisma.Sql {
  const columns = columnsOf(model);
  const scope = columns.has('organizationId')
    ? Prisma.raw('r.organization_id')
    : columns.has('networkId')
      ? Prisma.raw('r.network_id')
      : Prisma.raw('r.id');
  const within = Prisma.raw(
    !columns.has('organizationId') && columns.has('networkId') ? 'scope.networks' : 'scope.ids',
  );
  if (model !== 'Organization' && !columns.has('organizationId') && !columns.has('networkId'))
    throw new Error(`${model} belongs to no organization: say how its changes are noticed`);
  return sumOf(model, Prisma.sql`${scope} = ANY(${within})`);
}

function sumOf(model: string, condition: Prisma.Sql): Prisma.Sql {
  const table = Prisma.raw(`"${tableOf(model)}"`);
  // Except for rows that the service updates by itself, the checksum includes xmin, the id of the transaction that
  // wrote the row. So a change that was undone changes the checksum too.
  const isWrittenOnPurpose = !sightings.has(model) && !isDerived(model);
  const row = Prisma.raw(isWrittenOnPurpose ? '(to_jsonb(r), r.xmin)::text' : `(to_jsonb(r) - 'last_used')::text`);
  return Prisma.sql`
    SELECT ${model} AS model, md5(coalesce(string_agg(t.row, ',' ORDER BY t.row), '')) AS sum FROM (
      SELECT ${row} AS row FROM ${table} r WHERE ${condition}
    ) t`;
}

/** The checksums of the rows of one network, one line for each model, except those in `without`. */
export async function networkFingerprint(
  prisma: PrismaClient,
  networkId: string,
  without: ReadonlySet<string> = new Set(),
): Promise<string> {
  const isCounted = (model: string) => !ownPace.has(model) && !without.has(model);
  const models = modelNames.filter((model) => isCounted(model) && columnsOf(model).has('networkId'));
  const parts = models.map((model) => sumOf(model, Prisma.sql`r.network_id = ${networkId}::uuid`));
  const rows = await prisma.$queryRaw<{ model: string; sum: string }[]>`${Prisma.join(parts, ' UNION ALL ')}`;
  return rows.map(({ model, sum }) => `${model} ${sum}`).join('\n');
}

export async function rowsFingerprint(prisma: PrismaClient, organizationIds: readonly string[]): Promise<string> {
  const parts = modelNames.filter((model) => !ownPace.has(model)).map(rowsOf);
  const rows = await prisma.$queryRaw<{ model: string; sum: string }[]>`
    SELECT part.model, part.sum FROM (
      SELECT given.ids, ARRAY(SELECT id FROM networks WHERE organization_id = ANY(given.ids)) AS networks
      FROM (SELECT ${[...organizationIds]}::uuid[] AS ids OFFSET 0) given OFFSET 0
    ) scope
    CROSS JOIN LATERAL (${Prisma.join(parts, ' UNION ALL ')}) part`;
  return rows.map(({ model, sum }) => `${model} ${sum}`).join('\n');
}

/**
 * The checksums of rows, to prove that a request changes none of these rows. Computing them is slow, so the checksums
 * after one request are stored, as those before the next request.
 */
export interface WatchedRows {
  /** The stored checksums of the last comparison. Computed if none are stored. */
  known(): Promise<string>;
  look(): Promise<string>;
  /** Discards the stored checksums. Call this function if a request may have changed the rows. */
  forget(): void;
}

export function watchRows(look: () => Promise<string>): WatchedRows {
  let lastFingerprint: string | undefined;
  return {
    known: async () => (lastFingerprint ??= await look()),
    look: async () => (lastFingerprint = await look()),
    forget: () => void (lastFingerprint = undefined),
  };
}
