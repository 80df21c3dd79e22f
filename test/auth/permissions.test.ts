// Tests the permission table, the rules for changing other users, and the format of tokens and passwords.
import { hashPassword, passwordMatches } from '../../src/auth/passwords';
import {
  actions,
  assertMay,
  assertMayAsk,
  assertMayChangeAccess,
  assertMayDeleteUser,
  assertMayGrant,
  demandOf,
  listableRanks,
  may,
} from '../../src/auth/permissions';
import {
  generateKey,
  generateSessionToken,
  hashToken,
  isKeyForm,
  isSessionForm,
  redactedKey,
  redactToken,
} from '../../src/auth/tokens';
import {
  atLeast,
  lesserPermissions,
  rankOf,
  ranks,
  userOf,
  type DaemonIdentity,
  type DaemonViewer,
  type Permissions,
  type UserViewer,
} from '../../src/data/tenancy/viewer';
import { requiredReach } from '../../src/data/tenancy/visible-rows';
import type { AppError } from '../../src/errors';

const viewer = (
  permissions: Permissions,
  via: UserViewer['via'] = 'session',
  isNarrowed: boolean = false,
): UserViewer => ({
  via,
  permissions,
  isNarrowed,
  userId: 'me',
  organizationId: 'us',
  networkIds: [],
  credentialId: 'credential',
});

const daemon = (identity: DaemonIdentity, isOnStandby = false): DaemonViewer => ({
  via: 'daemonApiKey',
  organizationId: 'us',
  networkIds: [],
  credentialId: 'credential',
  identity,
  isOnStandby,
});

const refusalOf = (ask: () => void): [string, Record<string, unknown>] | undefined => {
  try {
    ask();
    return undefined;
  } catch (error) {
    return [(error as AppError).code, (error as AppError).params];
  }
};

test.each(actions)('%s: allowed from its role on; allowed for keys only where no session is required', (action) => {
  const { level, sessionOnly, everyNetwork, daemonOnly } = demandOf(action);
  for (const rank of ranks) {
    if (daemonOnly) {
      expect(may(viewer(rank), action)).toBe(false);
      expect(refusalOf(() => assertMay(viewer(rank), action))).toEqual(['auth_daemon_required', {}]);
      continue;
    }
    const isEnough = rankOf(rank) >= rankOf(level);
    expect(may(viewer(rank), action)).toBe(isEnough);
    expect(may(viewer(rank, 'userApiKey'), action)).toBe(isEnough && !sessionOnly);
    const deniedError = ['auth_permission_denied', { action, required: level }];
    expect(refusalOf(() => assertMay(viewer(rank), action))).toEqual(isEnough ? undefined : deniedError);
    const narrowedViewer = viewer(rank, 'userApiKey', true);
    expect(may(narrowedViewer, action)).toBe(isEnough && !sessionOnly && !everyNetwork);
    if (isEnough && everyNetwork)
      expect(refusalOf(() => assertMay(narrowedViewer, action))).toEqual([
        'auth_permission_denied',
        { action, required: `${level} of every network` },
      ]);
    if (sessionOnly)
      expect(refusalOf(() => assertMay(viewer(rank, 'userApiKey'), action))).toEqual([
        'auth_user_context_required',
        {},
      ]);
  }
  expect(refusalOf(() => assertMay(undefined, action))).toEqual(['auth_not_authenticated', {}]);
});

const identities = ['absent', 'unknown', 'otherNetwork', 'otherKey', 'own'] as const;
/**
 * The expected error code for each entry of `identities` (the daemon that the request names), by kind of action.
 * Undefined: the daemon may call the action.
 */
const answers = {
  keyed: [undefined, undefined, 'daemon_network_mismatch', 'daemon_identity_mismatch', undefined],
  registered: [
    'auth_daemon_required',
    'daemon_not_registered',
    'daemon_network_mismatch',
    'daemon_identity_mismatch',
    undefined,
  ],
};

test.each(actions)(
  '%s: allowed for daemons only where the table says so, and only for the daemon that the header names',
  (action) => {
    const demand = demandOf(action).daemon;
    const ask = (viewer: DaemonViewer) => refusalOf(() => assertMay(viewer, action))?.[0];
    for (const [at, identity] of identities.entries()) {
      const expectedText =
        demand === 'none' ? 'auth_user_context_required' : answers[demand === 'keyed' ? 'keyed' : 'registered'][at];
      // An unknown daemon that reports its start gets the same error as a request for a row that does not exist.
      const isMissing = demand === 'starting' && identity === 'unknown';
      expect(ask(daemon(identity))).toBe(isMissing ? 'entity_not_found' : expectedText);
    }
    expect(ask(daemon('own', true))).toBe(
      {
        none: 'auth_user_context_required',
        keyed: undefined,
        starting: undefined,
        registered: undefined,
        awake: 'daemon_standby',
      }[demand],
    );
  },
);

