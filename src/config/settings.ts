// The table of settings, except those of sign-in providers, which are in `oidc.ts`. `index.ts` has the type of all
// settings and reads them.
import { isIP } from 'node:net';
import { z } from 'zod';
import { mailSettings } from './mail';
import { commaSeparated, choice, onOff, parsedUrl, setting, urlSchema, wholeNumber } from './setting';

/** Allowed values and parser of a retention time in days. Both 0 and "off" keep rows forever. */
const retentionDays = {
  allowed: '"off" or a whole number of days from 0 to 36500',
  schema: z.union([z.literal('off').transform(() => 0), wholeNumber(0, 36_500).schema]),
};

/** Allowed values and parser of a limit in seconds of work per minute. The value "off" means no limit. */
const secondsPerMinute = {
  allowed: '"off" or a whole number of seconds from 1 to 60000',
  schema: z.union([z.literal('off').transform(() => Infinity), wholeNumber(1, 60_000).schema]),
};

const decodeKey = (text: string) => Buffer.from(text, 'base64');

const isOrigin = (text: string) => parsedUrl(text, ['http:', 'https:'])?.origin === text;

function isAddressRange(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return ['loopback', 'linklocal', 'uniquelocal'].includes(text);
  // Express cannot read an IPv6 address such as `64:ff9b::192.0.2.1`, with an IPv4 address directly after `::`.
  if (family === 6 && /::\d+\./.test(address)) return false;
  if (bits === undefined) return true;
  // Express refuses a range of all addresses. Such a range would let each client choose its address.
  return /^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= (family === 4 ? 32 : 128);
}

const databaseUrl = urlSchema('postgres:', 'postgresql:').refine(
  (text) => ['public', null].includes(URL.canParse(text) ? new URL(text).searchParams.get('schema') : null),
  { error: 'names a schema in its query, which is not supported (set the search_path of the role instead)' },
);

