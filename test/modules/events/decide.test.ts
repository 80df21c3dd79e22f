// Tests which events `decideEvents` derives from a batch of changes, and which changes it combines into one event.
import fc from 'fast-check';
import type { Batch, EventDraft } from '../../../src/modules/events/deciding/batch';
import { decideEvents } from '../../../src/modules/events/deciding/decide';
import { mostIds, mostNames, mostOfKind } from '../../../src/modules/events/deciding/drafts';
import { durationText, eventSentence } from '../../../src/modules/events/deciding/kinds';
import { countTurns } from '../../support/turns';
import { added, at, back, batch, down, link, linked, merged, port, removed, service, silent, up } from './batches';

/** The kind of each event, and the sentence that users read. */
const describeEvents = (events: readonly EventDraft[]): string[] =>
  events.map(({ kind, code, params }) => `${kind}: ${eventSentence(code, params)}`);
const decide = async (...args: Parameters<typeof batch>) => describeEvents(await decideEvents(batch(...args)));

test('a new host with its services, ports and links is one event', async () => {
  const parts = {
    hosts: [added('pc')],
    services: [service('pc', 'ssh', true), service('pc', 'http', true)],
    interfaces: [linked('sw/1', [], ['pc/eth0']), linked('pc/eth0', [], ['sw/1'])],
  };
  const [event, ...others] = await decideEvents(batch(parts, { pc: 'Server' }));
  expect(others).toEqual([]);
  expect(event).toMatchObject({
    ...{ kind: 'MachineNew', severity: 'Info', at, count: 1, hostIds: ['pc'], subjectIds: ['pc'], roles: ['Server'] },
    ...{ params: { host: 'PC', services: 2, links: 1 }, tagIds: ['tag of pc'], causeIds: ['cause'] },
  });
});

test('a deleted host is gone, a merged or split host is not told', async () => {
  expect(await decide({ hosts: [removed('pc')], services: [service('pc', 'ssh', false)] })).toEqual([
    'MachineGone: PC was deleted.',
  ]);
  const [loser, winner] = merged('a', 'b');
  const address = { id: 'x', at, auditEventId: null };
  const place = { subnetId: 's', ipAddress: '10.0.0.1' };
  const movedAddress = { ...address, before: { ...place, hostId: 'a' }, after: { ...place, hostId: 'b' } };
  expect(await decide({ hosts: [loser!, winner!], addresses: [movedAddress] })).toEqual([]);
  const split = [
    { ...winner!, before: winner!.after, after: winner!.before },
    { ...loser!, before: null, after: loser!.before },
  ];
  expect(await decide({ hosts: split })).toEqual([]);
});

test('a switch that fails is one critical event with what depends on it, and its return says for how long', async () => {
  const links = [link('core/1', 'sw/24'), link('sw/1', 'pc1/eth0'), link('sw/2', 'pc2'), link('core/2', 'pc3')];
  const network = { links, rootHostIds: ['core'] };
  const hosts = ['pc1', 'pc2', 'pc3', 'sw'];
  const failed = await decideEvents(batch({ ...network, hosts: hosts.map(silent), interfaces: [down('core/1')] }));
  expect(describeEvents(failed)).toEqual([
    'MachineSilent: PC3 no longer answers.',
    'MachineSilent: SW no longer answers, nor do 2 machines that depend on it: PC1, PC2.',
  ]);
  expect(failed[1]).toMatchObject({
    ...{ severity: 'Critical', hostIds: ['sw', 'pc1', 'pc2'], count: 3 },
    params: { others: 2, ports: 1 },
  });
  expect(failed[0]).toMatchObject({ severity: 'Warning', count: 1 });
  const returned = await decideEvents(
    batch({ ...network, hosts: ['pc1', 'pc2', 'sw'].map(back), interfaces: [up('core/1')] }),
  );
  expect(describeEvents(returned)).toEqual([
    'MachineBack: SW answers again after 2 h, as do 2 machines that depend on it: PC1, PC2.',
  ]);
  expect(returned[0]).toMatchObject({ severity: 'Info', params: { seconds: 7_200, ports: 1 } });
});

test('a router that is silent alone is critical by its role', async () => {
  expect(await decideEvents(batch({ hosts: [silent('gw')] }, { gw: 'Router' }))).toMatchObject([
    { severity: 'Critical' },
  ]);
});

