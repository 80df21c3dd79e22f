// Composes the mails of built-in rules: what discovery runs changed, and which daemons are silent. Pure functions.
import type { MailRuleBuiltin } from '../../../generated/prisma/enums';
import { nilId } from '../../../platform/text/validation';
import { withoutLinks, type Letter, type Paragraph } from '../../../platform/mail/letter';
import { footerOf, timeText, type LetterRule } from './letter-parts';

export const hostFates = ['new', 'gone', 'changed'] as const;
export type HostFate = (typeof hostFates)[number];

/** What a complete discovery run changed in its network. */
export interface RunDigest {
  readonly networkId: string;
  readonly networkName: string;
  /** Id of the oldest topology of the network; null if the network has no topology. */
  readonly topologyId: string | null;
  readonly startedAt: Date;
  readonly endedAt: Date;
  /** Names of the new, gone and changed hosts. */
  readonly hosts: Readonly<Record<HostFate, readonly string[]>>;
  /** Numbers of changed rows of other kinds than hosts, as texts such as `3 services added`. */
  readonly others: readonly string[];
}
export interface RunDigests {
  /** Runs that changed something. */
  readonly digests: readonly RunDigest[];
  /** Number of further runs that the mail does not describe. */
  readonly more: number;
}

/** A daemon that is silent at present. */
export interface SilentDaemon {
  readonly id: string;
  readonly name: string;
  readonly lastSeen: Date;
  readonly networkId: string;
  readonly networkName: string;
  readonly topologyId: string | null;
}

/**
 * Maximum number of hosts that a digest lists for each of new, gone and changed, and of daemons that an alert lists.
 */
const [mostHosts, mostDaemons] = [20, 100];

const mapUrl = (publicUrl: string, topologyId: string | null): string =>
  topologyId ? `${publicUrl}/topology?topology=${topologyId}&view=L2Physical` : `${publicUrl}/topology`;

const countText = ({ hosts }: RunDigest): string => hostFates.map((fate) => `${hosts[fate].length} ${fate}`).join(', ');

function listHosts(fate: HostFate, names: readonly string[]): Paragraph[] {
  if (names.length === 0) return [];
  const more = names.length - mostHosts;
  const listed = names.slice(0, mostHosts).map(withoutLinks);
  return [`Hosts ${fate}:`, { items: [...listed, ...(more > 0 ? [`and ${more} more`] : [])] }];
}

/** Composes the digest of at least one run that changed something. */
export function composeDigest(rule: LetterRule, { digests, more }: RunDigests, publicUrl: string): Letter {
  const first = digests[0]!;
  const total = digests.length + more;
  const beginning = total === 1 ? '' : `${total} runs, first: `;
  return {
    subject: `${first.networkName}: ${beginning}hosts ${countText(first)}`,
    paragraphs: [
      ...digests.flatMap((digest): Paragraph[] => {
        const { networkName, topologyId, startedAt, endedAt, hosts, others } = digest;
        const since = encodeURIComponent(startedAt.toISOString());
        const link = mapUrl(publicUrl, topologyId);
        const ended = timeText(endedAt, rule.timeZone);
        return [
          `A discovery of the network “${withoutLinks(networkName)}” finished on ${ended}. Hosts: ${countText(digest)}.`,
          ...hostFates.flatMap((fate) => listHosts(fate, hosts[fate])),
          ...(others.length > 0 ? [`Beside that: ${others.join(', ')}.`] : []),
          { label: 'See the map with what has changed', url: topologyId ? `${link}&since=${since}` : link },
        ];
      }),
      ...(more > 0 ? [`And ${more} more.`] : []),
      ...footerOf(rule, publicUrl),
    ],
  };
}

/** Composes the alert about at least one silent daemon. */
export function composeAlert(rule: LetterRule, daemons: readonly SilentDaemon[], publicUrl: string): Letter {
  const first = daemons[0]!;
  const networks = Map.groupBy(daemons.slice(0, mostDaemons), ({ networkId }) => networkId);
  const more = daemons.length - mostDaemons;
  const subject =
    daemons.length === 1
      ? `The daemon ${first.name} is silent`
      : `${daemons.length} daemons are silent, first: ${first.name}`;
  return {
    subject,
    paragraphs: [
      ...[...networks.values()].flatMap((listed): Paragraph[] => [
        ...listed.map(
          ({ name, networkName, lastSeen }) =>
            `The daemon “${withoutLinks(name)}” of the network “${withoutLinks(networkName)}” was last heard of on ${timeText(lastSeen, rule.timeZone)}. Until it is back, the network is not scanned.`,
        ),
        { label: 'Open the map', url: mapUrl(publicUrl, listed[0]!.topologyId) },
      ]),
      ...(more > 0 ? [`And ${more} more.`] : []),
      ...footerOf(rule, publicUrl),
    ],
  };
}

const minuteMs = 60_000;

/** Composes an example of the mail of a built-in rule, with made-up hosts and daemons. */
export function composeExample(builtin: MailRuleBuiltin, rule: LetterRule, now: Date, publicUrl: string): Letter {
  const ago = (minutes: number) => new Date(now.getTime() - minutes * minuteMs);
  const network = { networkId: nilId, networkName: 'Example', topologyId: null };
  if (builtin === 'DaemonAlerts')
    return composeAlert(rule, [{ ...network, id: nilId, name: 'branch-agent', lastSeen: ago(15) }], publicUrl);
  const digest: RunDigest = {
    ...{ ...network, startedAt: ago(20), endedAt: ago(1), others: ['2 interfaces changed'] },
    hosts: { new: ['office-printer', 'camera-3'], gone: ['old-printer'], changed: ['core-switch'] },
  };
  return composeDigest(rule, { digests: [digest], more: 0 }, publicUrl);
}
