// When a statement meets a conflict with a unique key or a violated foreign key, its response must not reveal or change
// a row of another tenant. This file lists each file and database function that handles such conflicts, with the reason
// why no such row is revealed or changed. The test fails if one is missing.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';

const ownRows = 'the key names rows that the statement has found in the network or organization of the caller';
const drawnIds = 'the key has an id that the service draws: of a user, a session, a key, a run or a daemon';
const email = 'an address signs in one account: a listed exception of unique-keys.test.ts';
const anew = 'rows whose id is in use elsewhere get new ids';

/**
 * By file: how many times it handles a conflict, and why it neither shows, changes nor counts a row of another
 * tenant.
 */
const judged: Readonly<Record<string, readonly [number, string]>> = {
  'auth/login-lock.ts': [1, 'counts wrong passwords of an address, whether or not an account has it'],
  'data/replicas/replicas.ts': [1, 'the one row of the database'],
  'data/replicas/write-positions.sql.ts': [1, drawnIds],
  'data/sql/statement-sql.ts': [1, 'createMany with skipDuplicates, which sets no ids'],
  'data/tenancy/constraints.ts': [10, 'answers with the value that the caller gave, and never with the other row'],
  'data/tenancy/entity-tags.ts': [1, ownRows],
  'data/tenancy/idempotent-answers.ts': [1, drawnIds],
  'data/tenancy/tag-statements.ts': [2, ownRows],
  'graphql/plugin/retried-mutations.ts': [4, 'repeats a transaction that has lost a race, then names the key only'],
  'modules/access/mail/outbox.sql.ts': [2, 'the same mail to the same recipient, of no organization'],
  'modules/access/network/network.actions.ts': [1, ownRows],
  'modules/access/oidc/oidc-accounts.ts': [1, 'the hash of a token that the provider has signed'],
  'modules/access/oidc/oidc-links.ts': [1, 'an account of a provider signs in one account'],
  'modules/access/second-factor/passkeys.ts': [1, 'the answer is that for an invalid passkey'],
  'modules/access/second-factor/second-factors.ts': [1, drawnIds],
  'modules/access/sign-in/accounts.ts': [1, email],
  'modules/access/sign-in/email-tokens.sql.ts': [1, drawnIds],
  'modules/access/user-api-key/user-api-key.actions.ts': [1, ownRows],
  'modules/access/user/user.actions.ts': [1, ownRows],
  'modules/discovery/credentials/working-credentials.sql.ts': [1, ownRows],
  'modules/discovery/daemon/daemon-registration.ts': [
    1,
    'the id of a daemon: a listed exception of unique-keys.test.ts',
  ],
  'modules/discovery/daemon/interfaced-subnets.ts': [1, ownRows],
  'modules/discovery/daemon/silences.sql.ts': [1, drawnIds],
  'modules/discovery/runs/neighbor-links.sql.ts': [1, ownRows],
  'modules/discovery/runs/reports.ts': [
    1,
    'repeats the report with a drawn id; session-ids.test.ts compares the answers',
  ],
  'modules/events/delivering/outcomes.sql.ts': [1, drawnIds],
  'modules/events/recording/record-events.sql.ts': [1, ownRows],
  'modules/events/webhook/webhook.actions.ts': [1, ownRows],
  'modules/history/restore/write-rows.sql.ts': [1, anew],
  'modules/inventory/credential/credential-links.ts': [2, ownRows],
  'modules/inventory/host/consolidation/merge-records.sql.ts': [5, ownRows],
  'modules/inventory/host/consolidation/split-credentials.sql.ts': [1, ownRows],
  'modules/inventory/host/consolidation/split-first-merges.sql.ts': [1, ownRows],
  'modules/inventory/host/consolidation/split-merge.sql.ts': [2, anew],
  'modules/inventory/host/host-links.ts': [1, ownRows],
  'modules/inventory/host/report/host-report-counters.sql.ts': [1, ownRows],
  'modules/inventory/host/report/host-report.actions.ts': [1, anew],
  'modules/inventory/host/report/host-reports.ts': [1, 'repeats a report that has lost a race'],
  'modules/inventory/identity/suggestions.sql.ts': [2, ownRows],
  'modules/inventory/interface/interface.actions.ts': [1, ownRows],
  'modules/inventory/shared/part-ids.ts': [1, anew],
  'modules/inventory/shared/service-parts.ts': [1, ownRows],
  'modules/inventory/subnet/merge-subnet.sql.ts': [1, ownRows],
  'modules/inventory/wireless-association/wireless-associations.sql.ts': [1, ownRows],
  'modules/topology/check/check.actions.ts': [1, ownRows],
  'modules/topology/check/judge-networks.sql.ts': [1, ownRows],
  'modules/topology/check/verdicts.sql.ts': [1, ownRows],
  'operator/organization/move-organization.sql.ts': [1, 'the key is the organization that the operator names'],
  'operator/organization/transfer.sql.ts': [1, 'the key has a network of the organization that the operator names'],
};

