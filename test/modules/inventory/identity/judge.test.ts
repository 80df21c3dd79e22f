// The rules that decide whether two hosts are the same machine: the table of evidence row by row, and properties that
// hold for any evidence.
import fc from 'fast-check';
import { compare } from '../../../../src/modules/inventory/identity/compare';
import { buildIdentity, type MachineEvidence } from '../../../../src/modules/inventory/identity/identity';
import { judge, macsOfMany, type Candidate } from '../../../../src/modules/inventory/identity/judge';
import { virtualRouterSamples } from '../../../support/virtual-router-samples';
import { evidenceWords, describeReason } from '../../../../src/modules/inventory/identity/words';

type Some = Partial<MachineEvidence>;
const lan = 'lan';
const at = (ipAddress: string, macAddress: string | null = null, more: object = {}) => ({
  ...{ subnetId: lan, ipAddress, macAddress },
  ...more,
});
const machine = (evidence: Some): MachineEvidence => ({ addresses: [], portMacs: [], ...evidence });
const storedCandidate = (hostId: string, evidence: Some, more: Partial<Candidate> = {}): Candidate => ({
  ...machine(evidence),
  ...{ hostId, createdAt: new Date(0), isKept: false, apartFrom: [] },
  ...more,
});
const verdictOf = (one: Some, other: Some) => compare(buildIdentity(machine(one)), buildIdentity(machine(other)));
const vendor = (last: number) => `00:1b:21:00:00:${last.toString(16).padStart(2, '0')}`;

describe('deciding evidence', () => {
  test.each<[string, Some, Some]>([
    [
      'the id of an address given back',
      { addresses: [at('10.0.0.1', null, { id: 'a' })] },
      { addresses: [at('10.0.0.2', null, { id: 'a' })] },
    ],
    ['a daemon id', { daemonIds: ['d'] }, { daemonIds: ['d', 'e'] }],
    [
      'a container id of one runtime',
      { machineId: { runtimeId: 'r', id: '7' } },
      { machineId: { runtimeId: 'r', id: '7' } },
    ],
    ['a serial number, whatever its case', { serialNumber: 'FOC1' }, { serialNumber: ' foc1' }],
    ['a chassis id', { chassisId: 'core-1' }, { chassisId: 'core-1' }],
    ['a chassis id that is a MAC, in any notation', { chassisId: '001B.2100.0001' }, { chassisId: vendor(1) }],
    ['one vendor MAC of several', { portMacs: [vendor(1), vendor(2)] }, { addresses: [at('10.0.0.9', vendor(2))] }],
  ])('%s', (_what, one, other) => expect(verdictOf(one, other).verdict).toBe('Same'));

  test('ids from two runtimes decide nothing', () =>
    expect(
      verdictOf({ machineId: { runtimeId: 'r', id: '7' } }, { machineId: { runtimeId: 's', id: '7' } }).verdict,
    ).toBe('Nothing'));
});

describe('contradicting evidence, whatever supports a match', () => {
  const place = { addresses: [at('10.0.0.1')] };
  test.each<[string, Some, Some]>([
    ['another serial number', { serialNumber: 'A1' }, { serialNumber: 'B2' }],
    ['another chassis id', { chassisId: 'a' }, { chassisId: 'b' }],
    ['disjoint vendor MACs', { portMacs: [vendor(1)] }, { portMacs: [vendor(2), vendor(3)] }],
    ['another daemon', { daemonIds: ['d'] }, { daemonIds: ['e'] }],
    [
      'another id of one runtime',
      { machineId: { runtimeId: 'r', id: '7' } },
      { machineId: { runtimeId: 'r', id: '8' } },
    ],
  ])('%s', (_what, one, other) =>
    expect(verdictOf({ ...place, ...one }, { ...place, ...other }).verdict).toBe('Different'),
  );

  test.each<[string, Some, Some]>([
    ['a daemon id over a serial number', { daemonIds: ['d'] }, { serialNumber: 'A1' }],
    ['a serial number over a chassis id', { serialNumber: 'A1' }, { chassisId: 'a' }],
    ['a chassis id over MACs', { chassisId: 'a' }, { portMacs: [vendor(1)] }],
  ])('the first kind of evidence counts in both directions: %s', (_what, first, second) => {
    const other = (otherEvidence: Some): Some => ({
      ...(otherEvidence.daemonIds && { daemonIds: ['x'] }),
      ...(otherEvidence.serialNumber && { serialNumber: 'X1' }),
      ...(otherEvidence.chassisId && { chassisId: 'x1' }),
      ...(otherEvidence.portMacs && { portMacs: [vendor(99)] }),
    });
    expect(verdictOf({ ...first, ...second }, { ...first, ...other(second) }).verdict).toBe('Same');
    expect(verdictOf({ ...first, ...second }, { ...other(first), ...second }).verdict).toBe('Different');
  });
});

