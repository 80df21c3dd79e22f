// Every public error with its code, HTTP status and message. Converts thrown values to public errors.
import { GraphQLError } from 'graphql';

type Params = Record<string, unknown>;
type Message = string | ((params: Params) => string);

/**
 * Why a statement or transaction failed although the database is available: a time limit, or its organization is being
 * moved to another database.
 */
export type FailureReason = 'statement_cancelled' | 'transaction_timeout' | 'organization_moving';

const unavailableTexts: Readonly<Record<string, string>> = {
  memory_exceeded: 'the service has too little memory for heavy work now: ask for less, or try again later',
  statement_cancelled: 'the database cancelled a statement that took too long: ask for less, or try again later',
  transaction_timeout: 'the request took too long to write: send less at once, or try again later',
  organization_moving: 'the organization is being moved to another database and can only be read: try again later',
  organization_moved: 'the organization has been moved to another database: try again later',
} satisfies Record<FailureReason | 'memory_exceeded' | 'organization_moved', string>;

/** Texts of the error that refuses heavy work of an organization, by what the organization has used up. */
const busyTexts: Readonly<Record<string, string>> = {
  requests_at_once: 'the organization has too many heavy requests at once: send fewer at once, or try again later',
  thread_time: 'the organization has used up its time on worker threads: try again later',
  database_time: 'the organization has used up its time in the database: try again later',
};

