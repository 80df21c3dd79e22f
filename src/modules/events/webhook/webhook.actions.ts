// Creates and changes webhooks, and replaces their secrets. The caller must have access to all networks of a webhook. A
// webhook for all networks requires an Admin with access to all networks.
import { randomUUID } from 'node:crypto';
import { requireAllVisible, requireSelected, updateVisible, type Db } from '../../../data/tenancy/rows';
import type { ScopedDb } from '../../../data/tenancy/scoped-db';
import { userOf, type Viewer } from '../../../data/tenancy/viewer';
import { AppError } from '../../../errors';
import {
  networksAfter,
  newNetworks,
  requireNetworks,
  requireReachOfAll,
  type ChosenNetworks,
  type NetworksInput,
} from '../../../graphql/entity/chosen-networks';
import type { Webhook } from '../../../generated/prisma/client';
import { withoutUndefined } from '../../../platform/text/members';
import { isAllowedUrl, openWebhookSecrets, type Sending, type WebhookSecrets } from '../delivering/send-message';
import { fitsFormat } from '../messages/formats';
import { whyNothingMatches } from '../messages/kind-facts';
import { isHeaderName, isHeaderValue } from '../messages/own-headers';
import { formerSecretHours, generateSecret } from '../messages/signatures';
import { lockWebhook, requireRoomForWebhook } from './webhook-locks.sql';

type Columns = Pick<Webhook, 'name' | 'url' | 'format' | 'enabled' | 'kinds' | 'severities' | 'tagIds' | 'roles'>;

export interface HeaderInput {
  readonly name: string;
  /** Value of the header. If the value is absent, the header keeps its stored value. */
  readonly value?: string | null | undefined;
}
/** The parts of an input that are not columns of the webhook's row. If a part is absent, its stored value stays. */
export interface WebhookParts extends NetworksInput {
  readonly headers?: readonly HeaderInput[] | null;
}

/**
 * Throws 400 for a URL to which the service must not send messages, and for a URL that does not fit the webhook's
 * format.
 */
function requireUrl(sending: Sending, { url, format }: Pick<Columns, 'url' | 'format'>): void {
  sending.outbound.assertAllowed('url', url);
  if (!isAllowedUrl(sending, url)) throw new AppError('outbound_address_refused', { field: 'url' });
  if (!fitsFormat(format, url)) throw new AppError('validation_invalid_format', { field: 'url' });
}

function requireMatches(columns: Columns): void {
  const reason = whyNothingMatches(columns);
  if (reason !== undefined) throw new AppError('webhook_matches_nothing', { reason });
}

/** Returns the values of headers by name. Throws 400 for a header that a webhook may not have. */
function mergedHeaders(headers: readonly HeaderInput[], stored: WebhookSecrets['headers'] = {}) {
  const storedValues = new Map(Object.entries(stored).map(([name, value]) => [name.toLowerCase(), value]));
  const names = new Set<string>();
  const entries = headers.map(({ name, value: inputValue }): [string, string] => {
    const lower = name.toLowerCase();
    if (!isHeaderName(name) || names.has(lower))
      throw new AppError('validation_invalid_format', { field: 'headers.name' });
    names.add(lower);
    const value = inputValue ?? storedValues.get(lower);
    if (value === undefined) throw new AppError('validation_required', { field: 'headers.value' });
    if (!isHeaderValue(value)) throw new AppError('validation_invalid_format', { field: 'headers.value' });
    return [name, value];
  });
  return Object.fromEntries(entries);
}

const makerOf = (viewer: Viewer) => {
  const { userId, via, credentialId } = userOf(viewer);
  return { createdByUserId: userId, createdByKeyId: via === 'session' ? null : credentialId };
};

export interface MadeWebhook {
  readonly id: string;
  readonly secret: string;
}

