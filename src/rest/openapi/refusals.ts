// Derives the possible errors of an operation, with their codes, from its permissions, its inputs and the conflicts of
// its mutation.
import {
  getNamedType,
  isInputObjectType,
  typeFromAST,
  visit,
  type DocumentNode,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLSchema,
  type NameNode,
} from 'graphql';
import { demandOf, type Action } from '../../auth/permissions';
import { requiredReach, isShared } from '../../data/tenancy/visible-rows';
import type { AppError } from '../../errors';
import { toPlural } from '../../platform/text/names';
import { fieldConflicts } from './conflicts';
import type { ErrorResponse } from './responses';
import { isHeavyRoute, isWrite, readsBody, takesInstant, type Route } from '../route';

type Code = AppError['code'];
type Field = GraphQLField<unknown, unknown>;
/**
 * The possible error codes of a route's error responses. Codes of conflicts (409) come with their causes. An empty list
 * means that any code with the response's status is possible.
 */
export type Refusals = Partial<Record<ErrorResponse, readonly Code[] | Readonly<Partial<Record<Code, string>>>>>;

export interface Guard {
  readonly action: Action | undefined;
  readonly isPublic: boolean;
}

/** Error codes of single operations, in addition to those that follow from the required permission. */
const codesByField: Readonly<Record<string, Partial<Record<'Forbidden' | 'NotFound', readonly Code[]>>>> = {
  publicShare: { Forbidden: ['entity_disabled', 'entity_expired'] },
  publicShareTopology: {
    Forbidden: [
      'entity_disabled',
      'entity_expired',
      'entity_access_denied',
      'share_password_required',
      'share_token_invalid',
    ],
  },
  verifySharePassword: { Forbidden: ['entity_disabled', 'entity_expired', 'share_password_incorrect'] },
  exchangeEnrolmentCode: { Forbidden: ['entity_expired', 'enrolment_code_invalid', 'enrolment_code_used'] },
  createUserApiKey: { Forbidden: ['auth_permission_denied'] },
  updateUserApiKey: { Forbidden: ['auth_permission_denied'] },
  updateUser: { Forbidden: ['entity_access_denied'] },
  // A caller who may change the host may not be allowed to assign a credential that the request names.
  updateHost: { Forbidden: ['entity_access_denied'] },
  deleteOrganization: { Forbidden: ['auth_session_not_fresh'] },
  topologyChanges: { Forbidden: ['entity_access_denied'] },
  discoveryProgress: { Forbidden: ['entity_access_denied'] },
  registerDaemon: { Forbidden: ['auth_daemon_not_provisioned'] },
  topologyData: { Forbidden: ['entity_access_denied'], NotFound: ['entity_not_found'] },
  // 404: a row that the rule of the check names does not exist. 403: a network of the check is not within the caller's
  // reach.
  createCheck: { NotFound: ['entity_not_found'] },
  updateCheck: { Forbidden: ['entity_access_denied'], NotFound: ['entity_not_found'] },
  muteCheck: { Forbidden: ['entity_access_denied'] },
  unmuteCheck: { Forbidden: ['entity_access_denied'] },
  deleteCheck: { Forbidden: ['entity_access_denied'] },
  deleteChecks: { Forbidden: ['entity_access_denied'] },
  suggestedChecks: { Forbidden: ['entity_access_denied'] },
  checkTimeline: { Forbidden: ['entity_access_denied'] },
  testCheck: { Forbidden: ['entity_access_denied'], NotFound: ['entity_not_found'] },
  cancelDiscoverySession: { NotFound: ['discovery_session_not_found'] },
};

/**
 * Models that networks share. Changing or deleting a row is forbidden if a network out of the caller's reach uses the
 * row.
 */
const sharedModels = Object.keys(requiredReach).filter(isShared);
const changesShared = ({ name }: Field): boolean =>
  sharedModels.some((model) => [`update${model}`, `delete${model}`, `delete${toPlural(model)}`].includes(name));

const scopes = ['networkId', 'networkIds', 'organizationId'];
/** Inputs that are named like ids but refer to no row, so they cannot cause a 404. */
const namesNoRow = /^(sysObjectId|chassisId|containerId|vmId|containerName)$/;
const isSkipped = (field: Field, name: string): boolean =>
  name === 'entityIds' || (name === 'ids' && field.name.startsWith('delete'));

/** GraphQL mutations that refuse further attempts for a while after several wrong passwords. */
const countsGuesses: ReadonlySet<string> = new Set(['verifySharePassword', 'deleteOrganization']);

