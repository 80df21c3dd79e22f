// Networks that the authors of the layout did not think of: extreme in their shape, their names or their numbers.
import type { Inventory } from '../../../src/modules/topology/graph/inventory';
import { draw, type Drawing } from '../../modules/topology/graph/drawing';

const numbers = (count: number) => Array.from({ length: count }, (_none, index) => index);

/** Connects two hosts by a cable between new ports, which have the names of the hosts at the other ends. */
function cable(drawing: Drawing, one: string, other: string, name = ''): void {
  const [near, far] = [`${one}/to ${other}${name}`, `${other}/to ${one}${name}`];
  drawing.port(near).port(far).neighbour(near, far);
}

/** Switches with these names, and cables between them by their numbers. */
function switches(names: readonly string[], cables: readonly (readonly [number, number])[]): Drawing {
  const drawing = draw().subnet('lan', '10.0.0.0/16');
  names.forEach((displayName, at) =>
    drawing.host(`sw-${at}`, { displayName, at: [`lan 10.0.${at >> 8}.${at & 255}`] }),
  );
  for (const [one, other] of cables) cable(drawing, `sw-${one}`, `sw-${other}`);
  return drawing;
}

const chainOf = (count: number) => numbers(count - 1).map((at): [number, number] => [at, at + 1]);
const starOf = (count: number) => numbers(count - 1).map((at): [number, number] => [0, at + 1]);
const meshOf = (count: number) => numbers(count).flatMap((at) => numbers(at).map((to): [number, number] => [to, at]));
const buildNamedStar = (count: number, nameOf: (at: number) => string) =>
  switches(numbers(count).map(nameOf), starOf(count));

/** A name of 255 characters, the maximum. These names differ from each other only in the middle. */
const longName = (at: number): string => `${'a'.repeat(120)}-${String(at).padStart(3, '0')}-${'z'.repeat(130)}`;

function nestedMachines(): Drawing {
  const drawing = draw()
    .subnet('lan', '10.0.0.0/24')
    .host('metal', { at: ['lan 10.0.0.1'] });
  let inside = 'metal';
  for (const depth of numbers(6)) {
    const [hypervisor, docker, machine] = [`hypervisor ${depth}`, `docker ${depth}`, `machine ${depth}`];
    drawing
      .service(hypervisor, { on: inside, software: 'proxmox' })
      .service(docker, { on: inside, software: 'docker' })
      .service(`container ${depth}`, { on: inside, in: docker })
      .host(machine, { at: [`lan 10.0.0.${depth + 2}`], on: hypervisor });
    inside = machine;
  }
  return drawing;
}

function manyPorts(): Drawing {
  const drawing = switches(['chassis', ...numbers(8).map((at) => `neighbour ${at}`)], starOf(9));
  for (const at of numbers(400))
    drawing.port(`sw-0/slot ${at >> 5} port ${at & 31}`, { status: at % 3 ? 'Up' : 'Down' });
  return drawing;
}

function parallelCables(): Drawing {
  const drawing = switches(
    [...numbers(6).map((at) => `east ${at}`), ...numbers(6).map((at) => `west ${at}`)],
    [...starOf(6), ...starOf(6).map(([one, other]): [number, number] => [one + 6, other + 6])],
  );
  for (const at of numbers(30)) cable(drawing, 'sw-0', 'sw-6', ` ${at}`);
  return drawing;
}

function largeSubnet(): Drawing {
  const drawing = draw().subnet('all', '10.0.0.0/8');
  for (const at of numbers(5)) drawing.host(`host ${at}`, { at: [`all 10.${at * 50}.0.1`] });
  return drawing;
}

export const strangeNetworks: Readonly<Record<string, () => Inventory>> = {
  'one switch with 1,000 hosts': () => buildNamedStar(1001, (at) => (at === 0 ? 'switch' : `desk-${at}`)).rows,
  'a chain of 300 switches': () =>
    switches(
      numbers(300).map((at) => `switch-${at}`),
      chainOf(300),
    ).rows,
  'a ring of 90': () =>
    switches(
      numbers(90).map((at) => `node-${at}`),
      [...chainOf(90), [89, 0]],
    ).rows,
  'a full mesh of 40': () =>
    switches(
      numbers(40).map((at) => `router-${at}`),
      meshOf(40),
    ).rows,
  '200 isolated hosts': () =>
    switches(
      numbers(200).map((at) => `host-${at}`),
      [],
    ).rows,
  '100 pairs of switches': () =>
    switches(
      numbers(200).map((at) => `half-${at}`),
      numbers(100).map((at): [number, number] => [2 * at, 2 * at + 1]),
    ).rows,
  'a switch with cables to itself': () =>
    switches(
      ['loop', 'other'],
      [
        [0, 0],
        [0, 1],
        [0, 0],
      ],
    ).rows,
  'no rows at all': () => draw().rows,
  'no hosts but one': () => switches(['alone'], []).rows,
  'names of 255 characters': () => buildNamedStar(40, longName).rows,
  'names of one letter': () => buildNamedStar(26, (at) => String.fromCodePoint(97 + at)).rows,
  'names from right to left': () => buildNamedStar(40, (at) => `מתג-קומה-${at}-שרתים`).rows,
  'names of emojis': () => buildNamedStar(40, (at) => `👩‍👩‍👧‍👦🖥️${'🔌'.repeat(12)}${at}`).rows,
  'names that are all equal': () => buildNamedStar(60, () => 'unknown device').rows,
  'names of several lines and spaces': () =>
    buildNamedStar(40, (at) => `  first\n\tsecond  ${at} ${'and more '.repeat(8)}`).rows,
  'machines in machines, with containers in them': () => nestedMachines().rows,
  'a host with 400 ports': () => manyPorts().rows,
  'two networks joined by 30 parallel cables': () => parallelCables().rows,
  'a subnet of 16 million addresses with 5 hosts': () => largeSubnet().rows,
};