describe('a system UUID in place of a serial number', () => {
  const [uuid, otherUuid] = ['4c4c4544-0042-3110-8043-c7c04f333233', '4c4c4544-0042-3110-8043-c7c04f333234'];
  const place = { addresses: [at('10.0.0.1')] };
  test.each<[string, Some, Some, string]>([
    ['is not compared with a serial number', {}, {}, 'Nothing'],
    ['leaves the decision to the address', place, place, 'Supported'],
    ['leaves the decision to an equal MAC', { portMacs: [vendor(1)] }, { portMacs: [vendor(1)] }, 'Same'],
    ['leaves the decision to other MACs', { portMacs: [vendor(1)] }, { portMacs: [vendor(2)] }, 'Different'],
  ])('%s', (_what, one, other, verdict) => {
    const [ofUuid, ofSerial] = [
      { ...one, serialNumber: uuid },
      { ...other, serialNumber: 'ABC1234' },
    ];
    expect([verdictOf(ofUuid, ofSerial).verdict, verdictOf(ofSerial, ofUuid).verdict]).toEqual([verdict, verdict]);
  });

  test('decides against another UUID', () => {
    const verdict = (one: string, other: string) =>
      verdictOf({ ...place, serialNumber: one }, { ...place, serialNumber: other }).verdict;
    expect(verdict(uuid, uuid.toUpperCase())).toBe('Same');
    expect(verdict(uuid, otherUuid)).toBe('Different');
  });
});

describe('a locally assigned chassis id', () => {
  const local = (last: number) => `02:1b:21:00:00:0${last}`;
  const place = { addresses: [at('10.0.0.1')] };
  const verdict = (one: Some, other: Some) => [verdictOf(one, other).verdict, verdictOf(other, one).verdict];

  test.each<[string, Some, Some]>([
    ['a MAC address of its ports', { portMacs: [vendor(1), vendor(2)] }, { portMacs: [vendor(2)] }],
    ['the serial number', { serialNumber: 'FOC1' }, { serialNumber: 'FOC1' }],
    ['a port that has the MAC address by which the other one is known', { portMacs: [vendor(9)] }, {}],
  ])('and the MAC address of a vendor are ids of one machine by %s', (_what, one, other) => {
    for (const id of [local(1), 'sw-access'])
      expect(verdict({ ...one, chassisId: id }, { ...other, chassisId: vendor(9) })).toEqual(['Same', 'Same']);
  });

  test.each<[string, Some]>([
    ['the IP address', place],
    ['the system name with its object ID', { sysName: 'sw', sysObjectId: '1.3.6.1.4.1.41112' }],
    ['the management URL', { managementUrl: 'https://sw' }],
  ])('leaves the decision to %s', (_what, other) => {
    for (const id of [local(1), 'sw-access'])
      expect(verdict({ ...other, chassisId: id }, { ...other, chassisId: vendor(9) })).toEqual([
        'Supported',
        'Supported',
      ]);
  });

  test('says nothing of a machine with another id and no other evidence in common', () => {
    for (const id of [local(1), 'sw-access'])
      expect(verdict({ chassisId: id }, { chassisId: vendor(9) })).toEqual(['Nothing', 'Nothing']);
  });

  test('decides after the MAC addresses', () => {
    expect(verdict({ chassisId: local(1) }, { chassisId: local(1).toUpperCase() })).toEqual(['Same', 'Same']);
    const clones: [Some, Some] = [{ portMacs: [vendor(1)] }, { portMacs: [vendor(2)] }];
    expect(verdict({ ...clones[0], chassisId: local(1) }, { ...clones[1], chassisId: local(1) })).toEqual([
      'Different',
      'Different',
    ]);
    const oneMachine = { portMacs: [vendor(1)] };
    expect(verdict({ ...oneMachine, chassisId: local(1) }, { ...oneMachine, chassisId: local(2) })).toEqual([
      'Same',
      'Same',
    ]);
    expect(verdict({ ...place, chassisId: local(1) }, { ...place, chassisId: local(2) })).toEqual([
      'Different',
      'Different',
    ]);
  });

  test('keeps two machines apart that differ in their MAC addresses or serial numbers, at one IP address', () => {
    for (const id of [local(1), 'sw-access']) {
      const [one, other] = [
        { ...place, chassisId: id },
        { ...place, chassisId: vendor(9) },
      ];
      for (const [first, second] of [
        [{ portMacs: [vendor(1)] }, { portMacs: [vendor(2)] }],
        [{ serialNumber: 'A1' }, { serialNumber: 'B2' }],
      ])
        expect(verdict({ ...one, ...first }, { ...other, ...second })).toEqual(['Different', 'Different']);
    }
  });

  test('is named as such in texts for users', () => {
    const { reasons } = verdictOf({ chassisId: local(1) }, { chassisId: local(1) });
    expect(reasons.map(describeReason)).toEqual([`same locally assigned chassis ID ${local(1)}`]);
  });
});

