// Hosts with thousands of parts: their differences are computed over several turns of the event loop, and bindings are
// checked service by service.
import { randomUUID } from 'node:crypto';
import { differences, differencesInTurns, parts } from '../../../src/modules/inventory/shared/part-matching';
import { countTurns } from '../../support/turns';
import { createWorld, type World } from '../../support/world';

test('the differences of a long list are the same in several turns of the event loop as in one', async () => {
  const identifiedRows = Array.from({ length: 1000 }, (_, at) => ({
    id: randomUUID(),
    reportedRow: { name: `service ${at}`, serviceDefinition: 'SSH' },
    storedRow: at % 3 === 0 ? undefined : { name: `service ${at - (at % 2)}`, serviceDefinition: 'SSH', position: at },
  }));
  const { turns, answer } = await countTurns(() => differencesInTurns(parts.services, identifiedRows));
  expect(answer).toEqual(differences(parts.services, identifiedRows));
  expect([answer.addedRows.length, answer.changedRows.length]).toEqual([334, 333]);
  expect(turns).toBeGreaterThan(50);
});

describe('a host with hundreds of services, each with its port', () => {
  const count = 300;
  let world: World;
  beforeAll(async () => {
    world = await createWorld();
  });
  afterAll(() => world.close());

  const portOf = (at: number) => ({ id: randomUUID(), number: at + 1, protocol: 'Tcp' });
  const host = () => {
    const ports = Array.from({ length: count }, (_, at) => portOf(at));
    const services = ports.map(({ id }, at) => ({
      ...{ name: `service ${at}`, service_definition: 'Custom', tags: [] },
      bindings: [{ type: 'Port', port_id: id }],
    }));
    return {
      name: 'long',
      network_id: world.networkId,
      hidden: false,
      tags: [],
      ip_addresses: [],
      interfaces: [],
      ports,
      services,
    };
  };

  test('is created and changed as a whole, and a conflict of one service is found among all', async () => {
    const { body, status, story } = await world.key.rest.post('/hosts', host());
    if (status !== 200) throw new Error(story);
    const { id, services, ports } = body.data;
    const bound = (list: { bindings: { port_id: string }[] }[]) =>
      list.flatMap(({ bindings }) => bindings.map((one) => one.port_id));
    expect(new Set(bound(services)).size).toBe(count);
    const renamedServices = services.map((one: object, at: number) => ({ ...one, name: `other ${at}` }));
    const put = await world.key.rest.put(`/hosts/${id}`, { ...body.data, services: renamedServices });
    expect(put.status).toBe(200);
    expect(put.body.data.services.map(({ name }: { name: string }) => name)).toEqual(
      renamedServices.map(({ name }: { name: string }) => name),
    );
    expect(new Set(bound(put.body.data.services))).toEqual(new Set(ports.map((one: { id: string }) => one.id)));
  });
});
