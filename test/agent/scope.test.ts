// The scope of an agent: no address is scanned that the agent's operator has not allowed, whatever ranges the server
// requests.
import { BlockList, isIP } from 'node:net';
import fc from 'fast-check';
import { Scope, type OwnSubnet } from '../../src/agent/scope/scope';
import {
  enumerateAddresses,
  numberToAddress,
  toCidrs,
  intersect,
  mergeRanges,
  toNetwork,
  addressToNumber,
  parseRange,
  rangeSize,
  subtract,
} from '../../src/agent/scope/ranges';
import { listOwnSubnets } from '../../src/agent/scope/own-subnets';

const createSubnet = (cidr: string, address: string, interfaceName = 'eth0', isContainerBridge = false): OwnSubnet => ({
  ...{ cidr, address, interfaceName, isContainerBridge },
});
const scopeOf = (options: Partial<ConstructorParameters<typeof Scope>[0]> = {}) =>
  new Scope({ allow: [], exclude: [], yes: false, ownSubnets: [], ...options });
const sweptBy = (scope: Scope, orderedSubnets: string[] | null = null) => [
  ...enumerateAddresses(scope.targets(orderedSubnets).swept),
];

const ipv4 = fc.ipV4();
const cidr4 = fc.tuple(ipv4, fc.integer({ min: 20, max: 32 })).map(([base, length]) => `${base}/${length}`);
const cidr = fc.oneof(
  cidr4,
  fc.tuple(fc.ipV6(), fc.integer({ min: 100, max: 128 })).map(([base, length]) => `${base}/${length}`),
);
const family = (text: string) => (isIP(text.split('/')[0]!) === 4 ? 'ipv4' : 'ipv6');

/** Whether the address is in one of the CIDRs according to Node.js, independently of the agent's own code. */
function isIn(address: string, cidrs: readonly string[]): boolean {
  const list = new BlockList();
  for (const text of cidrs) {
    const [base, length] = text.split('/');
    list.addSubnet(base!, Number(length), family(text));
  }
  return list.check(address, family(address));
}

describe('ranges', () => {
  test('have addresses that convert to numbers and back', () => {
    fc.assert(
      fc.property(fc.oneof(ipv4, fc.ipV6()), (address) => {
        const parsedAddress = numberToAddress(isIP(address) as 4 | 6, addressToNumber(address));
        expect(addressToNumber(parsedAddress)).toBe(addressToNumber(address));
        expect(isIP(parsedAddress)).toBe(isIP(address));
      }),
    );
  });

  test('contain exactly the addresses of their network', () => {
    fc.assert(
      fc.property(cidr, fc.oneof(ipv4, fc.ipV6()), (text, address) => {
        const range = parseRange(text)!;
        const value = addressToNumber(address);
        const holds = isIP(address) === range.family && value >= range.first && value <= range.last;
        expect(holds).toBe(isIn(address, [text]));
        for (const edge of [range.first, range.last])
          expect(isIn(numberToAddress(range.family, edge), [text])).toBe(true);
        expect(parseRange(toNetwork(text)!)).toEqual(range);
      }),
    );
  });

  test('intersect and subtract as sets of addresses', () => {
    fc.assert(
      fc.property(
        fc.array(cidr4, { maxLength: 4 }),
        fc.array(cidr4, { maxLength: 4 }),
        ipv4,
        (sampleSubnets, others, stranger) => {
          const [a, b] = [sampleSubnets, others].map((list) => list.map((text) => parseRange(text)!)) as [
            never[],
            never[],
          ];
          const holds = (ranges: ReturnType<typeof mergeRanges>, address: string) =>
            ranges.some(({ first, last }) => first <= addressToNumber(address) && addressToNumber(address) <= last);
          const probes = [
            stranger,
            ...[...sampleSubnets, ...others].flatMap((text) => {
              const { first, last } = parseRange(text)!;
              return [first, last].map((value) => numberToAddress(4, value));
            }),
          ];
          for (const address of probes) {
            const [inSome, inOthers] = [isIn(address, sampleSubnets), isIn(address, others)];
            expect(holds(intersect(a, b), address)).toBe(inSome && inOthers);
            expect(holds(subtract(a, b), address)).toBe(inSome && !inOthers);
            expect(holds(mergeRanges(a), address)).toBe(inSome);
          }
        },
      ),
    );
  });

  test('are split into networks side by side, of which no two could be one', () => {
    const numbers = fc.bigInt({ min: 0n, max: 2n ** 32n - 1n });
    const small = fc.tuple(numbers, fc.bigInt({ min: 0n, max: 1000n })).map(([at, more]) => [at, at + more] as const);
    const ranges = fc.oneof(fc.tuple(numbers, numbers), small);
    fc.assert(
      fc.property(ranges, ([one, other]) => {
        const [first, last] = one < other ? [one, other] : [other, one];
        const range = { family: 4 as const, first, last: last < 2n ** 32n ? last : 2n ** 32n - 1n };
        const cidrs = toCidrs(range);
        expect(mergeRanges(cidrs.map((text) => parseRange(text)!))).toEqual([range]);
        expect(cidrs.map((text) => toNetwork(text))).toEqual(cidrs);
        expect(cidrs.reduce((sum, text) => sum + rangeSize(parseRange(text)!), 0n)).toBe(rangeSize(range));
        const lengths = cidrs.map((text) => text.split('/')[1]);
        expect(Math.max(...lengths.map((length) => lengths.filter((one_) => one_ === length).length))).toBeLessThan(3);
      }),
    );
  });

  test.each(['', 'x', '10.0.0.0/33', '10.0.0/24', '10.0.0.0/', '::/129', 'fe80::1%eth0', '10.0.0.1/a', '/24'])(
    'are not parsed from %j',
    (text) => expect(parseRange(text)).toBeUndefined(),
  );
});

