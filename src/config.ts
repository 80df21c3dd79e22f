// Reads the service's settings from the environment, once and checked: no other file reads process.env.
import { isIP } from 'node:net';
import path from 'node:path';
import { z } from 'zod';
import { isLoopback } from './platform/http/loopback';
import type { MailSettings } from './platform/mail/transport';
import { accepts, checkedEmail } from './platform/text/validation';

/** A wrong setting; the message is one line that names it. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

interface Setting<T> {
  /** What the table in docs/operating.md says of it. */
  readonly description: string;
  /** The default in the words of that table. */
  readonly defaultText: string;
  /** What a value may be, completing "must be …". */
  readonly allowed: string;
  readonly schema: z.ZodType<T, string>;
  /** A secret's value is never repeated in a message. */
  readonly secret?: true;
}

const setting = <T>(declaration: Setting<T>): Setting<T> => declaration;

const wholeNumber = (least: number, most: number) => ({
  allowed: `a whole number from ${least} to ${most}`,
  schema: z
    .string()
    .regex(/^\d{1,12}$/)
    .transform(Number)
    .refine((value) => value >= least && value <= most),
});

/** 0 and "off" keep for ever. */
const keptDays = {
  allowed: '"off" or a whole number of days from 0 to 36500',
  schema: z.union([z.literal('off').transform(() => 0), wholeNumber(0, 36_500).schema]),
};

const onOff = {
  allowed: '"on" or "off"',
  schema: z.enum(['on', 'off']).transform((value) => value === 'on'),
};

const oneOf = <const T extends readonly string[]>(values: T) => ({
  allowed: values.map((value) => `"${value}"`).join(', '),
  schema: z.enum(values),
});

function parsedUrl(text: string, protocols: readonly string[]): URL | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url && protocols.includes(url.protocol) && (url.hostname !== '' || url.searchParams.has('host'))
    ? url
    : undefined;
}

const urlOf = (...protocols: string[]) => z.string().refine((text) => parsedUrl(text, protocols) !== undefined);

const listOf = (isMember: (text: string) => boolean) =>
  z
    .string()
    .transform((text) => text.split(',').map((member) => member.trim()))
    .refine((members) => members.every(isMember));

const keyOf = (text: string) => Buffer.from(text, 'base64');

const isOrigin = (text: string) => parsedUrl(text, ['http:', 'https:'])?.origin === text;

function isAddressRange(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return ['loopback', 'linklocal', 'uniquelocal'].includes(text);
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
}

const databaseUrl = urlOf('postgres:', 'postgresql:').refine(
  (text) => ['public', null].includes(URL.canParse(text) ? new URL(text).searchParams.get('schema') : null),
  { error: 'names a schema in its query, which is not supported (set the search_path of the role instead)' },
);