test('a cable that is pulled is one event for both of its ports, and one when it is back', async () => {
  const links = [link('a/1', 'b/2')];
  expect(await decide({ links, interfaces: [down('a/1'), down('b/2')] })).toEqual([
    'PortDown: A: ports that went down: 2. A 1, B 2.',
  ]);
  expect(await decide({ links, interfaces: [up('a/1'), up('b/2')] })).toEqual([
    'PortUp: A: ports that came up: 2. A 1, B 2.',
  ]);
});

describe('a machine explains the changes of its own ports alone', () => {
  const network = { links: [link('a/1', 'pc'), link('a/48', 'b/48')], rootHostIds: ['a'] };
  const uplinkDown = [down('a/48'), down('b/48')];
  const silence = 'MachineSilent: PC no longer answers.';

  test('an uplink that fails together with a machine', async () => {
    const failed = { ...network, hosts: [silent('pc')], interfaces: [down('a/1'), ...uplinkDown] };
    expect(await decide(failed)).toEqual([silence, 'PortDown: A: ports that went down: 2. A 48, B 48.']);
    const [machine] = await decideEvents(batch(failed));
    expect(machine!.params).toMatchObject({ ports: 1 });
  });

  test('a line card that fails together with a machine', async () => {
    const interfaces = Array.from({ length: 24 }, (_, index) => down(`a/${index + 1}`));
    const events = await decideEvents(batch({ ...network, hosts: [silent('pc')], interfaces }));
    expect(events.map(({ kind, count }) => [kind, count])).toEqual([
      ['MachineSilent', 1],
      ['PortDown', 23],
    ]);
  });

  test('an uplink that comes up together with a machine that is back, and with a new machine', async () => {
    const returned = { ...network, interfaces: [up('a/1'), up('a/48'), up('b/48')] };
    const uplinkUp = 'PortUp: A: ports that came up: 2. A 48, B 48.';
    expect(await decide({ ...returned, hosts: [back('pc')] })).toEqual([
      'MachineBack: PC answers again after 2 h.',
      uplinkUp,
    ]);
    expect(await decide({ ...returned, hosts: [added('pc')] })).toEqual([
      expect.stringMatching(/^MachineNew: /),
      uplinkUp,
    ]);
  });

  test('an aggregate has the far end of its members, and members that of their aggregate', async () => {
    const member = (id: string) => port(id, { aggregateId: 'a/Po1' }, { aggregateId: 'a/Po1', operStatus: 'Down' });
    const interfaces = [member('a/1'), member('a/2'), down('a/Po1'), down('a/3')];
    for (const links of [[link('a/1', 'pc'), link('a/2', 'pc')], [link('a/Po1', 'pc')]])
      expect(await decide({ links, rootHostIds: ['a'], hosts: [silent('pc')], interfaces })).toEqual([
        silence,
        'PortDown: A: ports that went down: 1. A 3.',
      ]);
  });
});