test('two different chassis ids of vendors stay two machines, whatever weaker evidence they have in common', () => {
  const shared: Some = {
    ...{ addresses: [at('10.0.0.1', vendor(5))], portMacs: [vendor(5)], sysName: 'sw', sysObjectId: '1.3.6.1.4.1.9' },
    managementUrl: 'https://sw',
  };
  expect(verdictOf({ ...shared, chassisId: vendor(1) }, { ...shared, chassisId: vendor(2) }).verdict).toBe('Different');
  expect(
    verdictOf({ ...shared, chassisId: vendor(1), serialNumber: 'A1' }, { chassisId: vendor(2), serialNumber: 'A1' })
      .verdict,
  ).toBe('Same');
});

test('a machine that neighbors know by its chassis id alone is part of the report with this id or MAC address', () => {
  const heard = storedCandidate('heard', { chassisId: vendor(1) });
  const scanned = storedCandidate('scanned', { addresses: [at('10.0.0.1', vendor(1))] });
  const report = machine({ addresses: [at('10.0.0.1', vendor(1))] });
  expect(judge(report, [scanned, heard])).toMatchObject({ hostId: 'scanned', absorbedHosts: [{ hostId: 'heard' }] });
  // A host that users entered (`isKept`) is not merged unless users agree.
  expect(judge(report, [scanned, { ...heard, isKept: true }])).toMatchObject({ hostId: 'scanned', absorbedHosts: [] });
});

