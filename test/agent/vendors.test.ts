// For each MAC address, the lookup returns the vendor with the longest matching prefix in the IEEE registry.
import registry from 'oui-data';
import { lookUpVendor } from '../../src/agent/report/vendors';

const names = registry as Readonly<Record<string, string>>;
const nonVendors = /^(IEEE Registration Authority|Private)$/i;
const nameOf = (prefix: string) => {
  const [name] = (names[prefix] ?? '').split('\n');
  return name && !nonVendors.test(name) ? name : undefined;
};

test('finds every prefix of the registry, and not the numbers beside them', () => {
  const wrong: string[] = [];
  for (const prefix of Object.keys(names)) {
    const beside = (parseInt(prefix, 16) + 1).toString(16).toUpperCase().padStart(prefix.length, '0');
    for (const one of [prefix, beside.slice(-prefix.length)]) {
      const mac = one.padEnd(12, '5');
      const isVendors = (parseInt(mac.slice(0, 2), 16) & 3) === 0;
      const expectedText = [9, 7, 6].map((length) => nameOf(mac.slice(0, length))).find((name) => name !== undefined);
      if (lookUpVendor(mac) !== (isVendors ? expectedText : undefined)) wrong.push(mac);
    }
  }
  expect(Object.keys(names).length).toBeGreaterThan(50_000);
  expect(wrong).toEqual([]);
});

test.each(['', 'zz', '00:00:0c', '02:00:0c:00:00:01', '01:00:5e:00:00:01', 'ff:ff:ff:ff:ff:ff'])(
  'finds no vendor for %j',
  (mac) => {
    expect(lookUpVendor(mac)).toBeUndefined();
  },
);
test('in any notation', () => {
  for (const mac of ['00:00:0c:12:34:56', '00-00-0C-12-34-56', '0000.0c12.3456', '00000c123456'])
    expect(lookUpVendor(mac)).toBe('Cisco Systems, Inc');
});
