// Tests which arguments `npm run demo` accepts, and the messages about wrong arguments.
import { readArguments } from '../../src/demo/command';

it('accepts the size, the seed and the name', () => {
  const args = ['--hosts', '10000', '--networks', '6', '--seed', 'lab', '--name', 'Our lab'];
  expect(readArguments(args)).toEqual({ hosts: 10_000, networks: 6, seed: 'lab', name: 'Our lab' });
});

it('chooses a new seed unless one is given', () => {
  const [one, other] = [readArguments([]), readArguments([])];
  expect(one).toMatchObject({ hosts: 150, networks: 3, name: undefined });
  expect(one.seed).toMatch(/^[0-9a-f]{6}$/);
  expect(one.seed).not.toBe(other.seed);
});

it.each([
  [['--hosts', 'many'], '--hosts is "many"'],
  [['--hosts', '0'], '--hosts is "0"'],
  [['--hosts', '2000000'], 'from 1 to 1000000'],
  [['--networks', '1.5'], '--networks is "1.5"'],
  [['--name', ''], '--name must have'],
  [['--host', '5'], 'Usage:'],
  [['150'], 'Usage:'],
])('refuses %j', (args, message) => {
  expect(() => readArguments(args)).toThrow(message);
});