const table = {
  validation_required: [400, (p) => `${p.field} is required`],
  validation_empty: [400, (p) => `${p.field} must not be empty`],
  validation_invalid_email: [400, (p) => `${p.field} is not an e-mail address`],
  validation_invalid_ip: [400, (p) => `${p.field} is not an IP address or network`],
  validation_unknown_parameter: [400, (p) => `unknown parameter ${p.field}`],
  validation_invalid_format: [400, (p) => `${p.field} has an invalid format`],
  validation_min_length: [400, (p) => `${p.field} needs at least ${p.min} characters`],
  validation_max_length: [400, (p) => `${p.field} may have at most ${p.max} characters`],
  validation_out_of_range: [400, (p) => `${p.field} must be between ${p.min} and ${p.max}`],
  validation_time_past: [400, (p) => `${p.field} must be in the future`],
  validation_bulk_empty: [400, 'no ids were given'],
  batch_not_supported: [400, 'batches are not supported: send each operation in a separate request'],
  document_ambiguous: [400, 'send either query or documentId, not both'],
  document_unknown: [400, (p) => `no trusted document has the id ${p.id}`],
  document_not_trusted: [400, 'only trusted documents are allowed, and this document is not trusted'],
  // Code and message that clients of persisted queries expect. They tell the client to send the whole document.
  PERSISTED_QUERY_NOT_SUPPORTED: [400, 'PersistedQueryNotSupported'],
  query_too_expensive: [400, (p) => `the query costs ${p.cost}, the maximum is ${p.maximum}`],
  entity_reference_invalid: [400, (p) => `${p.field} names a ${p.entity} that does not fit here`],
  entity_required: [400, (p) => `a ${p.entity} is required`],
  entity_network_mismatch: [400, (p) => `the ${p.entity} belongs to another network`],
  outbound_address_refused: [400, (p) => `${p.field} names an address that the service does not connect to`],
  ip_address_out_of_range: [400, (p) => `${p.ip} is outside ${p.subnet}`],
  address_range_invalid: [400, (p) => `the range begins with ${p.first}, which is after its last address ${p.last}`],
  discovery_subnet_network_mismatch: [400, 'the subnet belongs to another network'],
  check_needs_one_network: [400, (p) => `${p.field} names a row of a network, so the check is for that network alone`],
  check_document_invalid: [
    400,
    (p) => `${p.field} is no document of a check (line ${p.line}, column ${p.column}): ${p.problem}`,
  ],
  check_document_denied: [
    400,
    (p) => `${p.field} reads ${p.name} (line ${p.line}, column ${p.column}): checks may not`,
  ],
  check_expression_invalid: [
    400,
    (p) => `${p.field} is no expression in CEL (line ${p.line}, column ${p.column}): ${p.problem}`,
  ],
  webhook_matches_nothing: [400, (p) => `the webhook would never send an event: ${p.reason}`],
  mail_rule_matches_nothing: [400, (p) => `the mail rule would never send an event: ${p.reason}`],
  hosts_consolidate_failed: [400, (p) => `the hosts cannot be consolidated: ${p.reason}`],
  subnets_merge_failed: [400, (p) => `the subnets cannot be merged: ${p.reason}`],
  import_file_invalid: [400, (p) => `the file cannot be read: ${p.reason}`],
  discovery_historical_read_only: [400, 'a finished run cannot be changed'],
  daemon_version_too_old: [400, (p) => `the daemon is older than ${p.minimum}, the oldest version that is served`],
  auth_password_invalid: [400, 'the current password is wrong'],
  auth_not_authenticated: [401, 'sign in or send an API key'],
  auth_session_expired: [401, 'the session has expired, sign in again'],
  auth_invalid_credentials: [401, 'e-mail or password is wrong'],
  auth_permission_denied: [403, (p) => `${p.action} needs the role ${p.required}`],
  auth_user_context_required: [403, 'this needs a signed-in user, not an API key'],
  auth_api_access_disabled: [403, 'API access of the organization is switched off'],
  auth_organization_required: [403, 'an organization is required'],
  auth_daemon_required: [403, 'only a daemon may do this'],
  auth_daemon_not_provisioned: [403, 'the daemon is not provisioned'],
  auth_password_required: [403, 'a password is required'],
  auth_registration_disabled: [403, 'registration is closed'],
  auth_email_verification_required: [403, 'verify the e-mail address first'],
  auth_demo_local_only: [403, "the demo's published password and key work only on the machine of the service"],
  auth_origin_not_allowed: [403, 'pages of other origins must not send this request'],
  auth_oidc_failed: [403, 'the provider did not sign you in, or its response does not match the request'],
  auth_oidc_link_required: [403, 'an account has this e-mail address: sign in to it, and link the provider there'],
  auth_second_factor_required: [403, 'the second factor is asked for, a code or a passkey'],
  auth_second_factor_invalid: [403, 'the code is wrong, or was used before'],
  auth_second_factor_enrolment_required: [403, 'the organization asks for a second factor: set one up first'],
  auth_passkey_invalid: [403, 'this passkey cannot sign in here, or its response does not match the request'],
  auth_challenge_invalid: [403, 'the sign-in has expired or has ended: start again'],
  auth_session_not_fresh: [403, 'sign in again: the session is too old for this'],
  auth_token_invalid: [403, 'the link is invalid, has expired or was used'],
  daemon_network_mismatch: [403, "the network is not the key's"],
  daemon_identity_mismatch: [403, "the daemon is not the key's"],
  daemon_standby: [403, 'the daemon is on standby'],
  share_password_required: [403, 'the share needs a password'],
  share_password_incorrect: [403, 'the password of the share is wrong'],
  share_token_invalid: [403, 'the token of the share is invalid'],
  invite_already_accepted: [403, 'the invite was accepted already'],
  enrolment_code_invalid: [403, 'the enrolment code is unknown, was revoked, or its creator lost the right to enrol'],
  enrolment_code_used: [403, 'the enrolment code was used already, and is good for one agent'],
  entity_access_denied: [403, (p) => `no access to ${p.entity} ${p.id}`],
  entity_expired: [403, (p) => `the ${p.entity} has expired`],
  entity_disabled: [403, (p) => `the ${p.entity} is disabled`],
  entity_not_found: [404, (p) => `${p.entity} ${p.id} not found`],
  discovery_session_not_found: [404, (p) => `discovery session ${p.id} not found`],
  daemon_not_registered: [404, 'the daemon is not registered'],
  route_not_found: [404, 'no such route'],
  method_not_allowed: [405, (p) => `${p.method} is not allowed here`],
  not_acceptable: [406, 'none of the media types in Accept is available'],
  entity_already_exists: [409, (p) => `a ${p.entity} with ${p.field} ${JSON.stringify(p.value)} exists already`],
  entity_changed: [409, (p) => `${p.entity} ${p.id} was changed meanwhile`],
  entity_moved: [409, (p) => `${p.entity} ${p.id} belongs to ${p.owner} ${p.owner_id} now`],
  entity_merged: [409, (p) => `${p.entity} ${p.id} is a part of ${p.entity} ${p.into_id} now`],
  entity_in_use: [409, (p) => `${p.entity} ${p.id} is in use by ${p.used_by}`],
  entity_delete_forbidden: [409, (p) => `${p.entity} ${p.id} cannot be deleted: ${p.reason}`],
  import_in_progress: [409, () => 'other imports are being applied to the network: try again when they have ended'],
  import_plans_exceeded: [409, (p) => `an organization has at most ${p.max} import plans at a time`],
  subnet_full: [409, (p) => `subnet ${p.id} has no free address`],
  enrolment_codes_exceeded: [409, (p) => `a network has at most ${p.max} open enrolment codes at a time`],
  checks_exceeded: [409, (p) => `an organization has at most ${p.max} checks`],
  webhooks_exceeded: [409, (p) => `an organization has at most ${p.max} webhooks`],
  mail_rule_kinds_fixed: [409, 'a built-in mail rule keeps its kinds of events: make a rule of your own for others'],
  mail_rules_exceeded: [409, (p) => `a user has at most ${p.max} mail rules`],
  check_acceptances_exceeded: [409, (p) => `a check has at most ${p.max} accepted findings in a network`],
  supposed_change_impossible: [409, (p) => `change ${p.index} is not possible any more: ${p.reason}`],
  saved_views_exceeded: [409, (p) => `a user has at most ${p.max} saved views in a network`],
  restore_conflict: [409, (p) => `nothing was restored, conflicts: ${p.count}`],
  restore_too_large: [409, (p) => `more than ${p.max} rows cannot be restored at once`],
  binding_conflict: [409, (p) => `conflicts with binding ${p.id}`],
  address_reservation_conflict: [409, (p) => `overlaps reservation ${p.id} of ${p.first} to ${p.last}`],
  discovery_session_active: [409, (p) => `discovery session ${p.id} is active already`],
  rescan_no_daemon: [409, (p) => `no daemon that can scan single hosts reaches host ${p.id}`],
  discovery_session_starting: [409, (p) => `discovery session ${p.id} is starting, try again`],
  secrets_key_missing: [409, 'the service stores no secrets until its operator sets SECRETS_KEY'],
  auth_oidc_already_linked: [409, 'the account, or the identity at the provider, is linked already'],
  auth_second_factor_already_set: [409, 'a second factor is set up already'],
  auth_passkeys_unavailable: [409, 'passkeys need PUBLIC_URL with https and a name, or localhost'],
  idempotency_conflict: [409, (p) => `the idempotency key ${p.key} was used for another request`],
  idempotency_in_progress: [409, 'the first request with this idempotency key is still in work'],
  idempotency_answer_unavailable: [
    409,
    (p) => `the request with the idempotency key ${p.key} was done, and its answer is not available again`,
  ],
  passkeys_exceeded: [409, (p) => `an account has at most ${p.max} passkeys`],
  mail_disabled: [409, 'the service sends no mail until its operator sets SMTP_URL'],
  payload_too_large: [413, (p) => `the body may have at most ${p.max_bytes} bytes`],
  unsupported_media_type: [415, 'send the body as application/json'],
  rate_limit_exceeded: [429, 'too many requests, try again later'],
  organization_busy: [
    429,
    (p) => busyTexts[String(p.reason)] ?? 'the organization has used up its budget for heavy work: try again later',
  ],
  idempotency_keys_exceeded: [429, (p) => `a session or API key may use at most ${p.max} idempotency keys a day`],
  auth_login_locked: [429, 'too many failed sign-ins, try again later'],
  internal_error: [500, 'internal error'],
  service_unavailable: [
    503,
    (p) => unavailableTexts[String(p.reason)] ?? 'the database is unavailable, try again later',
  ],
  auth_oidc_unavailable: [503, 'the provider is unavailable or sends invalid responses, try again later'],
} satisfies Record<string, [number, Message]>;

