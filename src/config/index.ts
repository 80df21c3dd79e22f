// Reads and checks the service's settings from the environment. No other file may read process.env.
import path from 'node:path';
import type { z } from 'zod';
import { isLoopback } from '../platform/http/loopback';
import { usualBudget } from '../platform/limits/memory-budget';
import type { OrganizationLimits } from '../platform/limits/organization-budgets';
import type { MailSettings } from '../platform/mail/transport';
import { usualThreads } from '../platform/threads/workers';
import { buildMailSettings } from './mail';
import { readOidcProviders } from './oidc';
import { readSetting, type Setting } from './setting';
import { formerSettings, settings } from './settings';

export { oidcSettings } from './oidc';
export { ConfigError } from './setting';
export { settings } from './settings';

type SettingName = keyof typeof settings;
type SettingValue<N extends SettingName> = z.output<(typeof settings)[N]['schema']>;

export interface Config {
  readonly port: number;
  readonly host: string;
  /**
   * The configured public URL. Undefined if it is not configured and has to be derived from the port after the service
   * listens.
   */
  readonly publicUrl: string | undefined;
  readonly database:
    { readonly kind: 'embedded'; readonly dataDir: string } | { readonly kind: 'external'; readonly url: string };
  /** URLs of the database's replicas that answer reads. */
  readonly databaseReadUrls: readonly string[];
  /** Maximum number of seconds by which a read replica may be behind the primary database. */
  readonly readReplicaMaxLag: number;
  readonly databasePoolSize: number;
  readonly databaseConnectTimeoutSeconds: number;
  readonly preparedStatements: boolean;
  /**
   * Keys of 32 bytes that encrypt stored secrets. If the list is empty, secrets cannot be stored, unless the embedded
   * database provides a key.
   */
  readonly secretsKeys: readonly Buffer[];
  readonly insecureCredentials: boolean;
  readonly outboundPrivate: boolean;
  /** Settings for sending mail; undefined if the service sends no mail. */
  readonly mail: MailSettings | undefined;
  readonly oidcProviders: ReturnType<typeof readOidcProviders>;
  readonly redisUrl: string | undefined;
  readonly demo: boolean;
  readonly registration: 'open' | 'closed' | 'first';
  readonly rateLimit: boolean;
  /**
   * Limits on heavy work of each organization: requests that run at once, and seconds per minute of worker threads and
   * of database connections.
   */
  readonly organizationLimits: OrganizationLimits;
  /** The memory budget of the process in bytes. */
  readonly memoryBudget: number;
  /** Value of Express's setting "trust proxy". */
  readonly trustProxy: false | number | string[];
  readonly corsOrigins: readonly string[];
  readonly queryCostMaximum: number;
  /** Path of the manifest of trusted documents; undefined if no manifest is configured. */
  readonly trustedDocuments: string | undefined;
  readonly trustedDocumentsOnly: boolean;
  readonly federation: boolean;
  readonly bodyLimitBytes: number;
  /** Days for which history is kept; 0 means forever. */
  readonly historyRetentionDays: number;
  /** Days for which audit events are kept; 0 means forever. */
  readonly auditRetentionDays: number;
  readonly metricsToken: string | undefined;
  /** Whether traces are recorded and sent to a collector of OpenTelemetry. */
  readonly sendsTraces: boolean;
  readonly logLevel: SettingValue<'LOG_LEVEL'>;
  readonly shutdownTimeoutSeconds: number;
}

