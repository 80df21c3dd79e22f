// Users and keys of a demo organization: users of every role, API keys and an invite. Also the tags of the
// organization.
import { createHash } from 'node:crypto';
import { deriveKey } from '../auth/published-access';
import { derivedDemoId } from './network/chance';
import { demoChecks } from './network/checks';
import { emptyOrganizationRows, type OrganizationRows } from './network/rows';
import { type TagName, tagNames, tags } from './network/tags';
import { at } from './network/timeline';

const day = 24 * 60 * 60_000;

/** A key as it is stored: its hash, and the first characters of its secret part. */
export const storedKey = (token: string) => ({
  keyHash: createHash('sha256').update(token).digest('hex'),
  keyPrefix: token.slice('nlm_u_'.length, 'nlm_u_'.length + 6),
});

export interface OrganizationSpec {
  readonly seed: string;
  readonly now: number;
  readonly name: string;
  readonly ownerEmail: string;
  readonly emailDomain: string;
  readonly passwordHash: string;
  readonly apiKey: string;
  readonly networks: readonly {
    readonly id: string;
    readonly name: string;
    readonly kind: string;
    readonly staleAfterHours: number | null;
  }[];
}

interface Person {
  readonly local: string;
  readonly permissions: OrganizationRows['users'][number]['permissions'];
  /** Selects the networks that a Member or Viewer can access. */
  readonly reach?: (kind: string, index: number) => boolean;
  readonly oidc?: boolean;
}

const people: readonly Person[] = [
  { local: 'ingrid.holm', permissions: 'Admin' },
  { local: 'marco.ricci', permissions: 'Member', reach: () => true },
  { local: 'amina.diallo', permissions: 'Member', reach: (kind) => kind === 'data centre', oidc: true },
  { local: 'tomas.novak', permissions: 'Viewer', reach: () => true },
  { local: 'yuki.tanaka', permissions: 'Viewer', reach: (kind) => kind === 'branch' },
];

export interface OrganizationDraft {
  readonly rows: OrganizationRows;
  readonly organizationId: string;
  readonly ownerId: string;
  readonly adminId: string;
  readonly tagIds: Readonly<Record<TagName, string>>;
}

interface Draft {
  readonly spec: OrganizationSpec;
  readonly rows: OrganizationRows;
  readonly organizationId: string;
  readonly id: (path: string) => string;
  readonly created: (daysAgo: number) => { readonly createdAt: string; readonly updatedAt: string };
}

/** Adds a user and returns the user's id. */
function addUser(
  { spec, rows, id, organizationId, created }: Draft,
  email: string,
  { permissions, reach, oidc = false }: Omit<Person, 'local'>,
  daysAgo: number,
): string {
  const { now, passwordHash, networks } = spec;
  const userId = id(`user/${email}`);
  rows.users.push({
    id: userId,
    ...created(daysAgo),
    organizationId,
    email,
    emailVerified: true,
    passwordHash: oidc ? null : passwordHash,
    sessionEpoch: 0,
    permissions,
    oidcProvider: oidc ? 'Netloom SSO' : null,
    oidcSubject: oidc ? id(`oidc/${email}`) : null,
    oidcLinkedAt: oidc ? at(now - (daysAgo - 1) * day) : null,
    termsAcceptedAt: at(now - daysAgo * day),
    emailDiscoveryDigest: permissions !== 'Viewer',
    emailDaemonAlerts: true,
    emailProductOnboarding: daysAgo > 50,
    emailTrialAndUsage: true,
  });
  networks.forEach(({ id: networkId, kind }, index) => {
    if (reach?.(kind, index))
      rows.user_networks.push({ userId, networkId, organizationId, createdAt: at(now - daysAgo * day) });
  });
  return userId;
}

interface Key {
  readonly name: string;
  readonly token: string;
  readonly permissions: Person['permissions'];
  readonly networks: readonly string[];
  readonly isEnabled?: boolean;
  readonly expiresInDays?: number;
  readonly usedDaysAgo?: number;
}

/** Adds a key of the owner and returns the key's id. */
function addKey({ spec: { now }, rows, id, organizationId, created }: Draft, ownerId: string, key: Key): string {
  const keyId = id(`key/${key.name}`);
  const { expiresInDays, usedDaysAgo } = key;
  rows.user_api_keys.push({
    id: keyId,
    ...created(90),
    organizationId,
    userId: ownerId,
    name: key.name,
    ...storedKey(key.token),
    isEnabled: key.isEnabled ?? true,
    expiresAt: expiresInDays === undefined ? null : at(now + expiresInDays * day),
    lastUsed: usedDaysAgo === undefined ? null : at(now - usedDaysAgo * day),
    permissions: key.permissions,
  });
  for (const networkId of key.networks)
    rows.user_api_key_networks.push({
      userApiKeyId: keyId,
      networkId,
      organizationId,
      createdAt: at(now - 90 * day),
    });
  return keyId;
}

