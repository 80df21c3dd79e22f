// The field `integrationTargets` of a discovery: which credentials its daemon tries at which IP addresses. These are
// the credentials of the network and of its hosts.
import { builder } from '../../../graphql/builder';
import type { GraphqlContext } from '../../../graphql/context';
import { createRequestLoader } from '../../../graphql/loaders/request-loader';
import { holds } from '../../../graphql/plugin/bounds';
import { isLoopback } from '../../../platform/http/loopback';
import { isTurnSpent, mapInTurns, nextTurn } from '../../../platform/threads/event-loop';

interface IntegrationTarget {
  readonly scope: 'Network' | 'DaemonHost' | 'Hosts';
  readonly credentialId: string;
  /**
   * The IP addresses at which the daemon tries the credential. Null if it tries the credential in the whole network, or
   * only on its own host.
   */
  readonly ips: readonly string[] | null;
}
/** The credentials that are used in a network. */
interface UsedCredentials {
  readonly ofNetwork: readonly string[];
  /** Ids of the credentials that are assigned to a host, by host id. */
  readonly ofHost: ReadonlyMap<string, readonly string[]>;
  /** Ids of the hosts to which a credential is assigned, by credential id. */
  readonly hostsOf: ReadonlyMap<string, readonly string[]>;
  /** The IP addresses at which daemons try credentials of a host, by host id. */
  readonly addressesOf: ReadonlyMap<string, readonly string[]>;
  /**
   * Results of `integrationTargets` by id of the daemon's host. Discoveries of the same host share one list, because
   * lists are long.
   */
  readonly targetsFor: Map<string, Promise<IntegrationTarget[]>>;
}

const scope = builder.enumType('IntegrationScope', { values: ['Network', 'DaemonHost', 'Hosts'] as const });
const integrationTarget = builder.objectRef<IntegrationTarget>('IntegrationTarget').implement({
  fields: (t) => ({
    scope: t.expose('scope', { type: scope, description: 'Where the daemon tries the credential.' }),
    credentialId: t.expose('credentialId', { type: 'UUID', description: 'Id of the credential.' }),
    ips: t.stringList({
      nullable: true,
      ...holds('graph'),
      description: 'Addresses at which the daemon tries the credential; null for other scopes than Hosts.',
      // A response may contain a hundred lists of thousands of IP addresses. Between two lists, the event loop handles
      // other requests.
      resolve: ({ ips }, _args, context) => {
        const list = ips as string[] | null;
        return isTurnSpent() ? nextTurn({ of: context, goesOn: true }).then(() => list) : list;
      },
    }),
  }),
});

// Selects the IP addresses of a host at which daemons try credentials: all except those in System subnets and container
// networks. The SQL condition for this, `isQueriedAddress`, cannot be used here, because it does not read past states.
const addressesOffBridges = {
  where: { subnet: { sourceType: { not: 'System' as const }, virtualizationServiceId: null } },
  orderBy: [{ position: 'asc' as const }, { id: 'asc' as const }],
  select: { ipAddress: true },
};

async function readUsed({ db }: GraphqlContext, networkIds: readonly string[]): Promise<Map<string, UsedCredentials>> {
  const where = { networkId: { in: [...networkIds] } };
  const byCredential = { credentialId: 'asc' as const };
  const [defaults, ofNetworks, ofHosts] = await Promise.all([
    db.credential.findMany({ where: { isDefault: true }, orderBy: { id: 'asc' }, select: { id: true } }),
    db.networkCredential.findMany({
      where,
      orderBy: byCredential,
      select: { networkId: true, credentialId: true },
    }),
    db.hostCredential.findMany({
      where,
      orderBy: [byCredential, { hostId: 'asc' }],
      select: { networkId: true, credentialId: true, hostId: true },
    }),
  ]);
  const hostIds = [...new Set(ofHosts.map(({ hostId }) => hostId))];
  const hosts =
    hostIds.length === 0
      ? []
      : await db.host.findMany({
          where: { id: { in: hostIds } },
          select: { id: true, ipAddresses: addressesOffBridges },
        });
  const addressesOf = new Map(
    await mapInTurns(hosts, ({ id, ipAddresses }): [string, string[]] => [
      id,
      ipAddresses.map(({ ipAddress }) => ipAddress).filter((address) => !isLoopback(address)),
    ]),
  );
  const assignedNetworks = Map.groupBy(ofNetworks, ({ networkId }) => networkId);
  const assignments = Map.groupBy(ofHosts, ({ networkId }) => networkId);
  const defaultIds = defaults.map(({ id }) => id);
  return new Map(
    networkIds.map((id) => {
      const ofNetwork = (assignedNetworks.get(id) ?? []).map(({ credentialId }) => credentialId);
      const assigned = assignments.get(id) ?? [];
      const usedCredentials: UsedCredentials = {
        ofNetwork: [...new Set([...ofNetwork, ...defaultIds])],
        ofHost: idsBy(
          assigned,
          (one) => one.hostId,
          (one) => one.credentialId,
        ),
        hostsOf: idsBy(
          assigned,
          (one) => one.credentialId,
          (one) => one.hostId,
        ),
        ...{ addressesOf, targetsFor: new Map() },
      };
      return [id, usedCredentials];
    }),
  );
}

const idsBy = <Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
  idOf: (row: Row) => string,
): Map<string, string[]> => new Map([...Map.groupBy(rows, keyOf)].map(([key, group]) => [key, group.map(idOf)]));

/** Reads the credentials that networks use. One set of statements serves all discoveries of a request. */
const usedIn = createRequestLoader(async (context, ids: readonly string[]) => {
  const credentialsByNetwork = await readUsed(context, ids);
  return ids.map((id) => credentialsByNetwork.get(id)!);
});

function targetsOf(usedCredentials: UsedCredentials, daemonHostId: string): Promise<IntegrationTarget[]> {
  let targets = usedCredentials.targetsFor.get(daemonHostId);
  if (!targets) usedCredentials.targetsFor.set(daemonHostId, (targets = buildTargets(usedCredentials, daemonHostId)));
  return targets;
}

async function buildTargets(
  { ofNetwork, ofHost, hostsOf, addressesOf }: UsedCredentials,
  daemonHostId: string,
): Promise<IntegrationTarget[]> {
  const ofHosts = await mapInTurns([...hostsOf], ([credentialId, hostIds]) => {
    const lists = hostIds.filter((id) => id !== daemonHostId).map((id) => addressesOf.get(id) ?? []);
    return { scope: 'Hosts' as const, credentialId, ips: lists.length === 1 ? lists[0]! : lists.flat() };
  });
  return [
    ...ofNetwork.map((credentialId) => ({ scope: 'Network' as const, credentialId, ips: null })),
    ...(ofHost.get(daemonHostId) ?? []).map((credentialId) => ({
      ...{ scope: 'DaemonHost' as const, credentialId, ips: null },
    })),
    ...ofHosts.filter(({ ips }) => ips.length > 0),
  ];
}

builder.prismaObjectField('Discovery', 'integrationTargets', (t) =>
  t.field({
    type: [integrationTarget],
    nullable: true,
    ...holds('graph'),
    description:
      'Credentials that the daemon of the discovery tries, and where; null for the record of a finished run. They follow from the credentials of the network and of hosts.',
    select: { networkId: true, runType: true, daemon: { select: { hostId: true } } },
    resolve: async ({ networkId, runType, daemon }, _args, context) =>
      runType === 'Historical' ? null : await targetsOf(await usedIn(context, networkId), daemon.hostId),
  }),
);