describe('addresses that may be scanned', () => {
  test('are private and unique-local subnets of the own interfaces by default', () => {
    const scope = scopeOf({
      ownSubnets: [
        createSubnet('192.168.7.0/24', '192.168.7.5'),
        createSubnet('203.0.113.0/24', '203.0.113.5', 'wan'),
        createSubnet('fd00:1::/64', 'fd00:1::5'),
      ],
    });
    expect(scope.allows('192.168.7.200')).toBe(true);
    expect(scope.allows('fd00:1::99')).toBe(true);
    for (const address of ['192.168.8.1', '10.0.0.1', '203.0.113.9', 'fd00:2::1', '127.0.0.1', '8.8.8.8'])
      expect([address, scope.allows(address)]).toEqual([address, false]);
    expect(scope.ownSubnets.map(({ cidr: text }) => text)).toEqual(['192.168.7.0/24', 'fd00:1::/64']);
    expect(sweptBy(scope)).toHaveLength(256);
  });

  test('are with --allow only the named ranges, whether they are own subnets or not', () => {
    const scope = scopeOf({ allow: ['10.9.0.0/30'], ownSubnets: [createSubnet('192.168.7.0/24', '192.168.7.5')] });
    expect(sweptBy(scope)).toEqual(['10.9.0.0', '10.9.0.1', '10.9.0.2', '10.9.0.3']);
    expect(scope.allows('192.168.7.5')).toBe(false);
  });

  test('are the requested ranges within the allowed ones, and the rest is reported', () => {
    const scope = scopeOf({ ownSubnets: [createSubnet('192.168.7.0/24', '192.168.7.5')] });
    const { swept, warnings } = scope.targets(['192.168.7.0/30', '10.0.0.0/8', '192.168.0.0/16']);
    expect([...enumerateAddresses(swept)]).toHaveLength(256);
    expect(warnings).toEqual([expect.stringMatching(/10\.0\.0\.0\/8\. Allow it with --allow/)]);
    expect(sweptBy(scope, [])).toEqual([]);
    expect(sweptBy(scope, ['8.8.8.0/24'])).toEqual([]);
  });

  test('include public addresses only if they are named and confirmed', () => {
    expect(() => scopeOf({ allow: ['8.8.8.0/24'] })).toThrow(/--yes/);
    expect(() => scopeOf({ allow: ['0.0.0.0/0'] })).toThrow(/--yes/);
    expect(scopeOf({ allow: ['8.8.8.0/24'], yes: true }).allows('8.8.8.8')).toBe(true);
    expect(scopeOf({ allow: ['100.64.0.0/24', '127.0.0.0/29'] }).allows('127.0.0.1')).toBe(true);
  });

  test('contain no network or broadcast addresses, and no more addresses than one run scans', () => {
    const allScope = scopeOf({ allow: ['0.0.0.0/0', '::/0'], yes: true });
    for (const address of ['0.0.0.0', '224.0.0.251', '255.255.255.255', 'ff02::1', '::'])
      expect([address, allScope.allows(address)]).toEqual([address, false]);
    const { swept, warnings } = allScope.targets(null);
    expect(swept.reduce((sum, range) => sum + rangeSize(range), 0n)).toBe(0n);
    expect(warnings[0]).toMatch(/Name smaller ranges with --allow/);
    expect(sweptBy(scopeOf({ allow: ['10.0.0.0/16'] }))).toHaveLength(65_536);
    expect(sweptBy(scopeOf({ allow: ['10.0.0.0/15'] }))).toEqual([]);
  });

  test('contain no address of --exclude, whatever else allows it', () => {
    const scope = scopeOf({ allow: ['10.0.0.0/29'], exclude: ['10.0.0.2', '10.0.0.4/30'] });
    expect(sweptBy(scope, ['10.0.0.0/24'])).toEqual(['10.0.0.0', '10.0.0.1', '10.0.0.3']);
    expect(scope.allows('10.0.0.5')).toBe(false);
  });

  test('can be queried by multicast only if all their addresses may be scanned', () => {
    const scope = scopeOf({ allow: ['10.0.0.0/24', 'fd00::/64'], exclude: ['10.0.0.9', 'fd00::9'] });
    expect(
      ['10.0.0.16/28', '10.0.0.0/28', '10.0.0.0/23', 'fd00::/120', 'fd00::1:0/112'].map((one) => scope.allowsAll(one)),
    ).toEqual([true, false, false, false, true]);
  });

  test('contain for any request only addresses that are allowed and not excluded', () => {
    fc.assert(
      fc.property(
        fc.array(cidr4, { minLength: 1, maxLength: 3 }),
        fc.array(cidr4, { maxLength: 3 }),
        fc.option(fc.array(cidr4, { maxLength: 3 }), { nil: null }),
        (allow, exclude, orderedSubnets) => {
          const scope = scopeOf({ allow, exclude, yes: true });
          for (const { family: kind, first, last } of scope.targets(orderedSubnets).swept)
            for (const value of [first, (first + last) / 2n, last]) {
              const address = numberToAddress(kind, value);
              expect(isIn(address, allow)).toBe(true);
              expect(exclude.length > 0 && isIn(address, exclude)).toBe(false);
              expect(orderedSubnets === null || isIn(address, orderedSubnets)).toBe(true);
              expect(scope.allows(address)).toBe(true);
            }
        },
      ),
    );
  });

  test('contain bridges of containers only if these are named', () => {
    const bridge = [createSubnet('172.17.0.0/16', '172.17.0.1', 'docker0', true)];
    expect(sweptBy(scopeOf({ ownSubnets: bridge }))).toEqual([]);
    expect(scopeOf({ ownSubnets: bridge }).allows('172.17.0.2')).toBe(true);
    expect(sweptBy(scopeOf({ ownSubnets: bridge, allow: ['172.17.0.0/28'] }))).toHaveLength(16);
  });

  test('do not contain the first and the last address of an own subnet', () => {
    const scope = scopeOf({ ownSubnets: [createSubnet('192.168.7.0/24', '192.168.7.5')] });
    expect(
      ['192.168.7.0', '192.168.7.1', '192.168.7.254', '192.168.7.255'].map((one) => scope.isHostAddress(one)),
    ).toEqual([false, true, true, false]);
  });

  test.each(['10.0.0.0/99', 'lan', '10.0.0.1-20'])(
    '--allow %s is refused, with an example of a valid range',
    (text) => {
      expect(() => scopeOf({ allow: [text] })).toThrow(/192\.168\.1\.0\/24/);
    },
  );
});

test('own subnets are those of interfaces other than loopback', () => {
  const entry = (address: string, cidr_: string, internal = false) =>
    ({ address, cidr: cidr_, internal, netmask: '', mac: '00:00:00:00:00:00', family: 'IPv4' }) as never;
  const foundOwnSubnets = listOwnSubnets({
    lo: [entry('127.0.0.1', '127.0.0.1/8', true)],
    eth0: [entry('10.1.2.3', '10.1.2.3/20'), entry('fe80::1', 'fe80::1/64'), entry('fd00::1:2', 'fd00::1:2/64')],
    docker0: [entry('172.17.0.1', '172.17.0.1/16')],
  });
  expect(foundOwnSubnets).toEqual([
    createSubnet('10.1.0.0/20', '10.1.2.3'),
    createSubnet('fd00::/64', 'fd00::1:2'),
    createSubnet('172.17.0.0/16', '172.17.0.1', 'docker0', true),
  ]);
});