/** Reads the settings from environment variables. Throws a ConfigError that names the first invalid setting. */
export function loadConfig(env: NodeJS.ProcessEnv = process.env, projectDir = process.cwd()): Config {
  const read = <N extends SettingName>(name: N): SettingValue<N> | undefined =>
    readSetting(env, name, settings[name] as Setting<SettingValue<N>>);
  const url = read('DATABASE_URL');
  const embedded = url === undefined;
  const mailDir = read('MAIL_DIR');
  const trustedDocuments = read('TRUSTED_DOCUMENTS');
  const megabytes = read('MEMORY_BUDGET');
  const host = read('HOST') ?? (embedded ? '127.0.0.1' : '0.0.0.0');
  const isLocal = host === 'localhost' || isLoopback(host);
  return {
    port: read('PORT') ?? 4000,
    host,
    publicUrl: read('PUBLIC_URL'),
    database: embedded
      ? { kind: 'embedded', dataDir: path.resolve(projectDir, read('DATA_DIR') ?? '.data') }
      : { kind: 'external', url },
    databaseReadUrls: read('DATABASE_READ_URLS') ?? [],
    readReplicaMaxLag: read('READ_REPLICA_MAX_LAG') ?? 5,
    databasePoolSize: read('DATABASE_POOL_SIZE') ?? 10,
    databaseConnectTimeoutSeconds: read('DATABASE_CONNECT_TIMEOUT_SECONDS') ?? 10,
    preparedStatements: read('PREPARED_STATEMENTS') ?? true,
    secretsKeys: read('SECRETS_KEY') ?? [],
    insecureCredentials: read('INSECURE_CREDENTIALS') ?? false,
    outboundPrivate: read('OUTBOUND_PRIVATE') ?? (embedded && isLocal),
    mail: buildMailSettings(read('SMTP_URL'), mailDir && path.resolve(projectDir, mailDir), read('MAIL_FROM'), {
      publicUrl: read('PUBLIC_URL'),
      embedded,
    }),
    oidcProviders: readOidcProviders(env, read('PUBLIC_URL')),
    redisUrl: read('REDIS_URL'),
    demo: read('DEMO') ?? embedded,
    registration: read('REGISTRATION') ?? (isLocal && !read('TRUST_PROXY') ? 'open' : 'first'),
    rateLimit: read('RATE_LIMIT') ?? true,
    organizationLimits: {
      requestsAtOnce: read('ORGANIZATION_REQUESTS_AT_ONCE') ?? 4,
      threadSeconds: read('ORGANIZATION_THREAD_SECONDS') ?? 30 * usualThreads(),
      databaseSeconds: read('ORGANIZATION_DATABASE_SECONDS') ?? 120,
    },
    memoryBudget: megabytes === undefined ? usualBudget() : megabytes * 2 ** 20,
    trustProxy: read('TRUST_PROXY') ?? false,
    corsOrigins: read('CORS_ORIGINS') ?? [],
    queryCostMaximum: read('QUERY_COST_MAXIMUM') ?? 100_000,
    trustedDocuments: trustedDocuments && path.resolve(projectDir, trustedDocuments),
    trustedDocumentsOnly: read('TRUSTED_DOCUMENTS_ONLY') ?? false,
    federation: read('FEDERATION') ?? false,
    bodyLimitBytes: read('BODY_LIMIT_BYTES') ?? 2_097_152,
    historyRetentionDays: read('HISTORY_RETENTION_DAYS') ?? 365,
    auditRetentionDays: read('AUDIT_RETENTION_DAYS') ?? 730,
    metricsToken: read('METRICS_TOKEN'),
    sendsTraces:
      (read('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT') ?? read('OTEL_EXPORTER_OTLP_ENDPOINT')) !== undefined &&
      read('OTEL_SDK_DISABLED') !== true,
    logLevel: read('LOG_LEVEL') ?? 'info',
    shutdownTimeoutSeconds: read('SHUTDOWN_TIMEOUT_SECONDS') ?? 20,
  };
}

/** Warnings about configured settings that no longer exist, one line for each. */
export const formerSettingWarnings = (env: NodeJS.ProcessEnv = process.env): readonly string[] =>
  Object.entries(formerSettings)
    .filter(([name]) => env[name]?.trim())
    .map(([name, instead]) => `${name} is no longer used and changes nothing: ${instead}.`);