export type ErrorCode = keyof typeof table;
export const errorCodes = Object.keys(table) as ErrorCode[];
export const isErrorCode = (code: unknown): code is ErrorCode => typeof code === 'string' && Object.hasOwn(table, code);
export const errorStatus = (code: ErrorCode): number => table[code][0];

const longestParam = 500;

/** Shortens a text that a caller sent, for error messages. The text may have any length. */
export const shortenText = (text: string): string =>
  text.length > longestParam ? `${text.slice(0, longestParam)}…` : text;

const boundedParams = (params: Params): Params =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, typeof value === 'string' ? shortenText(value) : value]),
  );

/**
 * An error with a public code. Its `params` are public and part of the API. They name fields as the GraphQL schema
 * does.
 */
export class AppError extends Error {
  readonly params: Params;

  constructor(
    readonly code: ErrorCode,
    params: Params = {},
    /** Seconds after which the request may be retried, for the Retry-After header. */
    readonly retryAfterSeconds?: number,
  ) {
    const shortParams = boundedParams(params);
    super(messageOf(code, shortParams));
    this.name = 'AppError';
    this.params = shortParams;
  }
  get status(): number {
    return errorStatus(this.code);
  }
}

/** The message of an error code, with the names of its params in place of their values. */
export function describeErrorCode(code: ErrorCode): string {
  const names = new Proxy<Params>({}, { get: (_params, name) => `\`${String(name)}\`` });
  return `HTTP ${errorStatus(code)}: ${messageOf(code, names).replaceAll('"', '')}.`;
}

