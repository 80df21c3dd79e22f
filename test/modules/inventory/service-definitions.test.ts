// The registry of known software and the names of well-known ports are consistent.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { portTypeName } from '../../../src/modules/inventory/port/port-names';
import { infrastructureCategories, serviceCategories } from '../../../src/modules/inventory/shared/service-categories';
import {
  isInfrastructure,
  requireServiceDefinition,
  serviceDefinitions,
} from '../../../src/modules/inventory/shared/service-definitions';

const table = readFileSync(path.join(__dirname, '../../support/known-software.csv'), 'utf8');
const [, ...specifiedRows] = table
  .trim()
  .split('\n')
  .map((line) => {
    const [id, category, ports, , generic] = line.split(',') as [string, string, string, string, string];
    return { id, category, ports: ports.split(' ').filter(Boolean), isGeneric: generic === 'yes' };
  });

/** Categories in known-software.csv that Netloom does not have, each with the Netloom category that replaces it. */
const ownCategories: Record<string, string> = {
  NetworkSecurity: 'NetworkAppliance',
  SNMP: 'NetworkCore',
  Scanopy: 'Monitoring',
};
const placedDefinitions: Record<string, string> = {
  ...{
    Docker: 'ContainerRuntime',
    'Docker Container': 'Container',
    'Docker Swarm': 'Orchestrator',
    Dockge: 'Orchestrator',
  },
  ...{ Kubernetes: 'Orchestrator', Nomad: 'Orchestrator', OpenShift: 'Orchestrator', Portainer: 'Orchestrator' },
  ...{ 'Proxmox VE': 'Hypervisor', Rancher: 'Orchestrator' },
  ...{ Chromecast: 'Media', ESPHome: 'IoT', Frigate: 'HomeAutomation', NextCloud: 'Storage', Switch: 'NetworkAccess' },
  ...{ 'Remote Desktop': 'RemoteAccess', SSH: 'RemoteAccess', Telnet: 'RemoteAccess' },
  ...{ OPNsense: 'NetworkCore', pfSense: 'NetworkCore', 'UniFi Controller': 'NetworkAppliance' },
};

test('ids are unique in any spelling, and valid in a column and a CSV file', () => {
  const ids = serviceDefinitions.map(({ id }) => id);
  expect(new Set(ids.map((id) => id.toLowerCase())).size).toBe(ids.length);
  for (const id of ids) expect(id).toMatch(/^[A-Za-z0-9]+([-. ][A-Za-z0-9]+)*$/);
  for (const { icon } of serviceDefinitions) expect(icon).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
});

test('all software that daemons and clients send is known by exactly that id', () => {
  expect(specifiedRows).toHaveLength(236);
  const knownServiceDefinitions = new Map(serviceDefinitions.map((definition) => [definition.id, definition]));
  for (const { id, category } of specifiedRows) {
    const expectedText = placedDefinitions[id] ?? ownCategories[category] ?? category;
    expect([id, knownServiceDefinitions.get(id)?.category]).toEqual([id, expectedText]);
  }
});

test('gateways, hypervisors and container runtimes are marked, including every firewall', () => {
  const idsOf = (flag: 'isGateway' | 'isHypervisor' | 'isContainerRuntime' | 'isOpenPorts') =>
    serviceDefinitions.flatMap((definition) => (definition[flag] ? [definition.id] : []));
  expect(idsOf('isGateway')).toEqual(
    expect.arrayContaining([
      'Gateway',
      'Firewall',
      'Fortinet',
      'OPNsense',
      'pfSense',
      'MikroTik',
      'palo-alto-firewall',
    ]),
  );
  expect(idsOf('isHypervisor')).toContain('Proxmox VE');
  expect(idsOf('isContainerRuntime')).toEqual(['Docker', 'podman', 'containerd', 'cri-o']);
  expect(idsOf('isOpenPorts')).toEqual(['Unclaimed Open Ports']);
});

test('a host may have several services of software that the table marks so and no name distinguishes', () => {
  const singles = ['Elasticsearch', 'InfluxDB', 'MariaDB', 'Microsoft SQL Server', 'MongoDB', 'MySQL', 'PostgreSQL'];
  const byName = new Set([...singles, 'Redis', 'Open LDAP', 'OpenVPN', 'RabbitMQ', 'WireGuard']);
  for (const { id, isGeneric } of specifiedRows)
    expect([id, requireServiceDefinition(id).isGeneric]).toEqual([id, isGeneric && !byName.has(id)]);
});

test('every category has software, and every software a category', () => {
  expect([...new Set(serviceDefinitions.map(({ category }) => category))].sort()).toEqual(
    [...serviceCategories].sort(),
  );
});

test('software marked as infrastructure is that which domain.md never counts as an application', () => {
  expect([...infrastructureCategories].sort()).toEqual([
    'Mobile',
    'NetworkAccess',
    'NetworkCore',
    'OpenPorts',
    'Printer',
    'RemoteAccess',
    'Workstation',
  ]);
  expect(isInfrastructure(requireServiceDefinition('Gateway'))).toBe(true);
  expect(isInfrastructure(requireServiceDefinition('PostgreSQL'))).toBe(false);
});

test('software on which rules depend has the marks that these rules need', () => {
  const markCategories = (flag: 'isHypervisor' | 'isContainerRuntime' | 'isOpenPorts') =>
    serviceDefinitions.filter((definition) => definition[flag]).map(({ category }) => category);
  expect(new Set(markCategories('isHypervisor'))).toEqual(new Set(['Hypervisor']));
  expect(new Set(markCategories('isContainerRuntime'))).toEqual(new Set(['ContainerRuntime']));
  expect(markCategories('isOpenPorts')).toEqual(['OpenPorts']);
});

test('usual ports are valid port numbers', () => {
  for (const { number } of serviceDefinitions.flatMap(({ ports }) => ports)) {
    expect(Number.isInteger(number) && number >= 1 && number <= 65535).toBe(true);
  }
});

test.each([
  [443, 'Tcp', 'HTTPS'],
  [443, 'Udp', 'QUIC'],
  [161, 'Udp', 'SNMP'],
  [161, 'Tcp', 'Custom'],
  [60123, 'Tcp', 'Custom'],
] as const)('port %i/%s is recognized as %s', (number, protocol, expectedText) => {
  expect(portTypeName(number, protocol)).toBe(expectedText);
});
