// The checks of a demo organization: the rules that its networks must meet.
import type { OrganizationRows } from './rows';

type CheckRow = OrganizationRows['checks'][number];
type DemoCheck = Pick<CheckRow, 'name' | 'kind'> &
  Partial<Pick<CheckRow, 'description' | 'severity'>> & {
    readonly rule?: Readonly<Record<string, unknown>>;
    readonly selection?: Readonly<Record<string, unknown>>;
  };

const infrastructure = ['Router', 'Switch', 'Firewall', 'Server', 'Hypervisor', 'Storage'];

/** Reads the network as of `$at`. With a query that can read the past, a failing check can say since when it fails. */
const hostsWithServices = `query ($networkId: UUID!, $at: DateTime!) @at(instant: $at) {
  hosts(networkId: $networkId, first: 1000) {
    nodes { id displayName tags { name } services { name } }
  }
}`;
const databasesWithoutBackup = `hosts.nodes
  .filter(h, h.services.exists(s, s.name in ["PostgreSQL", "MariaDB"]) && !h.tags.exists(t, t.name == "Daily backup"))
  .map(h, {"id": h.id, "message": h.displayName + " has a database, and lacks the tag “Daily backup”."})`;

export const demoChecks: readonly DemoCheck[] = [
  {
    name: 'Each switch has two uplinks',
    description: 'A switch with one uplink goes dark with one cable.',
    ...{
      severity: 'Critical',
      kind: 'UplinksToDifferentDevices',
      rule: { count: 2 },
      selection: { roles: ['Switch'] },
    },
  },
  { name: 'No address twice', severity: 'Critical', kind: 'NoAddressTwice' },
  { name: 'No MAC address at two machines', kind: 'NoMacAtTwoMachines' },
  { name: 'Subnets do not overlap', kind: 'NoOverlappingSubnets' },
  { name: 'Addresses are in subnets', kind: 'NoAddressOutsideSubnets' },
  {
    name: 'Subnets have free addresses',
    description: 'At 90 %, there is time to make room.',
    ...{ kind: 'SubnetNotFull', rule: { maxPercent: 90 } },
  },
  {
    name: 'Both ends of a cable run at one speed',
    ...{ kind: 'LinkEndsAgree', rule: { properties: ['Speed', 'Duplex'] } },
  },
  { name: 'Aggregates are complete', kind: 'AggregateMembersUp' },
  {
    name: 'Infrastructure is seen every week',
    ...{ severity: 'Critical', kind: 'SeenWithin', rule: { hours: 168 }, selection: { roles: infrastructure } },
  },
  {
    name: 'No Telnet',
    description: 'Telnet sends passwords in the clear.',
    ...{ kind: 'ServiceForbidden', rule: { service: { port: { number: 23, protocol: 'Tcp' } } } },
  },
  {
    name: 'Databases have a daily backup',
    description: 'What is not backed up is lost with its disk.',
    ...{
      severity: 'Critical',
      kind: 'QueryFindsNothing',
      rule: { document: hostsWithServices, expression: databasesWithoutBackup },
    },
  },
];