describe('supporting evidence', () => {
  const namedMachine = { sysName: 'sw', sysObjectId: '1.3.6.1.4.1.9.1.1' };
  test.each<[string, Some, Some]>([
    ['an address in its subnet', { addresses: [at('10.0.0.1')] }, { addresses: [at('10.0.0.1')] }],
    ['a system name with the same object id', namedMachine, namedMachine],
    ['a host name with the same object id', { ...namedMachine, sysName: null, hostname: 'sw' }, namedMachine],
    ['a management URL', { managementUrl: 'https://a' }, { managementUrl: 'https://a' }],
  ])('%s', (_what, one, other) => expect(verdictOf(one, other).verdict).toBe('Supported'));

  test.each<[string, Some, Some]>([
    ['a name alone', { sysName: 'sw' }, { sysName: 'sw' }],
    [
      'an address of another subnet',
      { addresses: [at('10.0.0.1')] },
      { addresses: [{ ...at('10.0.0.1'), subnetId: 'wan' }] },
    ],
  ])('does not include %s', (_what, one, other) => expect(verdictOf(one, other).verdict).toBe('Nothing'));

  test('an address supports a match if each side has deciding evidence that the other lacks', () => {
    const place = { addresses: [at('10.0.0.1')] };
    const kinds: Some[] = [
      { serialNumber: 'A1' },
      { chassisId: 'core' },
      { portMacs: [vendor(1)] },
      { daemonIds: ['d'] },
    ];
    for (const [index, one] of kinds.entries())
      for (const other of kinds.filter((_kind, position) => position !== index)) {
        expect(verdictOf({ ...place, ...one }, { ...place, ...other }).verdict).toBe('Supported');
        // Two different serial numbers prove that the machines differ.
        expect(
          verdictOf({ ...place, ...one, serialNumber: 'A1' }, { ...place, ...other, serialNumber: 'B2' }).verdict,
        ).toBe('Different');
      }
  });
  test('of two hosts with the address, the one with more evidence matches', () => {
    const hosts = [
      storedCandidate('a', { addresses: [at('10.0.0.1')] }),
      storedCandidate('b', { addresses: [at('10.0.0.1')], ...namedMachine }),
    ];
    expect(judge(machine({ addresses: [at('10.0.0.1')], ...namedMachine }), hosts)).toMatchObject({
      verdict: 'Same',
      hostId: 'b',
    });
  });
});

/** MAC addresses that an interface has on each machine with the software or the modem. */
const macsOfEveryInstallation = [
  ...['00:16:3e:00:00:00', '00:16:3e:00:00:01', '00:50:56:c0:00:01', '00:50:56:c0:00:08', '00:50:56:c0:00:13'],
  ...['20:41:53:59:4e:ff', '7c:22:20:52:41:53', '50:50:54:50:30:30', '00:05:9a:3c:7a:00', '00:0b:ca:fe:00:02'],
  '00:a0:c6:00:00:00',
];

const factorySerialNumbers = [
  ...['To be filled by O.E.M.', 'Default string', '0123456789', 'None', '------', 'XXXXXXX', '1', '00', '11', '123456'],
  ...['SYS-1234567890', 'SN-12345', 'MB-1234567890', 'SN 0000000', 'sn', 'EVAL', '(null string)', 'OEM_Serial'],
  ...['SystemSerialNumb', 'Unknow', 'IATPASS', ' iatpass '],
];

test('runs of ascending digits and repeated characters of any length are no serial numbers', () => {
  const digits = fc
    .tuple(fc.nat({ max: 9 }), fc.integer({ min: 1, max: 60 }))
    .map(([first, length]) => Array.from({ length }, (_none, at) => (first + at) % 10).join(''));
  const repeated = fc
    .tuple(fc.constantFrom(...'0123456789abcxyzABC-'), fc.integer({ min: 1, max: 60 }))
    .map(([character, length]) => character.repeat(length));
  const prefix = fc.constantFrom('', 'SYS', 'SN', 'MB', 'sys-', 'sn-', 'S/N: ', 'mb_');
  fc.assert(
    fc.property(fc.oneof(fc.tuple(prefix, digits), fc.tuple(fc.constant(''), repeated)), ([before, value]) => {
      const factoryMachine = (last: number): Some => ({ serialNumber: before + value, portMacs: [vendor(last)] });
      expect(verdictOf(factoryMachine(1), factoryMachine(2)).verdict).toBe('Different');
      expect(verdictOf(factoryMachine(1), { ...factoryMachine(1), serialNumber: 'FOC1' }).verdict).toBe('Same');
    }),
  );
});

test.each(['FOC1', '2230000000001', '42', '1325', 'SN-0815', 'SN1234X', 'sys71', 'EVAL7', '12345A'])(
  'the serial number %s identifies a machine',
  (serialNumber) => expect(verdictOf({ serialNumber }, { serialNumber }).verdict).toBe('Same'),
);

test('a name or chassis id that would be no serial number identifies a machine', () => {
  for (const name of ['7', 'eval', 'sn-12345']) {
    expect(verdictOf({ chassisId: name }, { chassisId: name }).verdict).toBe('Same');
    const system = { sysName: name, sysObjectId: '1.3.6.1.4.1.9.1.1' };
    expect(verdictOf(system, system).verdict).toBe('Supported');
  }
});

