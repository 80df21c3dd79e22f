// Writes the rows (`daemon_polls`) with which the service polls daemons: the time of the next call, and the daemon's
// API key, encrypted.
import { requireVisible, updateVisible, type Db } from '../../data/tenancy/rows';
import type { Outbound } from '../../platform/http/outbound';
import type { SecretBox } from '../../platform/text/sealed-secrets';

interface NewPoll {
  readonly daemonId: string;
  readonly networkId: string;
  readonly url: string;
  readonly token: string;
}

export async function addPoll(tx: Db, box: SecretBox, { token, ...row }: NewPoll): Promise<void> {
  const data = { ...row, sealedKey: box.seal(row.daemonId, { key: token }) };
  await tx.daemonPoll.create({ data, select: { daemonId: true } });
}

/** Decrypts the stored API key of a daemon; undefined if no key in SECRETS_KEY decrypts it. */
export function openedKey(box: SecretBox, daemonId: string, sealedKey: Uint8Array): string | undefined {
  const openedSecret = box.open(daemonId, sealedKey) as { key?: string } | undefined;
  return openedSecret?.key;
}

/**
 * Encrypts and stores the new token of an API key for all polled daemons that use the key. For other daemons, the
 * database stores only the hash of the token.
 */
export async function resealDaemonKey(
  tx: Db,
  box: SecretBox,
  { id, token }: { readonly id: string; readonly token: string },
): Promise<void> {
  const pollRows = await tx.daemonPoll.findMany({
    where: { daemon: { is: { apiKeyId: id } } },
    select: { daemonId: true },
  });
  for (const { daemonId } of pollRows)
    await tx.daemonPoll.updateMany({ where: { daemonId }, data: { sealedKey: box.seal(daemonId, { key: token }) } });
}

/**
 * Makes the service call the daemon in the next round of polls. Does nothing for a daemon that the service does not
 * poll.
 */
export async function pollSoon(tx: Db, daemonId: string): Promise<void> {
  await tx.daemonPoll.updateMany({ where: { daemonId }, data: { dueAt: new Date() } });
}

/**
 * Makes the service call an unreachable daemon again. Call this function in a transaction. Throws 400
 * `outbound_address_refused` if the daemon's URL is no longer allowed.
 */
export async function retryPolls(tx: Db, outbound: Outbound, daemonId: string): Promise<void> {
  await requireVisible(tx, 'Daemon', daemonId, { select: { id: true } });
  const poll = await tx.daemonPoll.findUnique({ where: { daemonId }, select: { url: true } });
  if (poll) outbound.assertAllowed('url', poll.url);
  const data = { isUnreachable: false, pollFailures: 0 };
  await updateVisible(tx, 'Daemon', daemonId, data, { query: { select: { id: true } } });
  await pollSoon(tx, daemonId);
}
