// What the agent reads from each operating system: by SSH from a stub, and by the parsers alone from truncated, mixed
// and random texts.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { sshSource } from '../../../../src/agent/sources/ssh';
import { firstCommands } from '../../../../src/agent/sources/ssh/device';
import { socketsCommand } from '../../../../src/agent/sources/ssh/containers';
import { guestCommands } from '../../../../src/agent/sources/ssh/libvirt';
import { machinesOf } from '../../../../src/agent/sources/ssh/machines';
import { parseOutput } from '../../../../src/agent/sources/ssh/read';
import { joinRows, type Rows } from '../../../../src/agent/sources/ssh/rows';
import { commandsForNames, type Command, type System } from '../../../../src/agent/sources/ssh/system';
import { systems } from '../../../../src/agent/sources/ssh/systems';
import { deviceTables } from '../../../../src/agent/sources/snmp';
import type { FoundMachine } from '../../../../src/agent/sources';
import { reportsOf } from '../reports';
import { account, connectionTo, SshStub } from './ssh-stub';
import { samples, type Sample } from './samples';

const place = { address: '192.0.2.99', port: 22 };
const systemOf = ({ system }: Sample) => systems.find(({ name }) => name === system)!;
/**
 * All commands that the agent may send to an operating system. The command in `each` is sent for each name in an
 * output.
 */
const commandsOf = ({ commands }: System): Command[] =>
  commands.flatMap((command) => [command, ...(command.each ? [command.each.command] : [])]);

function shownMachine({ facts, name, os, entity, chassisId }: FoundMachine) {
  const nameAt = new Map(facts.interfaces.map((port) => [port.ifIndex, port.name] as const));
  const at = (ifIndex: number | undefined) => (ifIndex === undefined ? '-' : (nameAt.get(ifIndex) ?? '-'));
  return {
    identity: { name, os, ...entity, ...(chassisId !== undefined && { chassisId }) },
    ports: Object.fromEntries(facts.interfaces.map((port) => [port.name!, port])),
    addresses: facts.addresses.map(({ address, prefixLength, ifIndex }) => `${address}/${prefixLength} ${at(ifIndex)}`),
    arp: facts.arp.map(({ address, mac, ifIndex }) => `${address} ${mac} ${at(ifIndex)}`),
    vlans: facts.vlans.map((one) => `${one.number} ${one.name}`),
    routes: facts.routes.map(
      (one) => `${one.destination} ${one.nextHop ?? '-'} ${one.type} ${one.protocol} ${at(one.ifIndex)}`,
    ),
    complete: deviceTables.filter((table) => !facts.incomplete.includes(table)).sort(),
  };
}

let stub: SshStub | undefined;
afterEach(async () => {
  await stub?.stop();
  stub = undefined;
});

test('every system has a sample, and the commands of a system are distinct', () => {
  expect(samples.map(({ system }) => system)).toEqual(systems.map(({ name }) => name));
  for (const system of systems) {
    const texts = commandsOf(system).map(({ text }) => text);
    expect(new Set(texts).size).toBe(texts.length);
  }
});

describe.each(samples.map((sample) => [sample.system, sample] as const))('%s', (_name, sample) => {
  const system = systemOf(sample);

  test('is recognized and read whole, and nothing else is sent to it', async () => {
    stub = await new SshStub(sample.stub).start();
    stub.reply = (command) =>
      sample.outputs[command] ?? { text: sample.refusal, ...(sample.refusal === '' && { status: 127 }) };
    const { machines, notes } = await sshSource.read({ connection: connectionTo(stub), settings: account });
    const [ownMachine, ...others] = machines;
    const { machine, inArp } = sample;
    const summary = shownMachine(ownMachine!);
    expect(notes).toEqual([]);
    expect(summary.identity).toEqual(machine.identity);
    expect(summary.ports).toMatchObject(machine.ports);
    expect(Object.keys(summary.ports).sort()).toEqual(expect.arrayContaining(Object.keys(machine.ports).sort()));
    const { addresses, arp, vlans, routes, complete } = summary;
    expect({ addresses, arp, vlans, routes, complete }).toEqual({
      ...{ addresses: machine.addresses, arp: machine.arp, vlans: machine.vlans },
      ...{ routes: machine.routes ?? [], complete: machine.complete },
    });
    expect(others.map(({ facts }) => facts.addresses[0]!.address)).toEqual(inArp);
    const ofGuests: string[] = system.hasGuests ? [guestCommands.all.text] : [];
    if (system.hasContainers) ofGuests.push(socketsCommand.text);
    const allowed = [...Object.keys(sample.outputs), ...system.commands.map(({ text }) => text), ...ofGuests];
    for (const command of stub.commands) expect([...allowed, ...Object.values(firstCommands)]).toContain(command);
    // The agent has sent every command for which the sample has an output.
    expect(Object.keys(sample.outputs).filter((command) => !stub!.commands.includes(command))).toEqual([]);
  });

  test('without the commands that not every device has, nothing is removed', async () => {
    stub = await new SshStub(sample.stub).start();
    const optional = system.commands.filter(({ isOptional }) => isOptional).map(({ text }) => text);
    stub.reply = (command) =>
      optional.includes(command)
        ? { text: sample.refusal, ...(sample.refusal === '' && { status: 127 }) }
        : (sample.outputs[command] ?? '');
    const { machines, notes } = await sshSource.read({ connection: connectionTo(stub), settings: account });
    expect(notes).toEqual([]);
    const tables = system.commands.filter(({ isOptional }) => isOptional).flatMap((one) => one.tables ?? []);
    expect(machines[0]!.facts.incomplete).toEqual(expect.arrayContaining(tables));
  });

  test('an output that is cut off is never taken for a whole table, and any text gives no error', () => {
    const outputs = commandsOf(system).flatMap((command) => {
      const text = sample.outputs[command.text.replace('BRIDGE', 'root.b')];
      return text === undefined ? [] : [{ command, text }];
    });
    expect(outputs.length).toBeGreaterThan(2);
    const read = (command: (typeof outputs)[number]['command'], text: string, problem?: string): Partial<Rows> => {
      const reply = parseOutput(command, { text, ...(problem !== undefined && { problem }) });
      if (problem !== undefined && reply) expect(reply.problem).toBe(problem);
      reportsOf(machinesOf({ rows: joinRows([reply?.rows ?? {}]), complete: [], os: system.name }, place));
      return reply?.rows ?? {};
    };
    const anyText = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.constantFrom(
        '',
        '\n\n',
        '[',
        '{}',
        '[[]]',
        '{"a":[null,1,{"b":[]}]}',
        `${'9'.repeat(5_000)}\n`,
        '%',
        '\u001b[2J',
      ),
    );
    fc.assert(
      fc.property(fc.constantFrom(...outputs), fc.nat(), fc.nat(), anyText, ({ command, text }, from, to, random) => {
        const [start, end] = [from % (text.length + 1), to % (text.length + 1)];
        read(command, text.slice(0, end), 'it does not end within 1 s');
        read(command, text.slice(start), undefined);
        read(command, text.slice(0, start) + random + text.slice(end), undefined);
        read(command, random, undefined);
      }),
      { numRuns: 150 },
    );
  });

  test('long lines of any characters are judged in time', () => {
    const lines = ['a', ' ', '-', '(P)', '1,', ': ', 'x(', '"', '\t'].map((part) => part.repeat(2_000 / part.length));
    const startedAt = performance.now();
    for (const { parse } of commandsOf(system))
      for (const line of lines) {
        const extendedLines = (sample.outputs[system.commands[0]!.text] ?? '').split('\n').map((one) => one + line);
        parse([line, ...extendedLines].join('\n'));
      }
    expect(performance.now() - startedAt).toBeLessThan(20_000);
  });
});

