// Tests the words of the inventory pages for values and fields of the schema: no value or field name is shown in
// camelCase or PascalCase, as in the schema.
import { enumValues } from '../../../src/generated/inventory-kinds';
import { kinds } from '../../../src/pages/inventory/address/kinds-by-list';
import { isInstant, rowTitle } from '../../../src/pages/inventory/rows/titles';
import { rowWords } from '../../../src/pages/kit/words/restore-words';
import { enumWords, toLabel, sourceWords } from '../../../src/pages/inventory/texts';

test.each([
  ['AccessPoint', 'Access point'],
  ['VpnTunnel', 'VPN tunnel'],
  ['AmbiguousMac', 'Ambiguous MAC'],
  ['Tcp', 'TCP'],
  ['WiFi', 'Wi-Fi'],
  ['IoT', 'IoT'],
  ['DNS', 'DNS'],
  ['FiveGhz', '5 GHz'],
  ['Vrrp3', 'VRRP 3'],
  ['daemon_poll', 'The daemon asks the server'],
])('the value %s is shown as "%s"', (value, words) => expect(enumWords(value)).toBe(words));

test('no filter value is shown with an underscore, a capital inside a word or an unexpanded abbreviation', () => {
  const isOfPrograms = (words: string) =>
    /_|[a-z]{2}[A-Z]/.test(words) || /\b(Tcp|Udp|Lan|Dmz|Vpn|Mac|Ip)\b/.test(words);
  expect(Object.values(enumValues).flat().map(enumWords).filter(isOfPrograms)).toEqual([]);
});

test('titles of rows write protocols in capitals', () => {
  const port = kinds.find(({ list }) => list === 'ports')!;
  expect(rowTitle({ id: '1', number: 22, protocol: 'Tcp' }, port.title)).toBe('22 TCP');
});

const likeInstants = [
  ...['2026-12-01T03:00:00.xml', '2026-12-01T03:00:00.lab', '2026-12-01T03:00:00-nightly', '2026-12-01T03:00:00Z'],
  ...['2026-13-99T99:99:99Z', '2026-12-01T03:00:00'],
];

test.each(kinds.map((kind) => [kind.list, kind] as const))(
  'a text in the title of %s that looks like an instant is shown as it is stored',
  (_name, { title, titleElsewhere = [], fields }) => {
    const isOfShape = (path: string) => fields.some(({ name, shape }) => name === path && /Enum|DateTime/.test(shape));
    for (const path of new Set([...title, ...titleElsewhere].filter((one) => !isOfShape(one))))
      for (const text of likeInstants) {
        const row = path.split('.').reduceRight<unknown>((value, name) => ({ [name]: value }), text);
        expect(rowTitle({ id: '1', ...(row as object) }, [path])).toBe(text);
      }
  },
);

test('the title of a snapshot is its instant in words', () => {
  const { title } = kinds.find(({ list }) => list === 'snapshots')!;
  expect(rowTitle({ id: '1', takenAt: '2026-12-01T03:00:00Z' }, title)).toMatch(/Dec 1, 2026/);
});

test('only a whole, valid instant with its time zone is an instant in a JSON object', () => {
  expect(likeInstants.filter(isInstant)).toEqual(['2026-12-01T03:00:00Z']);
  expect(['2026-12-01T03:00:00.123456+00:00', '2026-12-01T03:00:00.000Z'].every(isInstant)).toBe(true);
});

test.each([
  ['10.1.0.0/24', '10.1.0.0/24', '10.1.0.0/24'],
  ['10.1.0.0/24', 'Office', '10.1.0.0/24 Office'],
])('the title of a subnet %s with the name %s is %s', (cidr, name, title) => {
  const subnets = kinds.find(({ list }) => list === 'subnets')!;
  expect(rowTitle({ id: '1', cidr, name }, subnets.title)).toBe(title);
});

test('no field links to a row that only has an id; interfaces are shown with their hosts', () => {
  const fields = kinds.flatMap((kind) => kind.fields.map((field) => ({ list: kind.list, ...field })));
  expect(fields.filter(({ title }) => title?.join() === 'id')).toEqual([]);
  const ofVlan = fields.find(({ list, name }) => list === 'vlans' && name === 'taggedInterfaces');
  expect(ofVlan?.title).toEqual(['host.displayName', 'displayName']);
  expect(fields.filter(({ list, name }) => list === 'groups' && name === 'members')).toHaveLength(1);
});

test('labels are plain words', () => {
  expect(['isExpired', 'isStpRootPort', 'apiKey', 'operStatus'].map(toLabel)).toEqual([
    ...['Expired', 'STP root port', 'API key', 'Status'],
  ]);
  expect(['oui', 'snmp', 'netbox.json'].map(sourceWords)).toEqual(['by its MAC address', 'SNMP', 'netbox.json']);
  expect(enumValues.HostRoleSource!.map(sourceWords).filter((words) => /[a-z][A-Z]/.test(words))).toEqual([]);
});

test('a restored reference is shown without ids', () => {
  const id = '2c93a8b1-1979-57f4-8934-a33415eff0e8';
  const row = { kind: 'Interface', name: 'Gi1', changeType: 'Changed' as const };
  const wordsOf = (field: string, from: unknown, to: unknown) => rowWords({ ...row, fields: [{ field, from, to }] });
  expect(wordsOf('nativeVlanId', null, id)).toBe('Interface Gi1: native VLAN is set again.');
  expect(wordsOf('nativeVlanId', id, null)).toBe('Interface Gi1: native VLAN is removed.');
  expect(wordsOf('sysObjectId', '1.3.6', null)).toBe('Interface Gi1: sys object ID from 1.3.6 to nothing.');
});