describe('values that identify nobody', () => {
  const ownMachine = (last: number) => ({ addresses: [at(`10.0.0.${last}`)] });
  const repeating = ['172.17.0.1', '192.168.122.1', '169.254.7.7', '127.0.0.1', '0.0.0.0', '::1', 'fe80::1', 'ff02::1'];
  test.each<[string, Some]>([
    ...repeating.map((ip): [string, Some] => [ip, { addresses: [at(ip)] }]),
    ['a bridge of a runtime', { addresses: [at('10.88.0.1', null, { isOnBridge: true })] }],
    ...virtualRouterSamples.flatMap(([protocol, mac]): [string, Some][] => [
      [`an address with the virtual MAC of ${protocol}`, { addresses: [at('10.0.0.254', mac)] }],
      [`the virtual MAC of ${protocol} at a port`, { portMacs: [mac] }],
      [`the virtual MAC of ${protocol} as chassis id`, { chassisId: mac }],
    ]),
    ...[
      '00:00:00:00:00:00',
      'ff:ff:ff:ff:ff:ff',
      '01:00:5e:00:00:01',
      '02:42:ac:11:00:01',
      ...macsOfEveryInstallation,
    ].map((mac): [string, Some] => [mac, { portMacs: [mac] }]),
    ...['::', '0.0.0.0', '00:00:00:00:00:00', '0000', 'Not Specified', '10.0.0.1', '', 'N/A'].map(
      (id): [string, Some] => [`chassis id "${id}"`, { chassisId: id }],
    ),
    ...factorySerialNumbers.map((serial): [string, Some] => [`serial number "${serial}"`, { serialNumber: serial }]),
  ])('%s', (_what, someEvidence) => {
    const both = (last: number): Some => ({
      ...someEvidence,
      addresses: [...ownMachine(last).addresses, ...(someEvidence.addresses ?? [])],
    });
    expect(verdictOf(both(1), both(2)).verdict).toBe('Nothing');
    // Evidence that only one of the two machines has does not prove that the machines differ.
    expect(verdictOf({ ...someEvidence, ...ownMachine(1) }, ownMachine(1)).verdict).toBe('Supported');
  });

  test('a MAC address that answers for many identifies nobody', () => {
    const sharedMachine = { addresses: [at('10.0.0.9', vendor(1))] };
    const hosts = [storedCandidate('a', { addresses: [at('10.0.0.1', vendor(1))] })];
    expect(judge(machine(sharedMachine), hosts)).toMatchObject({ verdict: 'Same' });
    expect(judge(machine(sharedMachine), hosts, { answeringForOthers: new Set([vendor(1)]) })).toMatchObject({
      verdict: 'Different',
    });
  });

  test('without other evidence on both sides, the same machine is recognized', () => {
    const knownMachine = { addresses: [at('172.17.0.1')], name: 'box' };
    expect(verdictOf(knownMachine, knownMachine).verdict).toBe('Supported');
    expect(verdictOf(knownMachine, { ...knownMachine, name: 'other' }).verdict).toBe('Nothing');
    expect(verdictOf(knownMachine, { ...knownMachine, serialNumber: 'A1' }).verdict).toBe('Nothing');
  });
});