/** Creates a webhook. Resolves with its id and its secret. No later response contains the secret. */
export async function createWebhook(
  db: ScopedDb,
  viewer: Viewer,
  sending: Sending,
  columns: Partial<Columns> & Pick<Columns, 'name' | 'url'>,
  parts: WebhookParts,
): Promise<MadeWebhook> {
  const scope = newNetworks(parts);
  const absent = { format: 'Netloom', enabled: true, kinds: [], severities: [], tagIds: [], roles: [] } as const;
  const row: Columns = { ...absent, ...withoutUndefined(columns) } as Columns;
  requireNetworks(scope);
  requireUrl(sending, row);
  requireMatches(row);
  const secrets: WebhookSecrets = { secret: generateSecret(), headers: mergedHeaders(parts.headers ?? []) };
  requireReachOfAll(viewer, scope, 'createWebhook');
  const id = randomUUID();
  const { organizationId } = viewer;
  await db.$transaction(async (tx) => {
    await requireAllVisible(tx, 'Tag', row.tagIds);
    await requireRoomForWebhook(tx, viewer);
    const sealed = { secrets: sending.secretBox.seal(id, secrets), headerNames: Object.keys(secrets.headers) };
    const data = { ...row, ...sealed, ...makerOf(viewer), id, organizationId, allNetworks: scope.allNetworks };
    await tx.webhook.createMany({ data: [data] });
    await writeScope(tx, viewer, id, scope);
  });
  return { id, secret: secrets.secret };
}

async function writeScope(
  tx: Db,
  { organizationId }: Viewer,
  webhookId: string,
  { networkIds }: ChosenNetworks,
): Promise<void> {
  // A trigger deletes a webhook that loses its last network, so new networks are inserted before former networks are
  // deleted.
  const data = networkIds.map((networkId) => ({ webhookId, networkId, organizationId }));
  if (data.length > 0) await tx.webhookNetwork.createMany({ data, skipDuplicates: true });
  await tx.webhookNetwork.deleteMany({ where: { webhookId, networkId: { notIn: [...networkIds] } } });
}

const storedColumns = {
  ...{ name: true, url: true, format: true, enabled: true, kinds: true, severities: true, tagIds: true, roles: true },
  ...{ allNetworks: true, secrets: true, scope: { select: { networkId: true } } },
} as const;

/**
 * Locks and reads a webhook. Throws 404 unless the viewer may read the webhook, which requires access to all of its
 * networks.
 */
async function lockedWebhook(tx: Db, viewer: Viewer, id: string) {
  await requireSelected(tx, 'Webhook', id, { id: true });
  await lockWebhook(tx, viewer, id);
  return requireSelected(tx, 'Webhook', id, storedColumns);
}

/**
 * Changes a webhook, and makes its next message due at once. If it is switched on, its deliveries depend on the rights
 * of the user or API key that switched it on.
 */
export async function updateWebhook(
  db: ScopedDb,
  viewer: Viewer,
  sending: Sending,
  id: string,
  columns: Partial<Columns>,
  parts: WebhookParts,
  expectedUpdatedAt: Date | null | undefined,
): Promise<void> {
  await db.$transaction(async (tx) => {
    const { secrets: sealed, scope: rows, allNetworks, ...before } = await lockedWebhook(tx, viewer, id);
    const scope = networksAfter({ allNetworks, networkIds: rows.map(({ networkId }) => networkId) }, parts);
    const row: Columns = { ...before, ...withoutUndefined(columns) };
    requireNetworks(scope);
    requireReachOfAll(viewer, scope, 'updateWebhook');
    if (columns.url !== undefined || columns.format !== undefined) requireUrl(sending, row);
    requireMatches(row);
    if (columns.tagIds) await requireAllVisible(tx, 'Tag', columns.tagIds);
    const data = {
      ...columns,
      ...headerColumns(sending, id, sealed, { given: parts.headers, isElsewhere: originOf(row) !== originOf(before) }),
      ...(!before.enabled && row.enabled && { ...makerOf(viewer), stoppedBecause: null, failingSince: null }),
      allNetworks: scope.allNetworks,
      dueAt: null,
      updatedAt: new Date(),
    };
    await updateVisible(tx, 'Webhook', id, data, { query: { select: { id: true } }, expectedUpdatedAt });
    await writeScope(tx, viewer, id, scope);
  });
}