/** All possible errors of a route, with statuses from 400 to 503. */
export function routeRefusals(schema: GraphQLSchema, route: Route, field: Field, guard: Guard): Refusals {
  const inputs = inputNamesOf(schema, route.document);
  const isKeyed = takesKey(route, guard);
  const conflicts = { ...(isKeyed && keyConflicts), ...fieldConflicts(field, inputs) };
  const takesBody = readsBody(route);
  const forbidden = forbiddenCodes(route, field, guard, inputs);
  const missing = missingCodes(route, field, guard, inputs);
  return {
    BadRequest: [],
    ...(!guard.isPublic && {
      Unauthorized: ['auth_not_authenticated', ...(isForUsers(guard) ? (['auth_session_expired'] as const) : [])],
    }),
    ...(forbidden.length > 0 && { Forbidden: forbidden }),
    ...(missing.length > 0 && { NotFound: missing }),
    NotAcceptable: [],
    ...(Object.keys(conflicts).length > 0 && { Conflict: conflicts }),
    ...(takesBody && { PayloadTooLarge: [], UnsupportedMediaType: [] }),
    TooManyRequests: [
      'rate_limit_exceeded',
      ...(takesInstant(route) || isHeavyRoute(schema, route) ? (['organization_busy'] as const) : []),
      ...(countsGuesses.has(field.name) ? (['auth_login_locked'] as const) : []),
      ...(isKeyed ? (['idempotency_keys_exceeded'] as const) : []),
    ],
    InternalError: [],
    ServiceUnavailable: [],
  };
}

/** Whether the route accepts `Idempotency-Key`: it writes, needs a credential, and users may call it. */
export const takesKey = (route: Route, guard: Guard): boolean => isWrite(route) && !guard.isPublic && isForUsers(guard);

const keyConflicts = {
  idempotency_conflict: 'the `Idempotency-Key` was used for another request.',
  idempotency_in_progress: 'the first request with this `Idempotency-Key` is still in work.',
  idempotency_answer_unavailable: 'the write was done, and its answer is not sent again.',
} as const satisfies Partial<Record<Code, string>>;

const isForUsers = ({ action }: Guard): boolean => !(action && demandOf(action).daemonOnly);

function forbiddenCodes({ method }: Route, field: Field, guard: Guard, inputs: ReadonlySet<string>): Code[] {
  const { action, isPublic } = guard;
  const { level = 'Viewer', daemon = 'none' } = action ? demandOf(action) : {};
  const namesScope = method !== 'get' && scopes.some((name) => inputs.has(name));
  const declaredCodes = codesByField[field.name]?.Forbidden ?? [];
  // Public operations need no credential. They refuse daemons, and writes from pages of other origins.
  if (isPublic)
    return [
      'auth_user_context_required',
      ...(method === 'get' ? [] : (['auth_origin_not_allowed'] as const)),
      ...declaredCodes,
    ];
  const codes: readonly (Code | false)[] = [
    level !== 'Viewer' && 'auth_permission_denied',
    daemon === 'none' && 'auth_user_context_required',
    // An organization can switch off its API keys. This is checked before permissions, so an operation that no API key
    // may run has this error too.
    isForUsers(guard) && 'auth_api_access_disabled',
    isForUsers(guard) && 'auth_demo_local_only',
    isForUsers(guard) && 'auth_second_factor_enrolment_required',
    method !== 'get' && 'auth_origin_not_allowed',
    'entity_disabled',
    'entity_expired',
    daemon !== 'none' && 'daemon_network_mismatch',
    daemon !== 'none' && 'daemon_identity_mismatch',
    !isForUsers(guard) && 'auth_daemon_required',
    daemon === 'awake' && 'daemon_standby',
    namesScope && isForUsers(guard) && 'entity_access_denied',
    changesShared(field) && 'entity_access_denied',
    ...declaredCodes,
  ];
  return [...new Set(codes.filter((code) => code !== false))];
}

function missingCodes({ method, path }: Route, field: Field, { action }: Guard, inputs: ReadonlySet<string>): Code[] {
  const { daemon = 'none' } = action ? demandOf(action) : {};
  const namesRow = [...inputs].some(
    (name) =>
      /(^id|Id|Ids|^ids|^tags)$/.test(name) &&
      !scopes.includes(name) &&
      !namesNoRow.test(name) &&
      !isSkipped(field, name),
  );
  const codes: readonly (Code | false)[] = [
    (path.includes(':') || (method !== 'get' && namesRow)) && 'entity_not_found',
    (daemon === 'registered' || daemon === 'awake') && 'daemon_not_registered',
    ...(codesByField[field.name]?.NotFound ?? []),
  ];
  return [...new Set(codes.filter((code) => code !== false))];
}

/** Names of the arguments and input fields that a request can set, including fields of input objects in variables. */
function inputNamesOf(schema: GraphQLSchema, document: DocumentNode): ReadonlySet<string> {
  const names = new Set<string>();
  const visitedTypes = new Set<unknown>();
  const visitType = (inputType: GraphQLInputType | undefined): void => {
    const type = inputType && getNamedType(inputType);
    if (!isInputObjectType(type) || visitedTypes.has(type)) return;
    visitedTypes.add(type);
    for (const inner of Object.values(type.getFields())) {
      names.add(inner.name);
      visitType(inner.type);
    }
  };
  const remember = ({ name }: { name: NameNode }) => void names.add(name.value);
  visit(document, {
    VariableDefinition: ({ type }) => visitType(typeFromAST(schema, type) as GraphQLInputType),
    Argument: remember,
    ObjectField: remember,
  });
  return names;
}