function messageOf(code: ErrorCode, params: Params): string {
  const message: Message = table[code][1];
  return typeof message === 'string' ? message : message(params);
}

/**
 * Why the database is unavailable. `waiting`: a wait for a connection, lock or response timed out. `unreachable`: no
 * server responds. `full`: the disk is full. `read_only`: the database is read-only. `share_used`: heavy work waited
 * too long for the connections of its organization, although the database is available.
 */
export type Trouble = 'waiting' | 'unreachable' | 'full' | 'read_only' | 'share_used';

/**
 * Thrown for an error that the database caused and not the request. The error has no member `code`, because Prisma
 * converts errors with such a member.
 */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable';

  constructor(
    readonly trouble: Trouble,
    override readonly cause: unknown,
    /** Why the statement failed; undefined for trouble of the database itself. */
    readonly reason?: FailureReason,
  ) {
    super(`the database is unavailable (${trouble}): ${(cause as { message?: string } | undefined)?.message}`);
  }
}

/** The error of a job that exceeded the time or the memory that a worker thread has for it. */
export class JobBoundExceeded extends Error {
  constructor(
    readonly bound: 'time' | 'memory',
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** The Retry-After header, in seconds, when the database is unavailable. A restart or a failover usually takes less. */
const retryUnavailableSeconds = 5;

/**
 * Converts a thrown value to an AppError. The code is `service_unavailable` if the database or too little memory caused
 * the error. For unexpected errors it is `internal_error`, which reveals nothing.
 */
export function toPublicError(reason: unknown): AppError {
  for (let error = reason, depth = 0; error instanceof Error && depth < 8; depth += 1) {
    if (error instanceof AppError) return error;
    if (error instanceof DatabaseUnavailable) return unavailableError(error);
    if (error instanceof JobBoundExceeded && error.bound === 'memory')
      return new AppError('service_unavailable', { reason: 'memory_exceeded' }, retryUnavailableSeconds);
    error = error instanceof GraphQLError ? error.originalError : error.cause;
  }
  return new AppError('internal_error');
}

/**
 * The error for an unavailable database. `params.reason` tells the caller whether to request less (a time limit was
 * exceeded) or that its organization is being moved to another database.
 */
const unavailableError = ({ reason, trouble }: DatabaseUnavailable): AppError =>
  trouble === 'share_used'
    ? new AppError('organization_busy', { reason: 'database_time' }, retryUnavailableSeconds)
    : new AppError('service_unavailable', reason === undefined ? {} : { reason }, retryUnavailableSeconds);

/** The error for every request of an organization that has been moved to another database. */
export const movedError = (): AppError =>
  new AppError('service_unavailable', { reason: 'organization_moved' }, retryUnavailableSeconds);

/** Whether the service caused the error (status 500 or higher), so that it is logged. */
export const isOurs = ({ status }: AppError): boolean => status >= 500;

/** The `extensions` of a GraphQL error for this error: its code and params. */
export const errorExtensions = (error: AppError) => ({ code: error.code, params: error.params });
