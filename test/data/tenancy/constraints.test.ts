// Tests the errors for violated constraints of the database. Each kind of violation has an error code, and the error
// for a unique constraint names a column.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { columnsOf } from '../../../src/data/model/model-fields';
import {
  constraintError,
  isForeignKeyViolation,
  isLostRace,
  LostRace,
  isOwnKey,
  modelOfConstraint,
} from '../../../src/data/tenancy/constraints';
import { uniqueColumns } from '../../../src/generated/entity-facts';

const prismaDir = path.join(__dirname, '../../../prisma');
const migrations = readdirSync(path.join(prismaDir, 'migrations'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => readFileSync(path.join(prismaDir, 'migrations', name, 'migration.sql'), 'utf8'))
  .join('\n');

// Unique constraints that callers cannot violate, because they apply to random tokens or to rows that only the service
// or the database writes.
const beyondCallers = [
  // Only the service writes rows about merged hosts and suggested merges.
  ...['host_merges_network_id_merged_host_id_key', 'identity_suggestions_host_id_other_host_id_key'],
  'deleted_networks_pkey',
  'deleted_tags_pkey',
  'sessions_token_hash_key',
  'user_api_keys_key_hash_key',
  'daemon_api_keys_key_hash_key',
  'enrolment_codes_code_hash_key',
  'login_failures_pkey',
  'moved_organizations_pkey',
  'mails_waiting_key',
  'registrations_token_hash_key',
  'email_tokens_pkey',
  'email_tokens_token_hash_key',
  'oidc_flows_pkey',
  'recovery_codes_pkey',
  'second_factors_pkey',
  'sign_in_challenges_pkey',
  'passkeys_credential_id_key',
  'passkey_challenges_pkey',
  'oidc_logouts_pkey',
  'idempotent_answers_credential_id_route_key_key',
  'primary_marks_pkey',
  'swept_changes_pkey',
  'write_positions_pkey',
];

/** Whether the constraint belongs to the former table `subnet_vlans`, which only replicas of an older version write. */
const isFormer = (constraint: string) => constraint.startsWith('subnet_vlans_');

const violationError = (originalCode: string, constraint: string, originalMessage = '') => ({
  meta: {
    driverAdapterError: {
      cause: { originalCode, originalMessage, ...(constraint && { constraint: { index: constraint } }) },
    },
  },
});

test('every unique constraint that a caller can violate names a column for the error', () => {
  const namedConstraints = [
    ...migrations.matchAll(/CONSTRAINT "(\w+)" (?:UNIQUE|PRIMARY KEY)|CREATE UNIQUE INDEX "(\w+)"/g),
  ];
  const isDropped = (name: string) =>
    /DROP\s(CONSTRAINT|INDEX)\s$/.test(migrations.slice(0, migrations.lastIndexOf(`"${name}"`)));
  const constraints = namedConstraints
    .map(([, constraint, index]) => (constraint ?? index)!)
    .filter((name) => !isFormer(name) && !isDropped(name));
  expect(constraints.length).toBeGreaterThan(60);
  for (const constraint of constraints.filter((name) => !beyondCallers.includes(name))) {
    const model = modelOfConstraint(constraint)!;
    const columns = uniqueColumns[constraint] ?? (isOwnKey(model, constraint) ? ['id'] : []);
    expect([constraint, columns.length > 0]).toEqual([constraint, true]);
    for (const column of columns)
      expect([constraint, column, columnsOf(model).has(column)]).toEqual([constraint, column, true]);
  }
  expect(Object.keys(uniqueColumns).filter((name) => !constraints.includes(name))).toEqual([]);
});

test('a taken key is 409 entity_already_exists with the value that is taken', () => {
  const error = violationError('23505', 'vlans_network_id_vlan_number_key');
  const params = (data: object) => constraintError(error, { model: 'Vlan', data })?.params;
  expect(params({ name: 'x', vlanNumber: 7, networkId: 'n' })).toEqual({
    entity: 'VLAN',
    field: 'vlanNumber',
    value: 7,
  });
  expect(params({ networkId: 'n' })).toEqual({ entity: 'VLAN', field: 'networkId', value: 'n' });
  expect(params([{ vlanNumber: 1 }, { vlanNumber: 2 }])).toEqual({ entity: 'VLAN', field: 'vlanNumber', value: null });
});

test('a taken id is 409 entity_already_exists on the id', () => {
  const error = constraintError(violationError('23505', 'ports_pkey'), { model: 'Port', data: { id: 'p', number: 1 } });
  expect(error).toMatchObject({ code: 'entity_already_exists', params: { entity: 'Port', field: 'id', value: 'p' } });
});

test('deleting a row that another row needs is 409 entity_in_use', () => {
  const error = constraintError(violationError('23503', 'daemons_host_id_fkey'), { model: 'Host', where: { id: 'h' } });
  expect(error).toMatchObject({ code: 'entity_in_use', params: { entity: 'Host', id: 'h', used_by: 'Daemon' } });
});

test.each([
  ['group_members_service_id_fkey', 'Group'],
  ['interface_vlans_vlan_id_fkey', 'Interface'],
  ['interface_neighbors_remote_host_id_fkey', 'Interface'],
  ['daemon_subnets_subnet_id_network_id_fkey', 'Daemon'],
  ['host_credentials_credential_id_fkey', 'Host'],
  ['working_credentials_host_id_fkey', 'Host'],
  ['fhrp_members_host_id_network_id_fkey', 'Host'],
])('what a row of %s refers to is used by the kind that clients know: %s', (constraint, kind) => {
  const error = constraintError(violationError('23503', constraint), {
    model: 'Network',
    data: {},
    where: { id: 'n' },
  });
  expect(error).toMatchObject({ code: 'entity_in_use', params: { used_by: kind } });
});

test('a written reference to a row that does not fit is 400 entity_reference_invalid', () => {
  const error = violationError('23503', 'subnets_virtualization_service_id_fkey');
  expect(constraintError(error, { model: 'Subnet', data: { virtualizationServiceId: 's' } })).toMatchObject({
    code: 'entity_reference_invalid',
    params: { entity: 'Service', field: 'virtualizationServiceId' },
  });
});

test('a network that was deleted meanwhile is 403 entity_access_denied, like any network out of reach', () => {
  const error = constraintError(violationError('23503', 'vlans_network_id_fkey'), {
    model: 'Vlan',
    data: { networkId: 'n' },
  });
  expect(error).toMatchObject({ code: 'entity_access_denied', params: { entity: 'Network', id: 'n' } });
});

test('a failed check is 400 with its column, also from a raw statement', () => {
  const message = 'new row for relation "networks" violates check constraint "networks_stale_after_hours_check"';
  const error = constraintError(violationError('23514', '', message), {
    model: 'Network',
    data: { staleAfterHours: 0 },
  });
  expect(error).toMatchObject({ code: 'validation_invalid_format', params: { field: 'staleAfterHours' } });
});

test('all other errors stay unknown errors', () => {
  expect(constraintError(new Error('out of memory'), { model: 'Vlan' })).toBeUndefined();
  expect(constraintError(violationError('23514', '', 'check "hosts_source_check"'), { model: 'Host' })).toBeUndefined();
  expect(constraintError(null, { model: 'Vlan' })).toBeUndefined();
});

test("PostgreSQL's errors of statements that do not go through Prisma are recognized as well", () => {
  const writeArguments = { model: 'Vlan', data: { vlanNumber: 7 } };
  expect(
    constraintError({ code: '23505', constraint: 'vlans_network_id_vlan_number_key' }, writeArguments),
  ).toMatchObject({
    code: 'entity_already_exists',
    params: { field: 'vlanNumber', value: 7 },
  });
  expect(constraintError({ code: '23502', constraint: 'vlans_name' }, writeArguments)).toBeUndefined();
  expect(isForeignKeyViolation({ code: '23503', constraint: 'ports_host_id_fkey' })).toBe(true);
  expect(['40001', '40P01', '23505'].map((code) => isLostRace({ code }))).toEqual([true, true, false]);
  expect(isLostRace(new LostRace())).toBe(true);
});