const originOf = ({ url }: Pick<Columns, 'url'>): string => new URL(url).origin;

interface HeaderChange {
  readonly given: readonly HeaderInput[] | null | undefined;
  /** Whether the new URL has another origin than the stored URL, so that messages go to another receiver. */
  readonly isElsewhere: boolean;
}

/**
 * Returns the columns of changed headers. If messages go to a new receiver, the caller must send all values again;
 * otherwise throws 400. Users cannot read the stored values, so a new receiver must not get them either.
 */
function headerColumns({ secretBox }: Sending, id: string, sealed: Uint8Array, { given, isElsewhere }: HeaderChange) {
  if (given === undefined && !isElsewhere) return {};
  const secrets = requireSecrets({ secretBox }, id, sealed);
  if (given === undefined) {
    if (Object.keys(secrets.headers).length > 0) throw new AppError('validation_required', { field: 'headers' });
    return {};
  }
  const merged = mergedHeaders(given ?? [], isElsewhere ? {} : secrets.headers);
  return { secrets: secretBox.seal(id, { ...secrets, headers: merged }), headerNames: Object.keys(merged) };
}

/** Returns the secrets of a webhook. Throws 409 `secrets_key_missing` if no key in SECRETS_KEY decrypts them. */
function requireSecrets({ secretBox }: Pick<Sending, 'secretBox'>, id: string, sealed: Uint8Array): WebhookSecrets {
  const secrets = openWebhookSecrets(secretBox, id, sealed);
  if (!secrets) throw new AppError('secrets_key_missing');
  return secrets;
}

/**
 * Replaces the secret of a webhook and resolves with the new secret. For a day, messages are signed with both secrets.
 */
export async function rotateSecret(
  db: ScopedDb,
  viewer: Viewer,
  box: Sending['secretBox'],
  id: string,
): Promise<string> {
  const secret = generateSecret();
  await db.$transaction(async (tx) => {
    const { secrets: sealed } = await lockedWebhook(tx, viewer, id);
    // If no key decrypts the stored secrets, the webhook gets a new secret all the same. The former secret then no
    // longer signs messages, and the values of the webhook's headers are lost.
    const before = openWebhookSecrets(box, id, sealed);
    const secrets: WebhookSecrets = {
      ...{ secret, headers: before?.headers ?? {} },
      ...(before && { former: before.secret }),
    };
    const now = new Date();
    const data = {
      secrets: box.seal(id, secrets),
      formerSecretUntil: new Date(now.getTime() + formerSecretHours * 3_600_000),
      ...{ headerNames: Object.keys(secrets.headers), dueAt: null, updatedAt: now },
    };
    await updateVisible(tx, 'Webhook', id, data, { query: { select: { id: true } } });
  });
  return secret;
}

/**
 * Queues a message again, after all waiting messages. If the message is still waiting, it is due at once instead.
 * Throws 403 `entity_disabled` if the webhook is switched off.
 */
export async function redeliver(db: ScopedDb, viewer: Viewer, id: string): Promise<void> {
  await db.$transaction(async (tx) => {
    const { webhookId } = await requireSelected(tx, 'WebhookDelivery', id, { webhookId: true });
    const { enabled } = await lockedWebhook(tx, viewer, webhookId);
    if (!enabled) throw new AppError('entity_disabled', { entity: 'Webhook' });
    const { state } = await requireSelected(tx, 'WebhookDelivery', id, { state: true });
    const anew = { state: 'Waiting' as const, attempts: 0, endedAt: null, queuedAt: new Date(), part: 0 };
    const data = { ...(state !== 'Waiting' && anew), nextAttemptAt: null, updatedAt: new Date() };
    await updateVisible(tx, 'WebhookDelivery', id, data, { query: { select: { id: true } } });
    await updateVisible(tx, 'Webhook', webhookId, { dueAt: null }, { query: { select: { id: true } } });
  });
}
