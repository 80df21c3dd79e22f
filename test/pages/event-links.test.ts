// Tests where each kind of event leads: to a node on the map, to the page of a row, and to the address of a link to the
// event.
import { eventKinds } from '../../src/modules/events/deciding/kinds';
import { addressOfEvent, nodeOfEvent, pageOfEvent } from '../../src/pages/kit/events/event-links';
import { eventKinds as kindWords } from '../../src/pages/kit/events/event-words';

type Kind = (typeof eventKinds)[number];
const event = (kind: Kind) => ({ kind, networkId: 'n', hostIds: ['host', 'other'], subjectIds: ['subject', 'more'] });

test('each kind of the service has words', () => {
  expect(Object.keys(kindWords).sort()).toEqual([...eventKinds].sort());
});

test('each kind leads to the page of its first row', () => {
  const addresses = Object.fromEntries(eventKinds.map((kind) => [kind, pageOfEvent(event(kind))?.address]));
  const host = '/inventory/n/hosts/host';
  expect(addresses).toEqual({
    ...{ MachineNew: host, MachineSilent: host, MachineBack: host, MachineGone: undefined, MachineMoved: host },
    ...{ AddressMoved: '/inventory/n/ip-addresses/subject', LinkNew: host, LinkMoved: host, LinkUnconfirmed: host },
    ...{ PortDown: '/inventory/n/interfaces/subject', PortUp: '/inventory/n/interfaces/subject' },
    ...{ ServiceNew: '/inventory/n/services/subject', ServiceGone: host },
    ...{ CheckFailing: '/checks/n/subject', CheckRecovered: '/checks/n/subject' },
    ...{ RunFinished: '/discovery/n/runs', RunFailed: '/discovery/n/runs' },
    ...{ DaemonSilent: '/discovery/n/daemons', DaemonBack: '/discovery/n/daemons' },
  });
});

test('links and ports are selected in the physical view, hosts in any view, and what is gone nowhere', () => {
  expect(nodeOfEvent(event('PortDown'))).toEqual({ id: 'subject', view: 'L2Physical' });
  expect(nodeOfEvent(event('LinkMoved'))).toEqual({ id: 'subject', view: 'L2Physical' });
  expect(nodeOfEvent(event('DaemonSilent'))).toEqual({ id: 'host' });
  expect(nodeOfEvent(event('MachineGone'))).toBeUndefined();
  expect(nodeOfEvent({ ...event('CheckFailing'), hostIds: [] })).toBeUndefined();
});

test('the address of an event is that of the map, or else of its page', () => {
  const map = '/topology?network=n&view=L2Physical';
  expect(addressOfEvent(event('MachineSilent'))).toBe(`${map}&selected=host&reveal=host`);
  expect(addressOfEvent({ ...event('RunFailed'), hostIds: [] })).toBe('/discovery/n/runs');
  expect(addressOfEvent(event('MachineGone'))).toBe('/topology?network=n');
  // An event that names no rows leads to the map of its network.
  expect(addressOfEvent({ ...event('PortDown'), hostIds: [], subjectIds: [] })).toBe('/topology?network=n');
});
