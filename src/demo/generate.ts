// Generates a whole demo organization as plain rows. The same seed and time always give the same rows.
import { createHash } from 'node:crypto';
import { buildBranches } from './sites/branch';
import { Cabling } from './network/cabling';
import { buildCampus } from './sites/campus';
import { derivedDemoId } from './network/chance';
import { buildDataCentre } from './sites/data-centre';
import { addDeviceFacts } from './network/device-facts';
import { addDaemon, addViews } from './network/discoveries';
import type { Site } from './network/equipment';
import { finishCabling } from './network/neighbors';
import { NetworkDraft } from './network/network-draft';
import { addReservations } from './network/reservations';
import { addSecurityFacts } from './network/security-facts';
import { buildOrganization, type OrganizationDraft, storedKey } from './organization';
import type { NetworkRows, OrganizationRows } from './network/rows';

export interface DemoSpec {
  readonly seed: string;
  /** The time relative to which all other times are generated. */
  readonly now: Date;
  readonly hosts?: number;
  readonly networks?: number;
  readonly organizationName: string;
  readonly ownerEmail: string;
  /** The domain of the e-mail addresses of all users but the owner. */
  readonly emailDomain: string;
  readonly passwordHash: string;
  readonly apiKey: string;
}

export interface GeneratedNetwork {
  readonly id: string;
  readonly name: string;
  /** Planned number of hosts. */
  readonly hosts: number;
  /** The rows of a network are generated on demand, so that only one network is in memory at a time. */
  readonly rows: () => NetworkRows;
}

export interface GeneratedDemo {
  readonly organizationId: string;
  readonly organization: OrganizationRows;
  readonly networks: readonly GeneratedNetwork[];
}

type Kind = 'campus' | 'data centre' | 'branch';

interface KindSpec {
  readonly kind: Kind;
  readonly names: readonly (readonly [name: string, code: string])[];
  readonly share: number;
  readonly fewestHosts: number;
  readonly staleAfterHours: number | null;
  readonly lagDays: number;
  /** Numbers of the discovery runs after which a snapshot is taken, with the names of the snapshots. */
  readonly snapshotRuns: readonly (readonly [run: number, name: string])[];
  readonly build: (site: Site, code: string, target: number) => void;
  readonly daemon: { version: string; mode: 'server_poll' | 'daemon_poll'; isUnreachable: boolean; timezone: string };
}

const kinds: readonly KindSpec[] = [
  {
    kind: 'campus',
    names: [
      ['Riverside Campus', 'rv'],
      ['Hillside Campus', 'hs'],
      ['Harbour Campus', 'hb'],
    ],
    share: 0.5,
    fewestHosts: 50,
    staleAfterHours: null,
    lagDays: 0,
    snapshotRuns: [
      [3, 'Before the audit'],
      [2, 'Monthly record'],
      [5, 'After the audit'],
    ],
    build: buildCampus,
    daemon: { version: '0.17.22', mode: 'daemon_poll', isUnreachable: false, timezone: 'Europe/Paris' },
  },
  {
    kind: 'data centre',
    names: [
      ['Frankfurt Data Centre', 'fra'],
      ['Ashburn Data Centre', 'iad'],
      ['Singapore Data Centre', 'sin'],
    ],
    share: 0.32,
    fewestHosts: 36,
    staleAfterHours: 336,
    lagDays: 0,
    snapshotRuns: [[3, 'Before the audit']],
    build: buildDataCentre,
    daemon: { version: '0.17.21', mode: 'daemon_poll', isUnreachable: false, timezone: 'Europe/Berlin' },
  },
  {
    kind: 'branch',
    names: [
      ['Lyon Branch', 'lyo'],
      ['Porto Branch', 'opo'],
      ['Gdansk Branch', 'gdn'],
    ],
    share: 0.18,
    fewestHosts: 14,
    staleAfterHours: 168,
    lagDays: 2,
    snapshotRuns: [],
    build: buildBranches,
    daemon: { version: '0.17.22', mode: 'server_poll', isUnreachable: true, timezone: 'Europe/Paris' },
  },
];

export const defaultHosts = 150;
export const defaultNetworks = 3;