describe('events of rows do not depend on what else happens', () => {
  const fates = { silent, removed, added, back };
  const fateNames = ['silent', 'removed', 'added', 'back'] as const;
  const nearNames = ['down', 'up', 'linked', 'unlinked'] as const;
  const farNames = ['down', 'up'] as const;
  /** What happens to a machine, to the port of the switch to which it is connected, and to its own port. */
  interface Story {
    readonly fate: (typeof fateNames)[number] | null;
    readonly near: (typeof nearNames)[number] | null;
    readonly far: (typeof farNames)[number] | null;
    readonly isLinked: boolean;
  }
  const story: fc.Arbitrary<Story> = fc.record({
    fate: fc.option(fc.constantFrom(...fateNames)),
    near: fc.option(fc.constantFrom(...nearNames)),
    far: fc.option(fc.constantFrom(...farNames)),
    isLinked: fc.boolean(),
  });
  type Placed = Story & { readonly place: string };
  const placed = (stories: readonly Story[], name: string): Placed[] =>
    stories.map((one, index) => ({ ...one, place: `${name}${index}` }));
  const changesOf = ({ place, fate, near, far }: Placed): Pick<Batch, 'hosts' | 'interfaces'> => {
    const [nearPort, farPort] = [`sw/${place}`, `pc${place}/eth0`];
    const nearChanges = {
      ...{ down: () => down(nearPort), up: () => up(nearPort) },
      ...{ linked: () => linked(nearPort, [], [farPort]), unlinked: () => linked(nearPort, [farPort], []) },
    };
    return {
      hosts: fate ? [fates[fate](`pc${place}`)] : [],
      interfaces: [...(near ? [nearChanges[near]()] : []), ...(far ? [{ down, up }[far](farPort)] : [])],
    };
  };

  test('what follows from changes of some machines follows from them together with others', async () => {
    const stories = fc.array(story, { maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(stories, stories, async (some, others) => {
        const [first, second] = [placed(some, 'x'), placed(others, 'y')];
        const all = [...first, ...second];
        const links = all.flatMap(({ place, isLinked }) => (isLinked ? [link(`sw/${place}`, `pc${place}/eth0`)] : []));
        const eventsOf = (told: readonly Placed[]) => {
          const changes = told.map(changesOf);
          const [hosts, interfaces] = [changes.flatMap((one) => one.hosts), changes.flatMap((one) => one.interfaces)];
          return decideEvents(batch({ hosts, interfaces, links, rootHostIds: ['sw'] }));
        };
        const subjectsOf = (events: readonly EventDraft[]) =>
          events.flatMap(({ kind, subjectIds }) => subjectIds.map((id) => `${kind} ${id}`));
        const [alone, together] = [await eventsOf(first), await eventsOf(all)];
        expect(subjectsOf(together)).toEqual(expect.arrayContaining(subjectsOf(alone)));
      }),
      { numRuns: 300 },
    );
  });
});

test('the first reading of the state of a port, and one that says nothing, are no events', async () => {
  const states = [
    [null, 'Down'],
    ['Down', 'Unknown'],
    ['Down', 'NotPresent'],
    ['Up', 'Dormant'],
    [null, 'Up'],
  ];
  const interfaces = states.map(([before, after], index) =>
    port(`a/${index}`, { operStatus: before! }, { operStatus: after! }),
  );
  expect(await decide({ interfaces })).toEqual([]);
});

test('links are told once, whichever of their ports report them', async () => {
  const both = [linked('a/1', [], ['b/2']), linked('b/2', [], ['a/1'])];
  expect(await decide({ interfaces: both })).toEqual(['LinkNew: The link of A 1 to B 2 is new.']);
  const withHost = [linked('a/1', [], ['b']), linked('b/2', [], ['a/1'])];
  expect(await decide({ interfaces: withHost })).toEqual(['LinkNew: The link of B 2 to A 1 is new.']);
  expect(await decide({ interfaces: [linked('a/1', ['b/2'], [])] })).toEqual([
    'LinkUnconfirmed: The link of A 1 to B 2 is no longer confirmed.',
  ]);
});

test('a port of the other end that becomes known is no event', async () => {
  expect(await decide({ interfaces: [linked('a/1', ['b'], ['b/2'])] })).toEqual([]);
});

test('a machine at another port has moved, a device at another port has a link that moved', async () => {
  const interfaces = [linked('sw1/1', ['pc'], []), linked('sw2/7', [], ['pc'])];
  expect(await decide({ interfaces }, { sw1: 'Switch', sw2: 'Switch' })).toEqual([
    'MachineMoved: PC moved from SW1 1 to SW2 7.',
  ]);
  const uplink = [
    linked('acc/24', ['core1/1'], ['core2/1']),
    linked('core1/1', ['acc/24'], []),
    linked('core2/1', [], ['acc/24']),
  ];
  expect(await decide({ interfaces: uplink }, { acc: 'Switch', core1: 'Switch', core2: 'Switch' })).toEqual([
    'LinkMoved: The link of ACC 24 moved from CORE1 1 to CORE2 1.',
  ]);
});

test('an address at another machine is told, as one row or as two', async () => {
  const [place, cause] = [
    { subnetId: 's', ipAddress: '10.0.0.1' },
    { at, auditEventId: null },
  ];
  const ofA = { ...place, hostId: 'a' };
  const ofB = { ...place, hostId: 'b' };
  const sentence = ['AddressMoved: 10.0.0.1 moved from A to B.'];
  expect(await decide({ addresses: [{ id: 'x', before: ofA, after: ofB, ...cause }] })).toEqual(sentence);
  const rows = [
    { id: 'x', before: ofA, after: null, ...cause },
    { id: 'y', before: null, after: ofB, ...cause },
  ];
  expect(await decide({ addresses: rows })).toEqual(sentence);
  expect(await decide({ addresses: [{ id: 'y', before: null, after: ofB, ...cause }] })).toEqual([]);
});

test('services of a known host are one event for each host', async () => {
  const services = [service('a', 'ssh', true), service('a', 'http', true), service('b', 'dns', false)];
  expect(await decide({ services })).toEqual([
    'ServiceNew: A: new services: 2. http, ssh.',
    'ServiceGone: B: services that are gone: 1. dns.',
  ]);
});

test('checks, runs and daemons have events of their own', async () => {
  const since = new Date(at.getTime() - 90_000);
  const check = { id: 'v', at, checkId: 'c', name: 'cables', severity: 'Critical' as const, findingCount: 3 };
  const run = { id: 'r', at, name: 'Unified — lab', hostsDiscovered: 12 };
  const daemon = { id: 'd', at, name: 'agent', hostId: 'h', silentSince: since };
  const others = [
    { ...check, kind: 'CheckFailing' as const, failingSince: null },
    { ...check, kind: 'CheckRecovered' as const, failingSince: since },
    { ...run, kind: 'RunFinished' as const, error: null },
    { ...run, kind: 'RunFailed' as const, error: 'no route' },
    { ...daemon, kind: 'DaemonSilent' as const },
    { ...daemon, kind: 'DaemonBack' as const },
  ];
  const events = await decideEvents(batch({ others }));
  expect(describeEvents(events)).toEqual([
    'CheckFailing: The check cables fails. Findings: 3.',
    'CheckRecovered: The check cables passes again after 1 min 30 s.',
    'RunFinished: The discovery run Unified — lab has finished. Hosts found: 12.',
    'RunFailed: The discovery run Unified — lab failed: no route',
    'DaemonSilent: The daemon agent has not called since 2026-01-02T02:58:30.000Z.',
    'DaemonBack: The daemon agent calls again after 1 min 30 s.',
  ]);
  expect(events.map(({ severity }) => severity)).toEqual(['Critical', 'Info', 'Info', 'Warning', 'Critical', 'Info']);
});

test('more events of a kind than a batch may have are one event, with bounded lists', async () => {
  const hosts = Array.from({ length: 5_000 }, (_, index) => added(`h${String(index).padStart(4, '0')}`));
  const [few, many] = await Promise.all(
    [hosts.slice(0, mostOfKind), hosts].map((some) => decideEvents(batch({ hosts: some }))),
  );
  expect(few).toHaveLength(mostOfKind);
  expect(many).toHaveLength(1);
  const [{ code, params, count, hostIds, subjectIds }] = many as [EventDraft];
  expect({ code, count }).toEqual({ code: 'machine_new_many', count: 5_000 });
  expect([hostIds, subjectIds].map(({ length }) => length)).toEqual([mostIds, mostIds]);
  expect(params.names).toHaveLength(mostNames);
  expect(eventSentence(code, params)).toMatch(/^5000 machines are new: H0000, H0001, .*H0019, …\.$/);
});

test('deciding many changes takes many turns of the event loop', async () => {
  const hosts = Array.from({ length: 1_000 }, (_, index) => (index % 2 ? added(`h${index}`) : removed(`h${index}`)));
  const services = hosts.map(({ id }) => service(`other ${id}`, 'ssh', true));
  const { turns } = await countTurns(() => decideEvents(batch({ hosts, services })));
  // `decideEvents` must let the event loop continue every 10 ms. Each of the 2,000 hosts and services takes 1 ms of
  // the mocked clock.
  expect(turns).toBeGreaterThan(150);
});

test('events are in the order of their time, whatever the order of the changes', async () => {
  const later = { ...added('b'), at: new Date(at.getTime() + 1_000) };
  const forwards = await decideEvents(batch({ hosts: [added('a'), later, removed('c')] }));
  expect(describeEvents(forwards)).toEqual([
    'MachineNew: A is new.',
    'MachineGone: C was deleted.',
    'MachineNew: B is new.',
  ]);
  expect(await decideEvents(batch({ hosts: [removed('c'), later, added('a')] }))).toEqual(forwards);
});

test('durations have two units at most', async () => {
  expect([0, 59, 3_600, 3_661, 90_061].map(durationText)).toEqual(['0 s', '59 s', '1 h', '1 h 1 min', '1 d 1 h']);
});
