// SNMP values that no device should send: reading such values does not throw, and no wrong facts are derived from them.
import fc from 'fast-check';
import { toBitNumbers, toDottedText, toMac, toNumber, toText } from '../../../../src/agent/sources/snmp/values';
import { PortPlacer } from '../../../../src/agent/sources/snmp/ports';
import type { InterfaceFacts } from '../../../../src/agent/sources/snmp';

const bytes = fc.uint8Array({ maxLength: 64 }).map((array) => Buffer.from(array));
const value = fc.oneof(bytes, fc.integer(), fc.string(), fc.constant(null), fc.constant(undefined));

it('any value is decoded to its type, or to undefined', () => {
  fc.assert(
    fc.property(value, (givenFacts) => {
      expect(toNumber(givenFacts)).toBe(typeof givenFacts === 'number' ? givenFacts : undefined);
      expect(toDottedText(givenFacts)).toBe(typeof givenFacts === 'string' ? givenFacts : undefined);
      if (!Buffer.isBuffer(givenFacts))
        expect([toText(givenFacts), toMac(givenFacts), ...toBitNumbers(givenFacts)]).toEqual([undefined, undefined]);
      expect(toMac(givenFacts) ?? '02:00:00:00:00:01').toMatch(/^([0-9A-F]{2}:){5}[0-9A-F]{2}$/);
    }),
  );
});

it('bits are numbered from the highest bit of the first byte', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer({ min: 1, max: 512 })), (numbers) => {
      const map = Buffer.alloc(64);
      for (const number of numbers) map[(number - 1) >> 3]! |= 0x80 >> ((number - 1) & 7);
      expect(toBitNumbers(map)).toEqual([...numbers].sort((a, b) => a - b));
    }),
  );
});

const text = fc.constantFrom('a', 'b', 'c', '1', '2', '02:00:00:00:00:01');
const port = fc.record({
  ifIndex: fc.integer({ min: 1, max: 3 }),
  name: fc.option(text, { nil: undefined }),
  descr: fc.option(text, { nil: undefined }),
  alias: fc.option(text, { nil: undefined }),
  mac: fc.option(fc.constantFrom('02:00:00:00:00:01', '02:00:00:00:00:02'), { nil: undefined }),
});
const subtype = fc.constantFrom('MacAddress', 'InterfaceName', 'LocallyAssigned', 'InterfaceAlias', 'NetworkAddress');

it("a neighbour's port is found by its id, else by bridge port, else by ifIndex", () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(port, { selector: ({ ifIndex }) => ifIndex }),
      fc.integer({ min: 1, max: 4 }),
      fc.option(fc.record({ subtype, value: text }), { nil: undefined }),
      fc.boolean(),
      fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined }),
      (ports, number, id, isSubtypeKnown, base) => {
        const interfaces = ports as unknown as InterfaceFacts[];
        const basePorts = new Map(base === undefined ? [] : [[number, base]]);
        const local = new Map(id ? [[number, { id: id as never, isSubtypeKnown }]] : []);
        const placedPort = new PortPlacer(interfaces, basePorts, local).lldpPort(number);
        const matchesNumber = (one: InterfaceFacts) =>
          one.ifIndex === base || [one.name, one.descr, one.alias, one.mac, String(one.ifIndex)].includes(id?.value);
        if (placedPort?.how === 'resolved') expect(matchesNumber(placedPort.port)).toBe(true);
        if (placedPort?.how === 'assumed') expect([number, base]).toContain(placedPort.port.ifIndex);
      },
    ),
  );
});
