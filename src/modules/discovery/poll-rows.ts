// The poll row of a daemon that the service calls. It is created when the daemon is provisioned. When its key is
// rotated, the row gets the new key, encrypted. It becomes due when there is work.
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

/** Decrypts the stored key of a daemon; undefined if no key in SECRETS_KEY decrypts it. */
export function openedKey(box: SecretBox, daemonId: string, sealedKey: Uint8Array): string | undefined {
  const openedSecret = box.open(daemonId, sealedKey) as { key?: string } | undefined;
  return openedSecret?.key;
}

/**
 * Encrypts and stores a new token for those polled daemons that use this key. For other daemons, only the hash of a key
 * is stored.
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

/** If the service polls the daemon, makes it due in the next polling round. */
export async function pollSoon(tx: Db, daemonId: string): Promise<void> {
  await tx.daemonPoll.updateMany({ where: { daemonId }, data: { dueAt: new Date() } });
}

/**
 * Makes an unreachable daemon due again. Runs in a transaction. Throws 400 `outbound_address_refused` if the daemon's
 * URL is no longer allowed.
 */
export async function retryPolls(tx: Db, outbound: Outbound, daemonId: string): Promise<void> {
  await requireVisible(tx, 'Daemon', daemonId, { select: { id: true } });
  const poll = await tx.daemonPoll.findUnique({ where: { daemonId }, select: { url: true } });
  if (poll) outbound.assertAllowed('url', poll.url);
  const data = { isUnreachable: false, pollFailures: 0 };
  await updateVisible(tx, 'Daemon', daemonId, data, { query: { select: { id: true } } });
  await pollSoon(tx, daemonId);
}