test('docs/ssh-commands.md lists the commands of each system, and no others', () => {
  const text = readFileSync(path.resolve(__dirname, '../../../../docs/ssh-commands.md'), 'utf8').replace(/ +/g, ' ');
  const rows = text.split('\n').filter((line) => /^\| `|^## /.test(line));
  expect(rows).toEqual(
    systems.flatMap((system) => {
      const { name, before = [], hasGuests = false, hasContainers = false } = system;
      return [
        `## ${name}`,
        ...before.map((command) => `| \`${command}\` | nothing; outputs have no pages in this session |`),
        ...[
          ...commandsOf(system),
          ...(hasContainers ? [socketsCommand] : []),
          ...(hasGuests ? Object.values(guestCommands) : []),
        ].map(({ text: command, yields }) => `| \`${command.replaceAll('|', '\\|')}\` | ${yields} |`),
      ];
    }),
  );
  for (const command of Object.values(firstCommands)) expect(text).toContain(`\`${command}\``);
});

test('no command writes: each only shows, reads or lists', () => {
  const reading =
    /^(?:show |get |diagnose |ip -j |bridge -j |lldpcli -f json0 show |uname |ls -d |cat |grep -s |virsh -r |arp |ndp |netstat -rn |ifconfig |\/[a-z6 ]+ print(?: terse without-paging)?$)/;
  const writing =
    /[;&`$<>]|\|(?! json$| display json$| no-more$)|\b(?:set|conf|configure|write|copy|delete|clear|reload|reboot|edit|commit)\b/;
  for (const system of systems) {
    const { before = [] } = system;
    for (const { text } of [...commandsOf(system), socketsCommand, ...Object.values(guestCommands)]) {
      expect(text).toMatch(reading);
      expect(text).not.toMatch(writing);
    }
    for (const text of before)
      expect(text).toMatch(/^(?:terminal length 0|terminal width 511|set cli screen-length 0)$/);
  }
});

test('names in an output never become parts of other commands', () => {
  const each = {
    namesOf: (output: string) => output.split('\n'),
    command: { text: 'show BRIDGE', yields: '', parse: () => undefined },
  };
  const command: Command = { text: 'list', yields: '', parse: () => undefined, each };
  const commandTexts = (names: readonly string[]) =>
    commandsForNames(command, names.join('\n')).map(({ text }) => text);
  expect(commandTexts(['root.b', 'root.b', '', 'a b', 'a;b', '-x', '$(x)', 'x'.repeat(40), 'sw-1'])).toEqual([
    'show root.b',
    'show sw-1',
  ]);
  expect(commandTexts(Array.from({ length: 200 }, (_none, at) => `b${at}`))).toHaveLength(50);
});

test('a name of a neighbor of FortiOS that looks like further neighbors gives none', () => {
  const fortios = systems.find(({ name }) => name === 'FortiOS')!;
  const command = fortios.commands.find(({ text }) => text.startsWith('diagnose lldprx'))!;
  const line = (number: number, system: string) =>
    `${number} port 'wan1' 5 mac 02:09:0f:00:01:af chassis 02:09:0f:00:01:80 port 'a' system '${system}'`;
  const read = (...lines: string[]) => parseOutput(command, { text: `${lines.join('\n')}\n` })!;
  expect(read(line(1, 'a'), line(2, 'b')).rows.neighbors).toHaveLength(2);
  for (const lines of [
    [line(1, `x'\n${line(2, 'fake')}`), line(2, 'b')],
    [line(1, 'x\ny'), line(2, 'b')],
  ]) {
    const { rows, problem } = read(...lines);
    expect([rows.neighbors ?? [], problem]).toEqual([[], expect.stringContaining('not understood')]);
  }
});