describe('several matching hosts', () => {
  const nic = (hostId: string, last: number, more: Partial<Candidate> = {}) =>
    storedCandidate(hostId, { addresses: [at(`10.0.0.${last}`, vendor(last))] }, more);
  const both = machine({ addresses: [at('10.0.0.1', vendor(1)), at('10.0.0.2', vendor(2))] });

  test('interfaces found as machines are merged if one report names both', () => {
    const judgement = judge(both, [nic('b', 2, { createdAt: new Date(1) }), nic('a', 1)]);
    expect(judgement).toMatchObject({
      verdict: 'Same',
      hostId: 'a',
      absorbedHosts: [{ hostId: 'b' }],
      displacedHosts: [],
    });
  });
  test('are not merged if users wrote both or keep them apart', () => {
    const keptCandidates = [nic('a', 1, { isKept: true }), nic('b', 2, { isKept: true })];
    expect(judge(both, keptCandidates)).toMatchObject({
      verdict: 'Unclear',
      suspectedHosts: [{ hostId: 'a' }, { hostId: 'b' }],
    });
    expect(judge(both, [nic('a', 1), nic('b', 2, { apartFrom: ['a'] })])).not.toMatchObject({ absorbedHosts: [{}] });
  });
  test('are not merged if one of them has more than the report', () => {
    const hosts = [1, 2].map((last) => storedCandidate(`h${last}`, { portMacs: [vendor(last), vendor(last + 10)] }));
    expect(judge(both, hosts)).toMatchObject({ verdict: 'Unclear' });
    // The verdict `Unclear` makes the report a new host, here `own`, which matches the next report of the same machine.
    const ownCandidate = storedCandidate('own', both, { apartFrom: ['h1', 'h2'] });
    expect(judge(both, [...hosts, ownCandidate])).toMatchObject({ verdict: 'Same', hostId: 'own' });
  });
  test('several MAC addresses outweigh one', () => {
    const hosts = [
      storedCandidate('a', { portMacs: [vendor(1), vendor(2), vendor(9)] }),
      storedCandidate('b', { portMacs: [vendor(3), vendor(8)] }),
    ];
    const judgement = judge(machine({ portMacs: [vendor(1), vendor(2), vendor(3)] }), hosts);
    expect(judgement).toMatchObject({ verdict: 'Same', hostId: 'a' });
  });
  test('a new machine displaces the one that had its address, with a reason', () => {
    const judgement = judge(machine({ addresses: [at('10.0.0.1', vendor(7))] }), [nic('a', 1)]);
    expect(judgement).toMatchObject({ verdict: 'Different', displacedHosts: [{ hostId: 'a' }] });
    expect(judgement.displacedHosts[0]!.reasons.map(describeReason)).toEqual([
      'different MAC address: 00:1b:21:00:00:07 and 00:1b:21:00:00:01',
      'same IP address 10.0.0.1',
    ]);
  });
  test('a report without deciding evidence takes addresses from nobody', () =>
    expect(judge(machine({ addresses: [at('10.0.0.1')], name: 'x' }), [nic('a', 1)])).toMatchObject({
      ...{ verdict: 'Same', hostId: 'a', displacedHosts: [] },
    }));
  test('the id that its owner gives back decides before all', () => {
    const hosts = [nic('a', 1), storedCandidate('b', { serialNumber: 'B2' })];
    const judgement = judge(machine({ addresses: [at('10.0.0.1', vendor(1))], serialNumber: 'A1' }), hosts, {
      namedId: 'b',
    });
    expect(judgement).toMatchObject({ verdict: 'Same', hostId: 'b' });
  });
});

describe('machines of one run', () => {
  const seenAddress = (last: number, mac = vendor(1)) => at(`10.0.0.${last}`, mac, { isSeenInRun: true });

  test('two addresses of a MAC are of one NIC, unless each has a name of its own', () => {
    const knownCandidate = storedCandidate('a', { addresses: [seenAddress(1)], name: 'one' });
    const second = { addresses: [at('10.0.0.2', vendor(1))] };
    expect(judge(machine(second), [knownCandidate])).toMatchObject({ verdict: 'Same', hostId: 'a' });
    expect(judge(machine({ ...second, name: 'two' }), [knownCandidate])).toMatchObject({
      ...{ verdict: 'Unclear', suspectedHosts: [{ hostId: 'a' }] },
    });
  });
  test('a third machine, reported separately, shows that the MAC answers for others', () => {
    const third = machine({ addresses: [at('10.0.0.3', vendor(1))] });
    expect([...macsOfMany(third, [storedCandidate('a', { addresses: [seenAddress(1), seenAddress(2)] })])]).toEqual([
      vendor(1),
    ]);
    const before = storedCandidate('a', { addresses: [seenAddress(1), { ...seenAddress(2), isSeenInRun: false }] });
    expect(macsOfMany(third, [before]).size).toBe(0);
    const together = machine({ addresses: [1, 2, 3, 4].map((last) => at(`10.0.0.${last}`, vendor(1))) });
    expect(macsOfMany(together, [storedCandidate('a', { addresses: [seenAddress(1), seenAddress(2)] })]).size).toBe(0);
  });
  test('devices fresh from the factory, of one name and model, are unclear', () => {
    const fresh = { sysName: 'switch', sysObjectId: '1.3.6.1.4.1.9.1.1' };
    const judgement = judge(machine({ ...fresh, addresses: [at('10.0.0.2')] }), [
      storedCandidate('a', { ...fresh, addresses: [seenAddress(1, null!)] }),
    ]);
    expect(judgement).toMatchObject({ verdict: 'Unclear', suspectedHosts: [{ hostId: 'a' }] });
  });
});