/** Adds the tags and returns their ids by name. */
function addTags({ spec: { now }, rows, id, organizationId }: Draft): Record<TagName, string> {
  const tagIds = Object.fromEntries(tagNames.map((name) => [name, id(`tag/${name}`)])) as Record<TagName, string>;
  tagNames.forEach((name, index) => {
    const [color, isApplication, description] = tags[name];
    const createdAt = at(now - 98 * day + index * 60_000);
    rows.tags.push({
      id: tagIds[name],
      createdAt,
      updatedAt: createdAt,
      validFrom: createdAt,
      organizationId,
      name,
      color,
      isApplication,
      description,
    });
  });
  return tagIds;
}

/** Adds checks of all networks. They have no verdicts yet: the service judges the networks when it starts. */
function addChecks({ rows, id, organizationId, created }: Draft): void {
  // All rows of an INSERT have the same columns, so a value is given for every column of every row.
  for (const { rule = {}, selection = {}, severity = 'Warning', description = null, ...check } of demoChecks)
    rows.checks.push({
      ...{ id: id(`check/${check.name}`), ...created(60), organizationId, allNetworks: true },
      ...{ ...check, severity, description, enabled: true, rule: rule as object, selection: selection as object },
    });
}

export function buildOrganization(spec: OrganizationSpec): OrganizationDraft {
  const { seed, now } = spec;
  const rows = emptyOrganizationRows();
  const id = (path: string) => derivedDemoId(seed, path);
  const organizationId = id('organization');
  const created = (daysAgo: number) => ({ createdAt: at(now - daysAgo * day), updatedAt: at(now - daysAgo * day) });
  const draft: Draft = { spec, rows, organizationId, id, created };
  rows.organizations.push({ id: organizationId, ...created(100), name: spec.name, apiAccessEnabled: true });
  spec.networks.forEach(({ id: networkId, name, staleAfterHours }, index) =>
    rows.networks.push({
      id: networkId,
      createdAt: at(now - 99 * day + index * 1000),
      updatedAt: at(now - 99 * day),
      organizationId,
      name,
      staleAfterHours,
    }),
  );
  const tagIds = addTags(draft);
  addChecks(draft);
  const ownerId = addUser(draft, spec.ownerEmail, { permissions: 'Owner' }, 100);
  const others = people.map(({ local, ...person }, index) =>
    addUser(draft, `${local}@${spec.emailDomain}`, person, 95 - index * 11),
  );

  const all = spec.networks.map((network) => network.id);
  addKey(draft, ownerId, { name: 'Demo', token: spec.apiKey, permissions: 'Owner', networks: all });
  const reports = addKey(draft, ownerId, {
    name: 'Grafana, read only',
    token: deriveKey(spec.apiKey, 'reports'),
    permissions: 'Viewer',
    networks: spec.networks.filter(({ kind }) => kind === 'data centre').map((network) => network.id),
    usedDaysAgo: 0.01,
    expiresInDays: 180,
  });
  addKey(draft, ownerId, {
    name: 'Old inventory script',
    token: deriveKey(spec.apiKey, 'script'),
    permissions: 'Member',
    networks: all.slice(0, 1),
    isEnabled: false,
    expiresInDays: -12,
    usedDaysAgo: 14,
  });
  const taggedAt = at(now - 60 * day);
  rows.tag_assignments.push({
    id: id('tag/Monitoring/key'),
    createdAt: taggedAt,
    updatedAt: taggedAt,
    validFrom: taggedAt,
    organizationId,
    tagId: tagIds.Monitoring,
    userApiKeyId: reports,
    userId: ownerId,
  });

  const inviteId = id('invite');
  rows.invites.push({
    id: inviteId,
    ...created(2),
    organizationId,
    createdBy: ownerId,
    permissions: 'Viewer',
    sendTo: `lea.fontaine@${spec.emailDomain}`,
    expiresAt: at(now + 5 * day),
    acceptedAt: null,
  });
  for (const networkId of all.slice(-1))
    rows.invite_networks.push({ inviteId, networkId, organizationId, createdAt: at(now - 2 * day) });
  return { rows, organizationId, ownerId, adminId: others[0]!, tagIds };
}
