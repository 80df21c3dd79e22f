// Events of a network do not wait for unrelated transactions: the job that records events and the subscription to new
// events handle a change while another caller keeps a transaction open elsewhere.
import { Client } from 'pg';
import { recordEvents } from '../../../src/modules/events/recording/record-events.sql';
import { RowsAside } from '../../../src/platform/process/rows-aside';
import { openSubscription, type Events } from '../../support/events';
import { createMigratedDatabase, type OwnDatabase } from '../../support/own-database';
import { createWorld, type World } from '../../support/world';

let database: OwnDatabase;
let world: World;
let stranger: Client;
let stream: Events | undefined;
const failures: unknown[] = [];
const rows = new RowsAside((error) => failures.push(error));
beforeAll(async () => {
  database = await createMigratedDatabase();
  world = await createWorld({ DATABASE_URL: database.url });
  stranger = new Client({ connectionString: database.url });
  await stranger.connect();
});
afterEach(async () => {
  await stranger.query('ROLLBACK');
  stream?.leave();
  expect(failures).toEqual([]);
});
afterAll(async () => {
  await stranger.end();
  await world.stop();
  await database.drop();
});

const document = `subscription ($networkId: UUID!) {
  newNetworkEvents(networkId: $networkId) { events { message } } }`;
/** Runs the job that records events until no network has changes that the job can handle. */
const record = async (): Promise<void> => {
  while ((await recordEvents(world.prisma, new Date(), rows)) > 0);
};
/** Creates a network in the world's organization or in another organization. Resolves with its id. */
async function networkElsewhere(isOfOrganization: boolean): Promise<string> {
  const { prisma, organizationId: own } = world;
  const organizationId = isOfOrganization
    ? own
    : (await prisma.organization.create({ data: { name: 'Strangers' } })).id;
  return (await prisma.network.create({ data: { organizationId, name: 'Elsewhere' } })).id;
}
const storedHosts = async (): Promise<unknown[]> => {
  const { networkId, prisma } = world;
  const events = await prisma.networkEvent.findMany({ where: { networkId }, orderBy: { createdAt: 'asc' } });
  return events.map(({ params }) => (params as { host?: unknown }).host);
};

test.each([
  ['another organization', false],
  ['another network of the organization', true],
])('the job and the subscription do not wait for an open transaction in %s', async (whose, isOfOrganization) => {
  const { networkId, owner, prisma } = world;
  const elsewhere = await networkElsewhere(isOfOrganization);
  await record();
  stream = await openSubscription(world.url, document, owner.credential, { networkId });
  await stream.next();
  await stranger.query('BEGIN');
  await stranger.query(`INSERT INTO hosts (network_id, name) VALUES ($1, 'held')`, [elsewhere]);
  const name = `beside ${whose}`;
  await prisma.host.create({ data: { networkId, name } });
  await record();
  expect(await storedHosts()).toContain(name);
  expect(JSON.stringify(await stream.next())).toContain(`${name} is new.`);
});

test('a change waits for an open transaction in its own network', async () => {
  const { networkId, prisma } = world;
  await record();
  await stranger.query('BEGIN');
  await stranger.query(`INSERT INTO hosts (network_id, name) VALUES ($1, 'held')`, [networkId]);
  await prisma.host.create({ data: { networkId, name: 'later' } });
  await record();
  expect(await storedHosts()).not.toContain('later');
  await stranger.query('COMMIT');
  await record();
  expect(await storedHosts()).toEqual(expect.arrayContaining(['held', 'later']));
});