test('reasons in words of the trade', () => {
  expect(describeReason({ evidence: 'SerialNumber', strength: 'Decides', values: ['foc1'] })).toBe(
    'same serial number foc1',
  );
  const many = Array.from({ length: 7 }, (_none, index) => vendor(index));
  expect(evidenceWords({ evidence: 'MacAddress', values: many })).toMatch(/:04 and 2 more$/);
});

// The tests below check properties that hold for any evidence.
const maybe = <T>(arb: fc.Arbitrary<T>) => fc.option(arb, { nil: null });
const someEvidence: fc.Arbitrary<MachineEvidence> = fc.record({
  addresses: fc.uniqueArray(
    fc.record({
      subnetId: fc.constantFrom('lan', 'wan'),
      ipAddress: fc.constantFrom('10.0.0.1', '10.0.0.2', '10.0.0.3', '172.17.0.1'),
      macAddress: maybe(fc.constantFrom(vendor(1), vendor(2), vendor(3), '02:42:ac:11:00:01')),
    }),
    { maxLength: 3, selector: ({ subnetId, ipAddress }) => `${subnetId} ${ipAddress}` },
  ),
  portMacs: fc.uniqueArray(fc.constantFrom(vendor(1), vendor(2), vendor(3), vendor(4)), { maxLength: 2 }),
  serialNumber: maybe(fc.constantFrom('A1', 'B2', 'None')),
  chassisId: maybe(fc.constantFrom('a1', 'b2', '::')),
  sysName: maybe(fc.constantFrom('sw', 'rt')),
  sysObjectId: maybe(fc.constant('1.3.6.1.4.1.9.1.1')),
});
const someHosts = fc
  .array(fc.tuple(someEvidence, fc.boolean()), { maxLength: 5 })
  .map((rows) =>
    rows.map(([sampleMachineEvidence, isKept], index) =>
      storedCandidate(`h${index}`, sampleMachineEvidence, { isKept, createdAt: new Date(index) }),
    ),
  );

test('the order of hosts and of their parts makes no difference', () => {
  fc.assert(
    fc.property(someEvidence, someHosts, (reportedMachineEvidence, hosts) => {
      const turnedMachine = (one: MachineEvidence) => ({
        ...{ addresses: [...one.addresses].reverse(), portMacs: [...one.portMacs].reverse() },
      });
      const names = (judgement: ReturnType<typeof judge>) => ({
        verdict: judgement.verdict,
        hostId: judgement.verdict === 'Same' ? judgement.hostId : null,
        absorbedHosts: judgement.verdict === 'Same' ? judgement.absorbedHosts.map(({ hostId }) => hostId).sort() : [],
        displacedHosts: judgement.displacedHosts.map(({ hostId }) => hostId).sort(),
      });
      const other = [...hosts].reverse().map((host) => ({ ...host, ...turnedMachine(host) }));
      expect(names(judge({ ...reportedMachineEvidence, ...turnedMachine(reportedMachineEvidence) }, other))).toEqual(
        names(judge(reportedMachineEvidence, hosts)),
      );
    }),
  );
});

