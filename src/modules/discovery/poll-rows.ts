// The row of a daemon that the service calls: made when it is provisioned, sealed anew when its key is rotated, due when there is news.
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

/** The daemon's key as it was sealed; undefined where none of the keys in SECRETS_KEY opens it. */
export function openedKey(box: SecretBox, daemonId: string, sealedKey: Uint8Array): string | undefined {
  const openedSecret = box.open(daemonId, sealedKey) as { key?: string } | undefined;
  return openedSecret?.key;
}

/** Of the daemons with this key those that are called have the new token sealed; keys of others are kept as hashes alone. */
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

/** The next round of the replicas calls the daemon, if it is one that is called. */
export async function pollSoon(tx: Db, daemonId: string): Promise<void> {
  await tx.daemonPoll.updateMany({ where: { daemonId }, data: { dueAt: new Date() } });
}

/** Runs in a transaction. 400 `outbound_address_refused` where its address is refused by now. */
export async function retryPolls(tx: Db, outbound: Outbound, daemonId: string): Promise<void> {
  await requireVisible(tx, 'Daemon', daemonId, { select: { id: true } });
  const poll = await tx.daemonPoll.findUnique({ where: { daemonId }, select: { url: true } });
  if (poll) outbound.assertAllowed('url', poll.url);
  const data = { isUnreachable: false, pollFailures: 0 };
  await updateVisible(tx, 'Daemon', daemonId, data, { query: { select: { id: true } } });
  await pollSoon(tx, daemonId);
}
