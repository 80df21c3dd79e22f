// Composes the mails of discovery: the results of a run, or an alert about a silent daemon. A mail contains what its
// recipient may see when it is sent.
import type { Composers } from '../../access';
import { countInventoryChanges, readInventoryChanges, type InventoryChange } from '../../history';
import { sqlFor } from '../../../data/tenancy/scoped-sql';
import { frozen, type UserViewer } from '../../../data/tenancy/viewer';
import type { PrismaClient } from '../../../generated/prisma/client';
import { toWords, toPlural } from '../../../platform/text/names';
import type { Paragraph } from '../../../platform/mail/letter';

type Setting = 'emailDiscoveryDigest' | 'emailDaemonAlerts';

/**
 * `mostListed` is the maximum number of hosts that a digest lists for each kind of change. `mostRead` is the maximum
 * number of changes that are read for one digest.
 */
const mostListed = 20;
const mostRead = 1_000;

/** Models whose changes a digest counts without listing them. */
const countedKinds = ['Subnet', 'Vlan', 'Interface', 'Service'] as const;

// eslint-disable-next-line max-lines-per-function -- a table of letters, a text each
export function discoveryLetters(
  prisma: PrismaClient,
  publicUrl: string,
): Pick<Composers, 'DiscoveryDigest' | 'DaemonSilent'> {
  /** Resolves with the recipient; undefined if the user has disabled these mails or may not read the network. */
  const readerOf = async (email: string, setting: Setting, networkId: string): Promise<UserViewer | undefined> => {
    const user = await prisma.user.findUnique({
      where: { email },
      include: {
        networkAccess: { select: { networkId: true } },
        organization: { select: { networks: { select: { id: true } } } },
      },
    });
    if (!user?.[setting]) return undefined;
    const { id: userId, organizationId, permissions } = user;
    const all = user.organization.networks.map(({ id }) => id);
    const networkIds = ['Owner', 'Admin'].includes(permissions)
      ? all
      : user.networkAccess.map((letterReader) => letterReader.networkId);
    const rights = { organizationId, permissions, isNarrowed: false, networkIds, credentialId: userId };
    return networkIds.includes(networkId) ? frozen({ via: 'session', userId, ...rights }) : undefined;
  };

  const footer = (setting: string): Paragraph =>
    `You get this because ${setting} is on in the e-mail settings of your account.`;
  /**
   * Resolves with the address of the topology page for the network's oldest topology that is not of a snapshot. If the
   * network has no such topology, the address names no topology.
   */
  const mapOf = async (networkId: string): Promise<string> => {
    const topology = await prisma.topology.findFirst({
      where: { networkId, snapshotId: null },
      orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
      select: { id: true },
    });
    return topology ? `${publicUrl}/topology?topology=${topology.id}&view=L2Physical` : `${publicUrl}/topology`;
  };

  return {
    async DiscoveryDigest({ recipient, subjectId }) {
      const run =
        subjectId === null
          ? null
          : await prisma.discovery.findFirst({
              where: { id: subjectId, network: { is: {} } },
              select: { createdAt: true, results: true, networkId: true, network: { select: { name: true } } },
            });
      const reader = run ? await readerOf(recipient, 'emailDiscoveryDigest', run.networkId) : undefined;
      if (!run || !reader) return undefined;
      const { networkId } = run;
      const period = { networkId, from: beginningOf(run), to: new Date() };
      const sql = sqlFor(prisma, reader);
      const page = { backwards: false, take: mostRead, skip: 0 };
      const hosts = await readInventoryChanges(sql, { ...period, models: ['Host'] }, page);
      const lists = {
        new: hosts.filter(({ change }) => change === 'Added'),
        gone: hosts.filter(isGone),
        changed: hosts.filter((host) => host.change === 'Changed' && !isGone(host)),
      };
      const numbers = (await countInventoryChanges(sql, { ...period, models: countedKinds })).map(
        ({ model, change, count }) =>
          `${count} ${toWords(count === 1 ? model : toPlural(model))} ${change.toLowerCase()}`,
      );
      if (hosts.length === 0 && numbers.length === 0) return undefined;
      const total = Object.entries(lists).map(([what, { length }]) => `${length} ${what}`);
      const since = encodeURIComponent(period.from.toISOString());
      return {
        subject: `${run.network.name}: hosts ${total.join(', ')}`,
        paragraphs: [
          `A discovery of the network “${run.network.name}” has finished. Hosts: ${total.join(', ')}.`,
          ...Object.entries(lists).flatMap(([what, changes]) => listChanges(what, changes)),
          ...(numbers.length > 0 ? [`Beside that: ${numbers.join(', ')}.`] : []),
          { label: 'See the map with what has changed', url: `${await mapOf(networkId)}&since=${since}` },
          footer('“discovery digest”'),
        ],
      };
    },

    async DaemonSilent({ recipient, subjectId }) {
      const daemon =
        subjectId === null
          ? null
          : await prisma.daemon.findFirst({
              where: { id: subjectId, network: { is: {} } },
              select: { name: true, lastSeen: true, networkId: true, alert: true, network: { select: { name: true } } },
            });
      const isBack = daemon?.lastSeen?.getTime() !== daemon?.alert?.lastSeen.getTime();
      if (!daemon?.lastSeen || isBack) return undefined;
      if (!(await readerOf(recipient, 'emailDaemonAlerts', daemon.networkId))) return undefined;
      const { name, network, lastSeen } = daemon;
      return {
        subject: `The daemon ${name} is silent`,
        paragraphs: [
          `The daemon “${name}” of the network “${network.name}” was last heard of on ${lastSeen.toUTCString()}. Until it is back, the network is not scanned.`,
          { label: 'Open the map', url: await mapOf(daemon.networkId) },
          footer('“daemon alerts”'),
        ],
      };
    },
  };
}

/** Returns the time at which the run began, by the daemon's clock; at most a day before its end. */
function beginningOf({ createdAt, results }: { readonly createdAt: Date; readonly results: unknown }): Date {
  const startedAt = Date.parse((results as { started_at?: string | null } | null)?.started_at ?? '');
  const earliest = createdAt.getTime() - 24 * 3_600_000;
  return new Date(
    Math.min(Math.max(Number.isNaN(startedAt) ? earliest : startedAt, earliest), createdAt.getTime() - 1),
  );
}

/** Whether the change means that a host no longer responds or was deleted. */
const isGone = ({ change, before, after }: InventoryChange): boolean =>
  change === 'Removed' || (change === 'Changed' && before?.missingSince == null && after?.missingSince != null);

function listChanges(what: string, changes: readonly InventoryChange[]): Paragraph[] {
  if (changes.length === 0) return [];
  const names = changes.slice(0, mostListed).map(({ before, after }) => String((after ?? before)!['@name']));
  const more = changes.length - names.length;
  return [`Hosts ${what}:`, { items: [...names, ...(more > 0 ? [`and ${more} more`] : [])] }];
}