/** All settings, in the order of the table in docs/operating.md. */
export const settings = {
  PORT: setting({
    description: 'TCP port to listen on; 0 takes a free one.',
    defaultText: '4000',
    ...wholeNumber(0, 65_535),
  }),
  HOST: setting({
    description: 'Address to listen on; 0.0.0.0 accepts connections from other machines.',
    defaultText: '127.0.0.1 with the embedded database, 0.0.0.0 with DATABASE_URL',
    allowed: 'an IP address or a host name',
    schema: z.string().regex(/^[\w.:-]+$/),
  }),
  PUBLIC_URL: setting({
    description: 'Address at which users reach the service, without a path; used in links and for secure cookies.',
    defaultText: 'the address that a request comes to',
    allowed: 'an http(s) address without a path, such as https://netloom.example.com',
    schema: z
      .string()
      .transform((text) => text.replace(/\/$/, ''))
      .refine(isOrigin),
  }),
  DATABASE_URL: setting({
    description: 'PostgreSQL (15 or newer) to use; absent = an embedded one is started.',
    defaultText: 'embedded PostgreSQL',
    allowed:
      'a postgresql:// address, such as postgresql://user:password@host:5432/netloom (special characters percent-encoded)',
    schema: databaseUrl,
    secret: true,
  }),
  DATABASE_READ_URLS: setting({
    description:
      'PostgreSQL replicas of DATABASE_URL that answer reads, comma-separated; each URL leads to one replica. Set the same list for each replica of the service.',
    defaultText: 'none',
    allowed:
      'a comma-separated list of postgresql:// addresses, such as postgresql://user:password@replica:5432/netloom',
    schema: commaSeparated((text) => databaseUrl.safeParse(text).success),
    secret: true,
  }),
  READ_REPLICA_MAX_LAG: setting({
    description: 'How many seconds a replica may be behind and still answer reads.',
    defaultText: '5',
    ...wholeNumber(1, 3600),
  }),
  DATABASE_POOL_SIZE: setting({
    description: 'Maximum number of database connections of one replica of the service.',
    defaultText: '10',
    ...wholeNumber(1, 1000),
  }),
  DATABASE_CONNECT_TIMEOUT_SECONDS: setting({
    description: 'Maximum number of seconds that a request waits for a database connection.',
    defaultText: '10',
    ...wholeNumber(1, 600),
  }),
  PREPARED_STATEMENTS: setting({
    description:
      'Whether statements are prepared by name; "off" behind a pooler in transaction mode that does not support them.',
    defaultText: 'on',
    ...onOff,
  }),
  DATA_DIR: setting({
    description: "The embedded database's folder.",
    defaultText: '.data in the project',
    allowed: 'a path to a folder',
    schema: z.string().refine((text) => !text.includes('\0')),
  }),
  SECRETS_KEY: setting({
    description:
      'Keys for the encryption of stored secrets, comma-separated: the first encrypts, all decrypt. Absent with DATABASE_URL = credentials cannot be written.',
    defaultText: 'made once in DATA_DIR with the embedded database, none with DATABASE_URL',
    allowed: 'a comma-separated list of keys of 32 bytes in base64, such as "openssl rand -base64 32" makes',
    schema: commaSeparated((text) => /^[\w+/-]{43}=?$/.test(text)).transform((keys) => keys.map(decodeKey)),
    secret: true,
  }),
  INSECURE_CREDENTIALS: setting({
    description: 'Whether daemons on other machines receive credentials over plain HTTP too.',
    defaultText: 'off',
    ...onOff,
  }),
  OUTBOUND_PRIVATE: setting({
    description:
      'Whether the service connects to private and loopback addresses that users enter as URLs of daemons and webhooks.',
    defaultText: 'on with the embedded database where HOST is a loopback address, else off',
    ...onOff,
  }),
  ...mailSettings,
  REDIS_URL: setting({
    description: 'Redis through which replicas share their rate limits; absent = each replica has its own, in memory.',
    defaultText: 'none',
    allowed: 'a redis:// or rediss:// address, such as redis://host:6379',
    schema: urlSchema('redis:', 'rediss:'),
    secret: true,
  }),
  DEMO: setting({
    description: 'Whether the first start creates the demo organization; "off" starts empty and open for registration.',
    defaultText: 'on with the embedded database, off with DATABASE_URL',
    ...onOff,
  }),
  REGISTRATION: setting({
    description:
      'Whether people without an invite may register; "first": only the first account beside the demo. Invited people always may.',
    defaultText: 'open where HOST is a loopback address and no proxy is trusted, else first',
    ...choice(['open', 'closed', 'first']),
  }),
  RATE_LIMIT: setting({
    description: 'Whether the rate of requests is limited; "off" only for load tests.',
    defaultText: 'on',
    ...onOff,
  }),
  ORGANIZATION_REQUESTS_AT_ONCE: setting({
    description:
      'Maximum number of heavy requests of one organization that run at once in one replica; further ones wait.',
    defaultText: '4',
    ...wholeNumber(1, 1000),
  }),
  ORGANIZATION_THREAD_SECONDS: setting({
    description:
      'Seconds of worker threads in one replica that heavy work of one organization may use per minute; "off" for no limit.',
    defaultText: '30 for each worker thread',
    ...secondsPerMinute,
  }),
  ORGANIZATION_DATABASE_SECONDS: setting({
    description:
      'Seconds per minute for which the heavy work of one organization may hold database connections of one replica of the service; "off" for no limit.',
    defaultText: '120',
    ...secondsPerMinute,
  }),
  MEMORY_BUDGET: setting({
    description: 'Megabytes of memory for one replica: caches get shares of it, and beyond it heavy requests wait.',
    defaultText: '60 % of the memory of the machine or container',
    ...wholeNumber(256, 1_000_000),
  }),
  TRUST_PROXY: setting({
    description:
      'Proxies whose X-Forwarded headers are trusted: the number of hops, or their addresses, comma-separated.',
    defaultText: 'off',
    allowed:
      '"off", a number of hops from 1 to 32, or a comma-separated list of addresses and CIDR ranges, of 1 bit or more',
    schema: z.union([
      z.literal('off').transform(() => false as const),
      wholeNumber(1, 32).schema,
      commaSeparated(isAddressRange),
    ]),
  }),
  CORS_ORIGINS: setting({
    description: "Origins whose browser pages may call the service with the user's cookie, comma-separated.",
    defaultText: 'none',
    allowed: 'a comma-separated list of origins, such as https://app.example.com',
    schema: commaSeparated(isOrigin),
  }),
  QUERY_COST_MAXIMUM: setting({
    description: 'Maximum cost of one GraphQL document.',
    defaultText: '100000',
    ...wholeNumber(1, 100_000_000),
  }),
  TRUSTED_DOCUMENTS: setting({
    description:
      'Your own GraphQL documents that clients can send by `documentId`: a manifest as written by Relay, Apollo or codegen.',
    defaultText: 'none',
    allowed: 'a path to a file',
    schema: z.string().refine((text) => !text.includes('\0')),
  }),
  TRUSTED_DOCUMENTS_ONLY: setting({
    description: 'Whether GraphQL documents are refused that are neither built in nor in TRUSTED_DOCUMENTS.',
    defaultText: 'off',
    ...onOff,
  }),
  FEDERATION: setting({
    description: 'Whether the GraphQL API is a subgraph of Apollo Federation 2, for a gateway that joins several.',
    defaultText: 'off',
    ...onOff,
  }),
  BODY_LIMIT_BYTES: setting({
    description: 'Maximum size of a request body of callers with a credential.',
    defaultText: '2097152 (2 MB)',
    ...wholeNumber(1024, 104_857_600),
  }),
  HISTORY_RETENTION_DAYS: setting({
    description:
      'How long past states of rows are kept; states pinned by a snapshot stay as long as the snapshot. 0 or "off" keeps them forever.',
    defaultText: '365',
    ...retentionDays,
  }),
  AUDIT_RETENTION_DAYS: setting({
    description:
      'How long audit events and events of networks are kept. Changes whose event was removed no longer have an actor. 0 or "off" keeps events forever.',
    defaultText: '730',
    ...retentionDays,
  }),
  METRICS_TOKEN: setting({
    description: 'Bearer token that GET /api/metrics requires; absent = its requests are refused.',
    defaultText: 'none',
    allowed: 'a token of 16 to 256 letters, digits and . _ ~ + / = -',
    schema: z.string().regex(/^[\w.~+/=-]{16,256}$/),
    secret: true,
  }),
  OTEL_EXPORTER_OTLP_ENDPOINT: setting({
    description: 'OpenTelemetry collector to which traces are sent by OTLP over HTTP; absent = nothing is recorded.',
    defaultText: 'none',
    allowed: 'an http:// or https:// address, such as http://localhost:4318',
    schema: urlSchema('http:', 'https:'),
  }),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: setting({
    description:
      'Full address, with path, to which traces are sent by OTLP over HTTP; replaces OTEL_EXPORTER_OTLP_ENDPOINT.',
    defaultText: 'none',
    allowed: 'an http:// or https:// address, such as http://localhost:4318/v1/traces',
    schema: urlSchema('http:', 'https:'),
  }),
  OTEL_SDK_DISABLED: setting({
    description: '"true" records nothing although a collector is set.',
    defaultText: 'false',
    allowed: 'true or false',
    schema: z.enum(['true', 'false']).transform((text) => text === 'true'),
  }),
  LOG_LEVEL: setting({
    description: 'Lowest level of log lines that are printed.',
    defaultText: 'info',
    ...choice(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']),
  }),
  SHUTDOWN_TIMEOUT_SECONDS: setting({
    description: 'Maximum wait for requests in flight when stopping.',
    defaultText: '20',
    ...wholeNumber(0, 3600),
  }),
};

/**
 * Settings of earlier versions, each with advice on what to set instead. At startup, the service prints a warning for
 * each of these settings that is set.
 */
export const formerSettings = {
  WORKERS: 'to use more cores, run several replicas on one DATABASE_URL and one REDIS_URL',
};
