// Tests mutations that violate a unique key which was free when they checked it: the service runs them again. If the
// key stays taken, the error names its column.
import { randomUUID } from 'node:crypto';
import { createMigratedDatabase, type OwnDatabase } from '../support/own-database';
import { createWorld, type World } from '../support/world';

let database: OwnDatabase;
let world: World;
/**
 * A trigger makes attempts to assign a tag violate a unique key while the sequence `attempts` is not positive. Each
 * attempt increments the sequence, and a rollback does not reset it, so only the first attempts fail.
 */
beforeAll(async () => {
  database = await createMigratedDatabase();
  world = await createWorld({ DATABASE_URL: database.url });
  await database.query('CREATE SEQUENCE attempts MINVALUE -100');
  await refuseBy(`RAISE unique_violation USING CONSTRAINT = 'tag_assignments_entity_id_entity_type_tag_id_key'`);
  await database.query(
    `CREATE TRIGGER zz_refuse BEFORE INSERT ON tag_assignments FOR EACH ROW EXECUTE FUNCTION refuse()`,
  );
});
afterAll(async () => {
  await world.close();
  await database.drop();
});

const refuseBy = (statement: string) =>
  database.query(`CREATE OR REPLACE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF nextval('attempts') <= 0 THEN ${statement}; END IF;
    RETURN NEW;
  END $$`);

/** Tags a host, while the first attempts violate a unique key. Returns the reply and the number of attempts. */
async function tagAfter(violations: number, headers: Record<string, string> = {}) {
  const { prisma, organizationId, networkId } = world;
  const { id: tagId } = await prisma.tag.create({ data: { name: randomUUID(), organizationId } });
  const { id: hostId } = await prisma.host.create({ data: { name: 'host', networkId } });
  await database.query(`SELECT setval('attempts', $1)`, [-violations]);
  const document = `mutation($tagId: UUID!, $ids: [UUID!]!) {
    addTagToEntities(input: { tagId: $tagId, entityType: Host, entityIds: $ids }) { affectedCount } }`;
  const { body } = await world.owner.graphql(document, { tagId, ids: [hostId] }, headers);
  const [{ last_value }] = (await database.query<{ last_value: string }>('SELECT last_value FROM attempts')) as [
    { last_value: string },
  ];
  return {
    body,
    attempts: Number(last_value) + violations,
    tagged: await prisma.tagAssignment.count({ where: { tagId } }),
  };
}

test.each([1, 4])('a mutation that meets a taken key %i times is run again and succeeds', async (violations) => {
  for (const headers of [{}, { 'idempotency-key': randomUUID() }]) {
    const { body, attempts, tagged } = await tagAfter(violations, headers as Record<string, string>);
    expect(body).toEqual({ data: { addTagToEntities: { affectedCount: 1 } } });
    expect([attempts, tagged]).toEqual([violations + 1, 1]);
  }
});

test('after five attempts the error names the entity and the field', async () => {
  const { body, attempts, tagged } = await tagAfter(50);
  expect(body.errors[0].extensions).toEqual({
    code: 'entity_already_exists',
    params: { entity: 'TagAssignment', field: 'tagId', value: null },
  });
  expect([attempts, tagged]).toEqual([5, 0]);
});

test('a mutation that loses each race is answered service_unavailable', async () => {
  await refuseBy('RAISE deadlock_detected');
  const { body, attempts } = await tagAfter(5);
  expect([attempts, body.errors[0].extensions.code]).toEqual([5, 'service_unavailable']);
  expect((await tagAfter(4)).body).not.toHaveProperty('errors');
});
