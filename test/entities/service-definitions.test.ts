// The registry of known software and the names of well-known ports are sound.
import { portTypeOf } from '../../src/entities/port/port-names';
import { infrastructureCategories, serviceCategories } from '../../src/service-categories';
import { isInfrastructure, serviceDefinitionOf, serviceDefinitions } from '../../src/service-definitions';

test('each id is unique, and a word that fits in a URL and a column', () => {
  const ids = serviceDefinitions.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) expect(id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
  expect(ids.length).toBeGreaterThanOrEqual(120);
});

test('every category has software, and every software a category', () => {
  expect([...new Set(serviceDefinitions.map(({ category }) => category))].sort()).toEqual(
    [...serviceCategories].sort(),
  );
});

test('infrastructure is what domain.md marks as never relevant to an application', () => {
  expect([...infrastructureCategories].sort()).toEqual([
    'Mobile',
    'NetworkAccess',
    'NetworkCore',
    'OpenPorts',
    'Printer',
    'RemoteAccess',
    'Workstation',
  ]);
  expect(isInfrastructure(serviceDefinitionOf('gateway'))).toBe(true);
  expect(isInfrastructure(serviceDefinitionOf('postgresql'))).toBe(false);
});

test('the software that rules look for by what it does is marked so', () => {
  const marked = (flag: 'isHypervisor' | 'isContainerRuntime' | 'isOpenPorts') =>
    serviceDefinitions.filter((definition) => definition[flag]).map(({ category }) => category);
  expect(new Set(marked('isHypervisor'))).toEqual(new Set(['Hypervisor']));
  expect(new Set(marked('isContainerRuntime'))).toEqual(new Set(['ContainerRuntime']));
  expect(marked('isOpenPorts')).toEqual(['OpenPorts']);
});

test('usual ports are ports', () => {
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
] as const)('port %i/%s is %s', (number, protocol, expected) => {
  expect(portTypeOf(number, protocol)).toBe(expected);
});