const place =
  /ON CONFLICT|skipDuplicates: true|'2350[35]'|=== 'entity_already_exists'|\b(?:isUniqueViolation|isForeignKeyViolation|uniqueKeyError|isLostRace|isIdTaken)\(/g;

test('every place that meets a conflict of unique keys is judged', () => {
  const root = join(__dirname, '../../src');
  const counts = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !/^(generated|pages|agent|importer)\//.test(name))
    .map((name) => [name, [...readFileSync(join(root, name), 'utf8').matchAll(place)].length] as const)
    .filter(([, count]) => count > 0);
  expect(Object.fromEntries(counts)).toEqual(
    Object.fromEntries(Object.entries(judged).map(([name, [count]]) => [name, count])),
  );
});

const mark = 'marks a network of the rows that the statement writes, once for each transaction';
const reference = 'refuses a reference to a network or tag that is gone or elsewhere, as a foreign key does';
/**
 * By function of the database: how many times it handles or raises a conflict, and why it neither shows nor changes a
 * row of another tenant.
 */
const judgedFunctions: Readonly<Record<string, readonly [number, string]>> = {
  begin_emptying_network: [1, mark],
  count_swept_changes: [1, 'adds to the count of the network whose marks are deleted'],
  mark_network_change_of_row: [1, mark],
  mark_network_changes: [1, mark],
  mark_network_changes_of_assignments: [1, mark],
  mark_network_changes_of_tags: [1, mark],
  mark_network_changes_of_update: [1, mark],
  refuse_name_in_other_form: [1, 'compares the name with names of the same organization'],
  require_network_of_organization_of_row: [1, reference],
  require_network_of_row: [1, reference],
  require_networks: [1, reference],
  require_networks_of_organization: [1, reference],
  require_tag_of_row: [1, reference],
  require_tags: [1, reference],
};
/** SQL that handles or raises a conflict, also in the texts that a function runs by `EXECUTE`. */
const placeInFunction = /ON CONFLICT|unique_violation|foreign_key_violation|'2350[35]'|WHEN OTHERS/gi;

test('every function of the database that meets a conflict of unique keys is judged', async () => {
  const client = new Client({ connectionString: process.env.TEST_DATABASE_URL });
  await client.connect();
  const { rows } = await client.query<{ name: string; source: string }>(
    'SELECT proname AS name, prosrc AS source FROM pg_proc WHERE pronamespace = current_schema::regnamespace',
  );
  await client.end();
  const counts = rows
    .map(({ name, source }) => [name, [...source.matchAll(placeInFunction)].length] as const)
    .filter(([, count]) => count > 0);
  expect(Object.fromEntries(counts)).toEqual(
    Object.fromEntries(Object.entries(judgedFunctions).map(([name, [count]]) => [name, count])),
  );
});