test('a daemon has no user and no role; actions that the table does not name are closed to it', () => {
  expect(refusalOf(() => userOf(daemon('own')))).toEqual(['auth_user_context_required', {}]);
  expect(atLeast(daemon('own'), 'Viewer')).toBe(false);
  expect(refusalOf(() => assertMayAsk(daemon('own'), 'vlans'))).toEqual(['auth_user_context_required', {}]);
  expect(refusalOf(() => assertMayAsk(daemon('own'), 'subnets'))).toBeUndefined();
  expect(refusalOf(() => assertMayAsk(daemon('own'), 'constructor'))).toEqual(['auth_user_context_required', {}]);
  expect(refusalOf(() => assertMayAsk(viewer('Viewer'), 'vlans'))).toBeUndefined();
  expect(refusalOf(() => assertMayAsk(viewer('Viewer'), 'createVlan'))?.[0]).toBe('auth_permission_denied');
});

test('an Admin changes users below Admin, an Owner changes anyone, and nobody changes their own role', () => {
  const change = (ownRole: Permissions, targetRole: Permissions, expectedText: Permissions, id = 'you') =>
    refusalOf(() => assertMayChangeAccess(viewer(ownRole), { id, permissions: targetRole }, expectedText));
  expect(change('Admin', 'Viewer', 'Member')).toBeUndefined();
  expect(change('Admin', 'Member', 'Admin')).toEqual([
    'auth_permission_denied',
    { action: 'updateUserAccess', required: 'Owner' },
  ]);
  expect(change('Admin', 'Admin', 'Viewer')).toBeDefined();
  expect(change('Admin', 'Owner', 'Viewer')).toBeDefined();
  expect(change('Member', 'Viewer', 'Viewer')).toBeDefined();
  expect(change('Owner', 'Owner', 'Viewer')).toBeUndefined();
  expect(change('Owner', 'Owner', 'Admin', 'me')).toBeDefined();
});

test('deleting a user needs at least the user’s role; nobody grants a higher role than the own one', () => {
  const remove = (ownRole: Permissions, targetRole: Permissions) =>
    refusalOf(() => assertMayDeleteUser(viewer(ownRole), { id: 'you', permissions: targetRole }));
  expect(remove('Admin', 'Admin')).toBeUndefined();
  expect(remove('Admin', 'Owner')).toEqual(['auth_permission_denied', { action: 'deleteUser', required: 'Owner' }]);
  expect(remove('Member', 'Viewer')).toBeDefined();
  expect(refusalOf(() => assertMayGrant(viewer('Member'), 'createUserApiKey', 'Member'))).toBeUndefined();
  expect(refusalOf(() => assertMayGrant(viewer('Member'), 'createUserApiKey', 'Admin'))).toBeDefined();
  expect(listableRanks(viewer('Admin'))).toEqual(['Viewer', 'Member']);
  expect(listableRanks(viewer('Owner'))).toEqual([...ranks]);
  expect(lesserPermissions('Owner', 'Member')).toBe('Member');
});

test('tokens have their form, are stored as hashes, and only a few of their characters are shown', () => {
  const keys = Array.from({ length: 200 }, () => generateKey('user'));
  expect(new Set(keys.map(({ token }) => token)).size).toBe(200);
  for (const { token, keyHash, keyPrefix } of keys) {
    expect(token).toMatch(/^nlm_u_[0-9A-Za-z]{32}$/);
    expect(isKeyForm('user', token)).toBe(true);
    expect(isKeyForm('daemon', token)).toBe(false);
    expect(keyHash).toBe(hashToken(token));
    expect(keyHash).toMatch(/^[0-9a-f]{64}$/);
    expect(redactedKey('user', keyPrefix)).toBe(`${token.slice(0, 12)}…`);
    expect(redactToken(token)).toHaveLength(9);
  }
  expect(generateKey('daemon').token).toMatch(/^nlm_d_/);
  expect(isSessionForm(generateSessionToken())).toBe(true);
});

test('passwords are hashed by argon2id; all Unicode forms of a password match; without a hash nothing matches', async () => {
  const storedHash = await hashPassword('Caf\u00e9 horse 1');
  expect(storedHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await passwordMatches(storedHash, 'Cafe\u0301 horse 1')).toBe(true);
  expect(await passwordMatches(storedHash, 'Cafe horse 1')).toBe(false);
  expect(await passwordMatches(undefined, 'no account has this password')).toBe(false);
  expect(await passwordMatches(storedHash, 'x'.repeat(100_000))).toBe(false);
});

describe('rows whose change requires all networks', () => {
  const models = Object.entries(requiredReach).flatMap(([model, reach]) => (reach === 'all networks' ? model : []));
  /**
   * Names of the mutations that write rows of a model. API keys can call all of them: mutations that need a session are
   * left out.
   */
  const writesOf = (model: string) =>
    actions.filter(
      (action) =>
        new RegExp(`^(create|update|revoke|delete)${model}(s|Access)?$`).test(action) && !demandOf(action).sessionOnly,
    );

  test.each(models)('%s: every write is refused to keys that do not reach every network', (model) => {
    const writes = writesOf(model);
    expect(writes.length).toBeGreaterThan(0);
    expect(writes.filter((action) => !demandOf(action).everyNetwork)).toEqual([]);
  });

  test('no write of other rows is refused to these keys, except changes of the organization', () => {
    const others = actions.filter((action) => demandOf(action).everyNetwork && !/^invites$|Organization$/.test(action));
    expect(others.sort()).toEqual(models.flatMap(writesOf).sort());
  });
});