interface Plan {
  readonly spec: KindSpec;
  readonly id: string;
  readonly name: string;
  readonly code: string;
  readonly hosts: number;
  /**
   * Number of days between the creation of the first network and the creation of this network. Lists show networks in
   * the order of their creation.
   */
  readonly delayDays: number;
}

/** Throws a RangeError if there are too few hosts for the number of networks. */
function planNetworks(seed: string, hosts: number, count: number): Plan[] {
  const specs = Array.from({ length: count }, (_, index) => kinds[index % kinds.length]!);
  const fewest = specs.reduce((sum, spec) => sum + spec.fewestHosts, 0);
  if (!Number.isInteger(count) || count < 1) throw new RangeError('A demo has at least one network.');
  if (!Number.isInteger(hosts) || hosts < fewest) {
    throw new RangeError(`${count === 1 ? 'One network takes' : `${count} networks take`} at least ${fewest} hosts.`);
  }
  let share = specs.reduce((sum, spec) => sum + spec.share, 0);
  let spare = hosts - fewest;
  return specs.map((spec, index) => {
    const extra = Math.round((spare * spec.share) / share);
    share -= spec.share;
    spare -= extra;
    const round = Math.floor(index / kinds.length);
    const [name, code] = spec.names[round] ?? [`${spec.names[0]![0]} ${round + 1}`, `${spec.names[0]![1]}${round + 1}`];
    return {
      spec,
      id: derivedDemoId(seed, `network/${index}`),
      name,
      code,
      hosts: spec.fewestHosts + extra,
      delayDays: Math.min(index, 15),
    };
  });
}

function buildNetwork(plan: Plan, demo: DemoSpec, organization: OrganizationDraft): NetworkRows {
  const { spec, id, name, code, hosts, delayDays } = plan;
  const { seed } = demo;
  const { organizationId, tagIds, ownerId, adminId } = organization;
  const domain = `${code}.${demo.emailDomain}`;
  const network = new NetworkDraft({
    seed,
    organizationId,
    networkId: id,
    tagIds,
    now: demo.now.getTime(),
    hosts,
    domain,
    lagDays: spec.lagDays,
    delayDays,
  });
  // The subnets that every network has from its creation: Internet and Remote.
  network.addSubnet('Internet', '0.0.0.0/0', 'Internet', { source: 'System' });
  network.addSubnet('Remote', '0.0.0.0/0', 'Remote', { source: 'System' });
  const site = { network, cabling: new Cabling(network) };
  spec.build(site, code, hosts);
  const host = network.hosts.find((one) => one.name === `${code}-probe`)!;
  const token = createHash('sha256').update(`${demo.apiKey} ${id}`).digest('hex').slice(0, 32);
  const daemonSpec = {
    ...spec.daemon,
    host,
    name: `${code}-probe`,
    maintainerId: adminId,
    key: storedKey(`nlm_d_${token}`),
  };
  const reachedSubnets = network.subnetsOf(host);
  addDaemon(network, name, daemonSpec, reachedSubnets);
  addViews(network, name, ownerId, demo.passwordHash, {
    snapshotRuns: spec.snapshotRuns,
    isShared: spec.kind === 'campus',
  });
  addReservations(network, adminId);
  network.tag('taggedNetworkId', id, 'Production');
  network.tag('daemonId', network.id('daemon'), 'Monitoring');
  network.tag('daemonApiKeyId', network.id('daemon-key'), 'Monitoring');
  finishCabling(network, site.cabling);
  addDeviceFacts(network, site.cabling);
  addSecurityFacts(network);
  return network.rows;
}

export function generateDemo(demo: DemoSpec): GeneratedDemo {
  const { seed, hosts = defaultHosts, networks: count = defaultNetworks } = demo;
  const plans = planNetworks(seed, hosts, count);
  const organization = buildOrganization({
    ...demo,
    now: demo.now.getTime(),
    name: demo.organizationName,
    networks: plans.map(({ id, name, spec }) => ({ id, name, kind: spec.kind, staleAfterHours: spec.staleAfterHours })),
  });
  return {
    organizationId: organization.organizationId,
    organization: organization.rows,
    networks: plans.map((plan) => ({
      id: plan.id,
      name: plan.name,
      hosts: plan.hosts,
      rows: () => buildNetwork(plan, demo, organization),
    })),
  };
}
