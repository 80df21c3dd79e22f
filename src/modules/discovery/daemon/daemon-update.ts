// Changes what users may change of a daemon: its name, maintainer, tags, and the URL at which the service polls it.
import { replaceTags } from '../../../data/tenancy/entity-tags';
import { requireAllVisible, requireVisible, updateVisible } from '../../../data/tenancy/rows';
import type { ScopedDb } from '../../../data/tenancy/scoped-db';
import type { Viewer } from '../../../data/tenancy/viewer';
import { AppError } from '../../../errors';
import type { Outbound } from '../../../platform/http/outbound';
import { pollSoon } from '../poll-rows';

interface ChangedDaemon {
  readonly name?: string | null;
  readonly url?: string | null;
  readonly userId?: string | null;
  readonly tagIds?: readonly string[] | null;
  readonly expectedUpdatedAt?: Date | null;
}

/**
 * Updates a daemon. Omitted fields keep their value; null removes the maintainer or all tags. Throws
 * `outbound_address_refused` for a URL to which the service may not connect, and 400 `validation_invalid_format` for a
 * URL of a daemon that the service does not poll.
 */
export async function updateDaemon(
  db: ScopedDb,
  viewer: Viewer,
  outbound: Outbound,
  id: string,
  { name, url, userId, tagIds, expectedUpdatedAt }: ChangedDaemon,
): Promise<void> {
  const stored = await requireVisible(db, 'Daemon', id, { select: { networkId: true, mode: true, url: true } });
  if (userId != null) await requireVisible(db, 'User', userId, { select: { id: true } });
  if (tagIds) await requireAllVisible(db, 'Tag', tagIds);
  const newUrl = url === undefined || (url ?? '') === stored.url ? undefined : (url ?? '');
  if (newUrl !== undefined) assertPolledUrl(stored, newUrl, outbound);
  await db.$transaction(async (tx) => {
    const data = { name: name ?? undefined, url: newUrl, userId, updatedAt: new Date() };
    await updateVisible(tx, 'Daemon', id, data, { query: { select: { id: true } }, expectedUpdatedAt });
    if (tagIds !== undefined)
      await replaceTags(tx, viewer, 'Daemon', { id, networkId: stored.networkId }, tagIds ?? []);
    if (newUrl === undefined) return;
    await tx.daemonPoll.updateMany({ where: { daemonId: id }, data: { url: newUrl } });
    await pollSoon(tx, id);
  });
}

function assertPolledUrl({ mode }: { readonly mode: string }, url: string, outbound: Outbound): void {
  if (mode !== 'server_poll') throw new AppError('validation_invalid_format', { field: 'url' });
  if (url === '') throw new AppError('validation_required', { field: 'url' });
  outbound.assertAllowed('url', url);
}
