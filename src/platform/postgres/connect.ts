// Opens single PostgreSQL connections. Errors have one-line messages.
import { Client } from 'pg';
import { StartError } from './start-error';

const oldestMajorVersion = 15;

const reasons: Record<string, string> = {
  ECONNREFUSED: 'nothing listens there',
  ECONNRESET: 'the connection was reset',
  ENOTFOUND: 'the host name is unknown',
  EAI_AGAIN: 'the host name could not be looked up',
  ETIMEDOUT: 'no answer in time',
  EHOSTUNREACH: 'the host is unreachable',
  ENETUNREACH: 'the network is unreachable',
  ENOENT: 'its socket does not exist',
  '28P01': 'the user name or password is wrong',
  '28000': 'the server refuses this user from here',
  '3D000': 'that database does not exist',
  '42501': 'the user lacks a privilege',
  '53300': 'it has no connection left',
  '57P03': 'it is starting up or shutting down',
};

/** The host and database of a connection URL, without user and password. */
export function databaseAddress(url: string): string {
  const { host, pathname, searchParams } = new URL(url);
  return `${host || searchParams.get('host')}${decodeURIComponent(pathname)}`;
}

function reasonOf(error: unknown): string {
  // If a host name has several IP addresses, the error is an AggregateError of all attempts.
  const first = error instanceof AggregateError ? (error.errors as unknown[])[0] : error;
  const { code, message } = first as { code?: string; message?: string };
  if (code && reasons[code]) return reasons[code];
  if (message?.startsWith('timeout') || message?.includes('due to connection timeout')) return 'no answer in time';
  return (message ?? String(first)).split('\n')[0] ?? 'unknown reason';
}

export async function openConnection(url: string, timeoutSeconds = 10): Promise<Client> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: timeoutSeconds * 1000,
    application_name: 'netloom',
  });
  try {
    await client.connect();
  } catch (error) {
    throw new StartError(`The database ${databaseAddress(url)} (DATABASE_URL) cannot be used: ${reasonOf(error)}.`);
  }
  return client;
}

/** Throws for a server version or encoding that the service does not support. */
export async function requireSuitableServer(client: Client): Promise<void> {
  const { rows } = await client.query<{ version: string; encoding: string }>(
    `SELECT current_setting('server_version_num') AS version, current_setting('server_encoding') AS encoding`,
  );
  const { version = '0', encoding = '' } = rows[0] ?? {};
  const major = Math.floor(Number(version) / 10_000);
  if (major < oldestMajorVersion) {
    throw new StartError(`The database is PostgreSQL ${major}; Netloom needs ${oldestMajorVersion} or newer.`);
  }
  if (encoding !== 'UTF8') throw new StartError(`The database's encoding is ${encoding}; Netloom needs UTF8.`);
}
