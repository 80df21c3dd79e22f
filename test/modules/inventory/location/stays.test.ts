// Tests at which ports a machine was, and when, from the periods in which forwarding tables listed its MAC address.
import { earlierStays, type LearnedPeriod } from '../../../../src/modules/inventory/location/stays';

const day = (number: number) => new Date(Date.UTC(2026, 0, number));
const learned = (port: string, from: number, until: number | null, macAddress = 'a'): LearnedPeriod => ({
  ...{ interfaceId: port, interfaceName: port, hostId: 'switch', macAddress },
  ...{ from: day(from), until: until === null ? null : day(until) },
});
const stays = (
  periods: readonly LearnedPeriod[],
  presentPorts: readonly string[] = [],
  formerMacs: Parameters<typeof earlierStays>[1] = [],
) =>
  earlierStays(periods, formerMacs, new Set(presentPorts)).map(
    ({ interfaceName, from, until }) => `${interfaceName} ${from.getUTCDate()}-${until?.getUTCDate() ?? ''}`,
  );

test.each<[string, readonly LearnedPeriod[], readonly string[], readonly string[]]>([
  ['nothing', [], [], []],
  ['one port since the beginning is where it is', [learned('p', 1, null)], ['p'], []],
  ['a table that forgot and learned again is one stay', [learned('p', 1, 2), learned('p', 4, 5)], [], ['p 1-5']],
  [
    'moves are stays, the latest first',
    [learned('p', 1, 3), learned('q', 3, 6), learned('r', 6, null)],
    ['r'],
    ['q 3-6', 'p 1-3'],
  ],
  [
    'it came back: the time between and before is told',
    [learned('p', 1, 3), learned('q', 3, 6), learned('p', 6, null)],
    ['p'],
    ['q 3-6', 'p 1-3'],
  ],
  ['unplugged: the last port is where it was', [learned('p', 1, 3)], [], ['p 1-3']],
  ['known by a cable alone, still at its last port', [learned('p', 1, 3)], ['p'], []],
  ['an outdated table still has it', [learned('p', 1, null), learned('q', 5, null)], ['q'], ['p 1-']],
  [
    'a short stay elsewhere does not end the present one',
    [learned('p', 1, null), learned('q', 3, 4)],
    ['p'],
    ['q 3-4'],
  ],
  [
    'addresses stay apart',
    [learned('p', 1, 4, 'a'), learned('q', 2, 3, 'b'), learned('p', 5, null, 'a')],
    ['p'],
    ['q 2-3'],
  ],
])('%s', (_name, periods, presentPorts, expected) => {
  expect(stays(periods, presentPorts)).toEqual(expected);
});

test('a former address counts only for the time in which the machine had it', () => {
  const formerMacs = [{ macAddress: 'a', from: day(3), until: day(6) }];
  const periods = [learned('p', 1, 4), learned('q', 4, 9), learned('r', 9, null)];
  expect(stays(periods, [], formerMacs)).toEqual(['q 4-6', 'p 3-4']);
});
