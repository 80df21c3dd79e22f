// The role of a host by its evidence: the strongest evidence decides, and contradictory evidence gives no role.
import { derivedRole, newRole, type RoleEvidence } from '../../../src/modules/inventory/host/host-role';
import { serviceDefinitions } from '../../../src/modules/inventory/shared/service-definitions';

const bridging = (count: number, ifType = 6) =>
  Array.from({ length: count }, () => ({ ifType, fdbMacs: ['02:00:00:00:00:01'] }));
const judge = (evidence: Partial<RoleEvidence>) => {
  const roleOfEvidence = derivedRole({ software: [], ports: [], ...evidence });
  return roleOfEvidence && `${roleOfEvidence.role} by ${roleOfEvidence.roleSource}`;
};

test.each<[string, Partial<RoleEvidence>, string | undefined]>([
  ['nothing', {}, undefined],
  ["a maker's object identifier", { sysObjectId: '1.3.6.1.4.1.12356.101.1.8002' }, 'Firewall by SysObjectId'],
  ['one with a leading dot', { sysObjectId: '.1.3.6.1.4.1.6574.1' }, 'Storage by SysObjectId'],
  ['a number that only begins alike', { sysObjectId: '1.3.6.1.4.1.65741' }, undefined],
  ['an identifier above software', { sysObjectId: '1.3.6.1.2.1.33', software: ['TrueNAS'] }, 'Ups by SysObjectId'],
  ['a firewall that routes', { software: ['pfSense', 'Gateway'] }, 'Firewall by Software'],
  ['a router with Wi-Fi', { software: ['Eero Gateway', 'Access Point'] }, 'Router by Software'],
  ['a hypervisor with services', { software: ['Proxmox VE', 'PostgreSQL'] }, 'Hypervisor by Software'],
  ['two kinds of device', { software: ['JetDirect', 'TrueNAS'] }, undefined],
  ['two kinds of device with bridging ports', { software: ['JetDirect', 'TrueNAS'], ports: bridging(8) }, undefined],
  ['software that any machine may have', { software: ['SSH', 'Samba', 'NTP Server', 'SNMP'] }, undefined],
  ['software of a server', { software: ['SSH', 'PostgreSQL'] }, 'Server by Software'],
  ['a computer of a person with a service', { software: ['windows-workstation', 'PostgreSQL'] }, 'Server by Software'],
  ['software of the caller', { software: ['Our Own'] }, undefined],
  ['ports that bridge', { ports: bridging(3) }, 'Switch by Ports'],
  ['two ports that bridge', { ports: bridging(2) }, undefined],
  ['bridges without Ethernet', { ports: bridging(8, 53) }, undefined],
  ['a switch with a web server', { software: ['PostgreSQL'], ports: bridging(8) }, 'Switch by Ports'],
  ['a router with bridging ports', { software: ['MikroTik'], ports: bridging(8) }, 'Router by Software'],
])('the role is correct for %s', (_what, evidence, expectedText) => {
  expect(judge(evidence)).toBe(expectedText);
});

test('each known software implies at most one role', () => {
  const roles = serviceDefinitions.map(({ id }) => derivedRole({ software: [id], ports: [] })?.role);
  for (const role of ['Router', 'Switch', 'Firewall', 'AccessPoint', 'Controller', 'Server', 'Hypervisor', 'Storage'])
    expect(roles).toContain(role);
  for (const role of ['Printer', 'Phone', 'Camera', 'Pc', undefined]) expect(roles).toContain(role);
});

test('a stored role is replaced by an equally strong source, not by a weaker one', () => {
  const [software, ports] = [
    { role: 'Storage', roleSource: 'Software' },
    { role: 'Switch', roleSource: 'Ports' },
  ] as const;
  const none = { role: null, roleSource: null };
  expect(newRole(null, software)).toEqual(software);
  expect(newRole(none, ports)).toEqual(ports);
  expect(newRole(software, ports)).toEqual({});
  expect(newRole(ports, software)).toEqual(software);
  expect(newRole({ role: 'Printer', roleSource: 'Software' }, software)).toEqual(software);
  expect(newRole({ role: 'Router', roleSource: 'Manual' }, software)).toEqual({});
  expect(newRole(software, undefined)).toEqual({});
});
