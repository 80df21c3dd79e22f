// Names in an Ansible inventory. Whatever devices are called, names are valid, unique, and not reserved by Ansible.
import { randomUUID } from 'node:crypto';
import { assert, constantFrom, array, property, string, uuid, oneof, tuple } from 'fast-check';
import { groupKinds, Groups, HostNames } from '../../../src/modules/inventory/integrations/ansible-names';

const ids = ['6f1c2a52-5f4e-4d0a-9a6e-0d3f5f1c7b11', '0a6f8a0e-51c7-4d3e-8a55-7d4c1f0b2a99'] as const;

function namesOf(hosts: readonly { id: string; name: string }[]): string[] {
  const names = new HostNames();
  hosts.forEach((host) => names.add(host));
  return hosts.map((host) => names.of(host));
}
const nameOf = (name: string): string => namesOf([{ id: ids[0], name }])[0]!;

test.each([
  ['sw1', 'sw1'],
  ['sw1.lyon.example', 'sw1.lyon.example'],
  ['Zürich', 'Zürich'],
  ['', 'host'],
  ['a b:c,d!e&f', 'a_b_c_d_e_f'],
  ['-oProxyCommand=touch', '_-oProxyCommand_touch'],
  ['../../etc/passwd', '_.._.._etc_passwd'],
  ['{{ lookup("pipe", "id") }}', '___lookup__pipe____id_____'],
  ['~web[1:3]*', '_web_1_3__'],
  ['line\nbreak', 'line_break'],
  ['fd00::1', 'fd00__1'],
])('a host %j is called %s', (name, calledName) => {
  expect(nameOf(name)).toBe(calledName);
});

test.each(['localhost', 'LocalHost', 'ｌocalhost', '127.0.0.1', 'all', 'ungrouped', '_meta', 'tag_core', 'Network_x'])(
  'a host named like %s does not replace that Ansible host',
  (name) => {
    expect(nameOf(name)).toMatch(new RegExp(`-${ids[0]}$`));
  },
);

test('hosts of one name get their ids as suffix, whatever their order and letter case', () => {
  const [a, b] = ids;
  const pair = [
    { id: a, name: 'printer' },
    { id: b, name: 'Printer' },
  ];
  expect(namesOf(pair)).toEqual([`printer-${a}`, `Printer-${b}`]);
  expect(namesOf(pair.reverse())).toEqual([`Printer-${b}`, `printer-${a}`]);
});

test('no host gets the name that another has with its id', () => {
  const [a, b] = ids;
  const names = namesOf([
    { id: a, name: 'printer' },
    { id: b, name: 'printer' },
    { id: randomUUID(), name: `printer-${a}` },
  ]);
  expect(new Set(names).size).toBe(3);
});

test('a new host with a duplicate name gets its id as suffix', () => {
  expect(new HostNames().of({ id: ids[0], name: 'late' })).toBe(`late-${ids[0]}`);
});

/** Texts of a few characters only, so that names collide. */
const word = string({ unit: constantFrom('a', 'A', 'ä', '-', '_', '.', ' ', '{', '1'), maxLength: 3 });
const hostile = oneof(
  word,
  string({ unit: 'binary' }),
  uuid().map((id) => `a-${id}`),
  constantFrom(`a-${ids[0]}`, 'localhost', 'all'),
);

test('names of hosts are distinct and safe for any texts', () => {
  assert(
    property(array(hostile, { maxLength: 30 }), (texts) => {
      const names = namesOf(texts.map((name) => ({ id: randomUUID(), name })));
      expect(new Set(names).size).toBe(names.length);
      for (const name of names) {
        expect(name).toMatch(/^[\p{L}\p{N}_][\p{L}\p{M}\p{N}._-]*$/u);
        expect(['all', 'ungrouped', 'localhost', '127.0.0.1', '::1']).not.toContain(name.toLowerCase());
        expect(
          groupKinds.filter((kind) => name.toLowerCase() === name && /^\w+$/.test(name) && name.startsWith(`${kind}_`)),
        ).toEqual([]);
      }
    }),
  );
});

test('names of groups are distinct identifiers for any texts', () => {
  const group = tuple(constantFrom(...groupKinds), uuid(), array(oneof(word, hostile), { minLength: 1, maxLength: 2 }));
  assert(
    property(array(group, { maxLength: 30 }), (givenName) => {
      const groups = new Groups();
      const expectedRows = new Map(givenName.map(([kind, id, words]) => [`${kind} ${id}`, { kind, id, words }]));
      for (const { kind, id, words } of expectedRows.values()) groups.add('sw1', { kind, id, words });
      const names = [...groups.namedGroups()].map(([name]) => name);
      expect(names).toHaveLength(expectedRows.size);
      expect(new Set(names).size).toBe(names.length);
      for (const name of names) expect(name).toMatch(/^(network|subnet|vlan|tag|service)_[a-z0-9_]*$/);
    }),
  );
});

test('tags that differ only in characters forbidden in group names are separate groups', () => {
  const groups = new Groups();
  groups.add('sw1', { kind: 'tag', id: ids[0], words: ['a b'] });
  groups.add('sw2', { kind: 'tag', id: ids[1], words: ['a-b'] });
  groups.add('sw2', { kind: 'tag', id: ids[1], words: ['a-b'] });
  expect([...groups.namedGroups()]).toEqual([
    [`tag_a_b_${ids[0].replaceAll('-', '_')}`, { hosts: ['sw1'] }],
    [`tag_a_b_${ids[1].replaceAll('-', '_')}`, { hosts: ['sw2'] }],
  ]);
});

test('a group is listed below another only if it has hosts there', () => {
  const groups = new Groups();
  const subnet = { kind: 'subnet' as const, id: ids[0], words: ['lyon', '10.0.0.0/8'] };
  groups.add('sw1', subnet);
  groups.putBelow({ kind: 'vlan', id: ids[1], words: ['lyon', 10] }, subnet);
  groups.putBelow({ kind: 'vlan', id: ids[0], words: ['lyon', 20] }, { ...subnet, id: ids[1] });
  expect(Object.fromEntries(groups.namedGroups())).toEqual({
    subnet_lyon_10_0_0_0_8: { hosts: ['sw1'] },
    vlan_lyon_10: { children: ['subnet_lyon_10_0_0_0_8'] },
  });
});