test('two machines whose deciding evidence is disjoint are never one, whatever else they share', () => {
  fc.assert(
    fc.property(someEvidence, someHosts, (reportedMachineEvidence, hosts) => {
      const judgement = judge(reportedMachineEvidence, hosts);
      if (judgement.verdict !== 'Same') return;
      const one = buildIdentity(reportedMachineEvidence);
      for (const { hostId } of [judgement, ...judgement.absorbedHosts]) {
        const other = buildIdentity(hosts.find((host) => host.hostId === hostId)!);
        const kinds = [
          [one.serialNumber, other.serialNumber],
          [one.chassisId, other.chassisId],
        ] as const;
        const both = kinds.filter(([a, b]) => a !== null && b !== null);
        const macsDiffer =
          one.macs.size > 0 && other.macs.size > 0 && ![...one.macs].some((mac) => other.macs.has(mac));
        const isDisjoint =
          both.every(([a, b]) => a !== b) &&
          (macsDiffer || (both.length > 0 && (one.macs.size === 0 || other.macs.size === 0)));
        expect(isDisjoint).toBe(false);
      }
    }),
    { numRuns: 500 },
  );
});

/**
 * Applies the rules by brute force: of the kinds of evidence that both machines have, the first one in the order of the
 * rules decides.
 */
function oracle(one: MachineEvidence, other: MachineEvidence): 'Same' | 'Different' | 'Supported' | 'Nothing' {
  const junk = [null, undefined, '', 'None', '::'];
  const macsOf = ({ addresses, portMacs }: MachineEvidence) =>
    [...addresses.map(({ macAddress }) => macAddress), ...portMacs].filter((mac) => mac?.startsWith('00:1b:21'));
  for (const field of ['serialNumber', 'chassisId'] as const)
    if (!junk.includes(one[field]) && !junk.includes(other[field]))
      return one[field] === other[field] ? 'Same' : 'Different';
  const [a, b] = [macsOf(one), macsOf(other)];
  if (a.length > 0 && b.length > 0) return a.some((mac) => b.includes(mac)) ? 'Same' : 'Different';
  const places = ({ addresses }: MachineEvidence, isRepeating: boolean) =>
    addresses
      .filter(({ ipAddress }) => (ipAddress === '172.17.0.1') === isRepeating)
      .map(({ subnetId, ipAddress }) => subnetId + ipAddress);
  const meet = (isRepeating: boolean) =>
    places(one, isRepeating).some((place) => places(other, isRepeating).includes(place));
  if (meet(false)) return 'Supported';
  if (one.sysName && one.sysObjectId && other.sysObjectId && one.sysName === other.sysName) return 'Supported';
  const isBare = (sampleMachineEvidence: MachineEvidence) =>
    junk.includes(sampleMachineEvidence.serialNumber) &&
    junk.includes(sampleMachineEvidence.chassisId) &&
    macsOf(sampleMachineEvidence).length === 0 &&
    places(sampleMachineEvidence, false).length === 0;
  return isBare(one) && isBare(other) && meet(true) ? 'Supported' : 'Nothing';
}

test('up to six machines: every pair is judged as by brute force, and one that is found is one that the rules allow', () => {
  fc.assert(
    fc.property(someEvidence, someHosts, (reportedMachineEvidence, hosts) => {
      const verdicts = new Map(hosts.map((host) => [host.hostId, oracle(reportedMachineEvidence, host)]));
      for (const host of hosts)
        expect(compare(buildIdentity(reportedMachineEvidence), buildIdentity(host)).verdict).toBe(
          verdicts.get(host.hostId),
        );
      const judgement = judge(reportedMachineEvidence, hosts);
      const with_ = (verdict: string) => [...verdicts].flatMap(([id, one]) => (one === verdict ? [id] : []));
      const allowedHosts = with_('Same').length > 0 ? with_('Same') : with_('Supported');
      if (judgement.verdict === 'Same') expect(allowedHosts).toContain(judgement.hostId);
      if (judgement.verdict === 'Different') expect(allowedHosts).toEqual([]);
      if (allowedHosts.length === 1) expect(judgement).toMatchObject({ verdict: 'Same', hostId: allowedHosts[0] });
    }),
    { numRuns: 500 },
  );
});