/** Every setting there is, in the order of the table in docs/operating.md. */
export const settings = {
  PORT: setting({
    description: 'TCP port to listen on; 0 takes a free one.',
    defaultText: '4000',
    ...wholeNumber(0, 65_535),
  }),
  HOST: setting({
    description: 'Address to listen on; 0.0.0.0 lets other machines in.',
    defaultText: '127.0.0.1 with the embedded database, 0.0.0.0 with DATABASE_URL',
    allowed: 'an IP address or a host name',
    schema: z.string().regex(/^[\w.:-]+$/),
  }),
  PUBLIC_URL: setting({
    description: 'Address that users reach the service at, without a path; used in links and for secure cookies.',
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
  DATABASE_POOL_SIZE: setting({
    description: 'Most database connections that one replica opens.',
    defaultText: '10',
    ...wholeNumber(1, 1000),
  }),
  DATABASE_CONNECT_TIMEOUT_SECONDS: setting({
    description: 'Longest wait for a database connection.',
    defaultText: '10',
    ...wholeNumber(1, 600),
  }),
  PREPARED_STATEMENTS: setting({
    description: 'Named prepared statements; "off" behind a pooler in transaction mode that cannot keep them.',
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
      'Keys that stored secrets are encrypted with, comma-separated: the first encrypts, each decrypts. Absent with DATABASE_URL = credentials cannot be written.',
    defaultText: 'made once in DATA_DIR with the embedded database, none with DATABASE_URL',
    allowed: 'a comma-separated list of keys of 32 bytes in base64, such as "openssl rand -base64 32" makes',
    schema: listOf((text) => /^[\w+/-]{43}=?$/.test(text)).transform((keys) => keys.map(keyOf)),
    secret: true,
  }),
  INSECURE_CREDENTIALS: setting({
    description: 'Gives daemons their credentials over plain HTTP from other machines as well.',
    defaultText: 'off',
    ...onOff,
  }),
  OUTBOUND_PRIVATE: setting({
    description:
      'Whether the service connects to private and loopback addresses that its users give, such as those of daemons.',
    defaultText: 'on with the embedded database where HOST is a loopback address, else off',
    ...onOff,
  }),
  SMTP_URL: setting({
    description:
      'Mail server for links, invites, digests and alerts; needs PUBLIC_URL. Absent = no mail is sent, and registering asks for no verification.',
    defaultText: 'none',
    allowed:
      'an smtp:// or smtps:// address, such as smtp://user:password@mail.example.com:587 (special characters percent-encoded)',
    schema: urlOf('smtp:', 'smtps:').refine((text) =>
      accepts(() => [new URL(text).username, new URL(text).password].map(decodeURIComponent)),
    ),
    secret: true,
  }),
  MAIL_FROM: setting({
    description: 'Sender of mail.',
    defaultText: 'netloom@ and the host of PUBLIC_URL',
    allowed: 'an e-mail address',
    schema: z.string().refine((text) => accepts(() => checkedEmail('', text))),
  }),
  MAIL_DIR: setting({
    description:
      'Instead of SMTP_URL, with the embedded database: folder that mails are kept in as files, for the account of the service alone.',
    defaultText: 'none',
    allowed: 'a path to a folder',
    schema: z.string().refine((text) => !text.includes('\0')),
  }),
  REDIS_URL: setting({
    description: 'Redis that replicas share their rate limits through; absent = limits in memory.',
    defaultText: 'none',
    allowed: 'a redis:// or rediss:// address, such as redis://host:6379',
    schema: urlOf('redis:', 'rediss:'),
    secret: true,
  }),
  DEMO: setting({
    description: 'Makes the demo organization on the first start; "off" starts empty and open for registration.',
    defaultText: 'on with the embedded database, off with DATABASE_URL',
    ...onOff,
  }),
  REGISTRATION: setting({
    description: 'Whether strangers may register an account.',
    defaultText: 'open',
    ...oneOf(['open', 'closed']),
  }),
  RATE_LIMIT: setting({
    description: 'The request limit in front of both doors; "off" only for load tests.',
    defaultText: 'on',
    ...onOff,
  }),
  TRUST_PROXY: setting({
    description:
      'Proxies in front whose X-Forwarded headers are believed: how many hops, or their addresses, comma-separated.',
    defaultText: 'off',
    allowed: '"off", a number of hops from 1 to 32, or a comma-separated list of addresses and CIDR ranges',
    schema: z.union([
      z.literal('off').transform(() => false as const),
      wholeNumber(1, 32).schema,
      listOf(isAddressRange),
    ]),
  }),
  CORS_ORIGINS: setting({
    description: "Origins whose browser pages may call the service with the user's cookie, comma-separated.",
    defaultText: 'none',
    allowed: 'a comma-separated list of origins, such as https://app.example.com',
    schema: listOf(isOrigin),
  }),
  QUERY_COST_MAXIMUM: setting({
    description: 'Highest cost of one GraphQL document.',
    defaultText: '100000',
    ...wholeNumber(1, 100_000_000),
  }),
  TRUSTED_DOCUMENTS: setting({
    description:
      'GraphQL documents of your own that clients may name by `documentId`: a manifest as Relay, Apollo or codegen write it.',
    defaultText: 'none',
    allowed: 'a path to a file',
    schema: z.string().refine((text) => !text.includes('\0')),
  }),
  TRUSTED_DOCUMENTS_ONLY: setting({
    description: 'Refuses every GraphQL document that is neither one of our own nor in TRUSTED_DOCUMENTS.',
    defaultText: 'off',
    ...onOff,
  }),
  BODY_LIMIT_BYTES: setting({
    description: 'Largest request body of callers with a credential.',
    defaultText: '2097152 (2 MB)',
    ...wholeNumber(1024, 104_857_600),
  }),
  HISTORY_RETENTION_DAYS: setting({
    description:
      'How long the states that rows have left are kept; what a snapshot pins stays as long as the snapshot. 0 or "off" keeps them for ever.',
    defaultText: '365',
    ...keptDays,
  }),
  AUDIT_RETENTION_DAYS: setting({
    description:
      'How long audit events are kept. Changes whose event has been removed no longer show who made them. 0 or "off" keeps events for ever.',
    defaultText: '730',
    ...keptDays,
  }),
  METRICS_TOKEN: setting({
    description: 'Bearer token that GET /api/metrics asks for; absent = requests for them are refused.',
    defaultText: 'none',
    allowed: 'a token of 16 to 256 letters, digits and . _ ~ + / = -',
    schema: z.string().regex(/^[\w.~+/=-]{16,256}$/),
    secret: true,
  }),
  LOG_LEVEL: setting({
    description: 'Least important log line to print.',
    defaultText: 'info',
    ...oneOf(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']),
  }),
  SHUTDOWN_TIMEOUT_SECONDS: setting({
    description: 'Longest wait for requests in flight when stopping.',
    defaultText: '20',
    ...wholeNumber(0, 3600),
  }),
};

type SettingName = keyof typeof settings;
type SettingValue<N extends SettingName> = z.output<(typeof settings)[N]['schema']>;

export interface Config {
  readonly port: number;
  readonly host: string;
  /** Absent: the address follows from the port, which is known only after listening. */
  readonly publicUrl: string | undefined;
  readonly database:
    { readonly kind: 'embedded'; readonly dataDir: string } | { readonly kind: 'external'; readonly url: string };
  readonly databasePoolSize: number;
  readonly databaseConnectTimeoutSeconds: number;
  readonly preparedStatements: boolean;
  /** 32 bytes each; none: no secrets can be stored, unless the embedded database brings its own. */
  readonly secretsKeys: readonly Buffer[];
  readonly insecureCredentials: boolean;
  readonly outboundPrivate: boolean;
  /** Absent: no mail is sent. */
  readonly mail: MailSettings | undefined;
  readonly redisUrl: string | undefined;
  readonly demo: boolean;
  readonly registration: 'open' | 'closed';
  readonly rateLimit: boolean;
  /** Express's own "trust proxy" value. */
  readonly trustProxy: false | number | string[];
  readonly corsOrigins: readonly string[];
  readonly queryCostMaximum: number;
  /** The file of the manifest. */
  readonly trustedDocuments: string | undefined;
  readonly trustedDocumentsOnly: boolean;
  readonly bodyLimitBytes: number;
  /** 0: for ever. */
  readonly historyRetentionDays: number;
  /** 0: for ever. */
  readonly auditRetentionDays: number;
  readonly metricsToken: string | undefined;
  readonly logLevel: SettingValue<'LOG_LEVEL'>;
  readonly shutdownTimeoutSeconds: number;
}

/** The checked settings of an environment; throws a ConfigError that names the first wrong one. */
export function loadConfig(env: NodeJS.ProcessEnv = process.env, projectDir = process.cwd()): Config {
  const read = <N extends SettingName>(name: N): SettingValue<N> | undefined => {
    const text = env[name]?.trim();
    // Compose files and shells pass unset settings on as empty ones.
    if (text === undefined || text === '') return undefined;
    const declared = settings[name] as Setting<SettingValue<N>>;
    const result = declared.schema.safeParse(text);
    if (result.success) return result.data;
    const given = declared.secret ? '' : ` is "${text}", but`;
    const ownWords = result.error.issues.find((issue) => issue.message.startsWith('names '));
    if (ownWords) throw new ConfigError(`${name} ${ownWords.message}.`);
    throw new ConfigError(`${name}${given} must be ${declared.allowed}.`);
  };
  const url = read('DATABASE_URL');
  const embedded = url === undefined;
  const mailDir = read('MAIL_DIR');
  const trustedDocuments = read('TRUSTED_DOCUMENTS');
  const host = read('HOST') ?? (embedded ? '127.0.0.1' : '0.0.0.0');
  return {
    port: read('PORT') ?? 4000,
    host,
    publicUrl: read('PUBLIC_URL'),
    database: embedded
      ? { kind: 'embedded', dataDir: path.resolve(projectDir, read('DATA_DIR') ?? '.data') }
      : { kind: 'external', url },
    databasePoolSize: read('DATABASE_POOL_SIZE') ?? 10,
    databaseConnectTimeoutSeconds: read('DATABASE_CONNECT_TIMEOUT_SECONDS') ?? 10,
    preparedStatements: read('PREPARED_STATEMENTS') ?? true,
    secretsKeys: read('SECRETS_KEY') ?? [],
    insecureCredentials: read('INSECURE_CREDENTIALS') ?? false,
    outboundPrivate: read('OUTBOUND_PRIVATE') ?? (embedded && (host === 'localhost' || isLoopback(host))),
    mail: mailOf(read('SMTP_URL'), mailDir && path.resolve(projectDir, mailDir), read('MAIL_FROM'), {
      publicUrl: read('PUBLIC_URL'),
      embedded,
    }),
    redisUrl: read('REDIS_URL'),
    demo: read('DEMO') ?? embedded,
    registration: read('REGISTRATION') ?? 'open',
    rateLimit: read('RATE_LIMIT') ?? true,
    trustProxy: read('TRUST_PROXY') ?? false,
    corsOrigins: read('CORS_ORIGINS') ?? [],
    queryCostMaximum: read('QUERY_COST_MAXIMUM') ?? 100_000,
    trustedDocuments: trustedDocuments && path.resolve(projectDir, trustedDocuments),
    trustedDocumentsOnly: read('TRUSTED_DOCUMENTS_ONLY') ?? false,
    bodyLimitBytes: read('BODY_LIMIT_BYTES') ?? 2_097_152,
    historyRetentionDays: read('HISTORY_RETENTION_DAYS') ?? 365,
    auditRetentionDays: read('AUDIT_RETENTION_DAYS') ?? 730,
    metricsToken: read('METRICS_TOKEN'),
    logLevel: read('LOG_LEVEL') ?? 'info',
    shutdownTimeoutSeconds: read('SHUTDOWN_TIMEOUT_SECONDS') ?? 20,
  };
}

/** A link made from the `Host` header of a request would lead the reader of the mail wherever a stranger wants. */
function mailOf(
  url: string | undefined,
  folder: string | undefined,
  from: string | undefined,
  { publicUrl, embedded }: { readonly publicUrl: string | undefined; readonly embedded: boolean },
): MailSettings | undefined {
  if (url === undefined && folder === undefined) return undefined;
  if (url !== undefined && folder !== undefined) throw new ConfigError('MAIL_DIR cannot be set beside SMTP_URL.');
  if (folder !== undefined && !embedded)
    throw new ConfigError('MAIL_DIR is for the embedded database alone: with DATABASE_URL set SMTP_URL.');
  const name = url === undefined ? 'MAIL_DIR' : 'SMTP_URL';
  if (publicUrl === undefined) throw new ConfigError(`${name} needs PUBLIC_URL: the links in mails lead there.`);
  const sender = from ?? `netloom@${new URL(publicUrl).hostname}`;
  return url === undefined ? { kind: 'files', folder: folder!, from: sender } : { kind: 'smtp', url, from: sender };
}
