// The plan of a restore, tested as a pure function of past and present rows.
import {
  planChangeBack,
  planReturn,
  planUndo,
  rowKey,
  type ModelRow,
  type Row,
} from '../../../src/modules/history/restore/plan-writes';
import { settleWrites, type Surroundings } from '../../../src/modules/history/restore/settle-writes';

const networkId = 'network';
const vlan = (more: Row = {}): Row => ({
  ...{ id: 'v', network_id: networkId, organization_id: 'org', name: 'old', vlan_number: 10, description: null },
  ...{ source_type: 'Manual', audit_event_id: 'first', ...more },
});
const port = (more: Row = {}): Row => ({
  ...{
    id: 'p',
    network_id: networkId,
    host_id: 'h',
    if_name: 'Gi1',
    native_vlan_id: 'v',
    audit_event_id: 'first',
    ...more,
  },
});
const presentRows = (rows: readonly ModelRow[]) => {
  const byKey = new Map(rows.map(({ model, row }) => [rowKey(model, row.id), row]));
  return (model: string, id: string) => byKey.get(rowKey(model, id));
};
const nobody = () => undefined;
const empty: Surroundings = {
  ...{
    presentRows: nobody,
    mergedInto: new Map(),
    takenKeys: new Set(),
    holders: [],
    overlaps: [],
    users: [],
    counts: [],
    outside: [],
  },
};
const writes = { inserts: [], updates: [], deletes: [], conflicts: [] };

describe('an existing row', () => {
  test('gets only columns that users write and that differ', () => {
    const past = { model: 'Vlan', row: vlan(), links: [] };
    const plan = planChangeBack(past, vlan({ name: 'new', last_seen_at: 'later' }), []);
    expect(plan.updates.map(({ columns }) => columns)).toEqual([['name']]);
    expect(planChangeBack(past, vlan({ last_seen_at: 'later' }), [])).toEqual(writes);
  });

  test('that moved to another network is a conflict', () => {
    const plan = planChangeBack({ model: 'Vlan', row: vlan(), links: [] }, vlan({ network_id: 'other' }), []);
    expect(plan).toMatchObject({ updates: [], conflicts: [{ code: 'entity_moved', model: 'Vlan', id: 'v' }] });
  });

  test('gets missing links back and loses links that it did not have, compared by target', () => {
    const link = (id: string, vlan_id: string): ModelRow => ({
      model: 'InterfaceVlan',
      row: { id, network_id: networkId, interface_id: 'p', vlan_id },
    });
    const past = { model: 'Interface', row: port(), links: [link('1', 'a'), link('2', 'b')] };
    const { inserts, deletes } = planChangeBack(past, port(), [link('3', 'b'), link('4', 'c')]);
    expect([inserts, deletes].map((rows) => rows.map(({ row }) => row.id))).toEqual([['1'], ['4']]);
  });
});

describe('a deleted row', () => {
  const ended = [
    { model: 'Interface', row: port(), isLast: false },
    { model: 'InterfaceVlan', row: { id: 'l', network_id: networkId, interface_id: 'p', vlan_id: 'v' }, isLast: true },
  ];
  const root = { model: 'Vlan', row: vlan(), links: [] };

  test('is restored with links, and with references to it that are still empty', () => {
    const plan = planReturn(root, ended, presentRows([{ model: 'Interface', row: port({ native_vlan_id: null }) }]));
    expect(plan.inserts.map(({ row }) => row.id)).toEqual(['v', 'l']);
    expect(plan.updates.map(({ present, columns }) => [present.id, columns])).toEqual([['p', ['native_vlan_id']]]);
  });

  test('leaves references that now name another row', () => {
    const plan = planReturn(root, ended, presentRows([{ model: 'Interface', row: port({ native_vlan_id: 'x' }) }]));
    expect(plan.updates).toEqual([]);
  });
});

describe('an undone change', () => {
  const undo = (present: Row | undefined) =>
    planUndo(
      {
        eventId: 'event',
        ended: [{ model: 'Vlan', row: vlan(), isLast: false }],
        begun: [{ model: 'Vlan', row: vlan({ name: 'new', audit_event_id: 'event' }) }],
      },
      presentRows(present ? [{ model: 'Vlan', row: present }] : []),
    );

  test.each([
    ['as the change left it', vlan({ name: 'new' }), [['name']], []],
    ['changed in another field since', vlan({ name: 'new', description: 'more' }), [['name']], []],
    ['as it was before', vlan(), [], []],
    ['changed in the same field since', vlan({ name: 'newer' }), [], ['entity_changed']],
    ['gone', undefined, [], ['entity_not_found']],
  ] as const)('of a row that is %s', (_what, present, columns, codes) => {
    const plan = undo(present);
    expect(plan.updates.map((one) => one.columns)).toEqual(columns);
    expect(plan.conflicts.map(({ code }) => code)).toEqual(codes);
  });

  test.each([
    ['deleted if nothing changed it since', 'event', 1, []],
    ['kept, and a conflict, if something did', 'later', 0, ['entity_changed']],
  ] as const)('of a creation: the row is %s', (_what, audit_event_id, count, codes) => {
    const begun = [{ model: 'Vlan', row: vlan({ audit_event_id: 'event' }) }];
    const present = presentRows([{ model: 'Vlan', row: vlan({ audit_event_id }) }]);
    const plan = planUndo({ eventId: 'event', ended: [], begun }, present);
    expect([plan.deletes.length, plan.conflicts.map(({ code }) => code)]).toEqual([count, codes]);
  });
});

describe('planned writes', () => {
  const host = { model: 'Host', row: { id: 'h', network_id: networkId, name: 'host' } };

  test('omit references to a deleted discovery, and report any other missing row', () => {
    const row = vlan({ first_discovery_id: 'd', last_discovery_id: null });
    const settled = settleWrites({ ...writes, inserts: [{ model: 'Vlan', row }] }, empty);
    expect(settled).toMatchObject({ inserts: [{ emptied: ['first_discovery_id'] }], conflicts: [] });
    const address = { id: 'a', network_id: networkId, host_id: 'h', subnet_id: 's', ip_address: '10.0.0.1' };
    const lost = settleWrites({ ...writes, inserts: [{ model: 'IpAddress', row: address }] }, empty);
    expect(lost.conflicts.map(({ code, params }) => [code, params])).toEqual([
      ['entity_not_found', { entity: 'Host', id: 'h' }],
      ['entity_not_found', { entity: 'Subnet', id: 's' }],
    ]);
  });

  test('find rows that are restored with them, in the same network and host only', () => {
    const row = port({ native_vlan_id: null, ip_address_id: 'a' });
    const address = (host_id: string) => ({
      model: 'IpAddress',
      row: { id: 'a', network_id: networkId, host_id, subnet_id: 's', ip_address: '10.0.0.1' },
    });
    const subnet = { model: 'Subnet', row: { id: 's', network_id: networkId, cidr: '10.0.0.0/24' } };
    const settle = (host_id: string) =>
      settleWrites({ ...writes, inserts: [host, subnet, address(host_id), { model: 'Interface', row }] }, empty);
    expect(settle('h').conflicts).toEqual([]);
    const other = { model: 'Host', row: { ...host.row, id: 'o' } };
    const mixed = settleWrites(
      { ...writes, inserts: [host, other, subnet, address('o'), { model: 'Interface', row }] },
      empty,
    );
    expect(mixed.conflicts.map(({ code, params }) => [code, params])).toEqual([
      ['entity_reference_invalid', { entity: 'IPAddress', field: 'ipAddressId' }],
    ]);
  });

  test('omit rows that only discovery writes if one of their ends is missing', () => {
    const neighbor = {
      model: 'InterfaceNeighbor',
      row: { id: 'n', network_id: networkId, interface_id: 'p', remote_interface_id: 'gone', remote_host_id: null },
    };
    const settled = settleWrites(
      { ...writes, inserts: [host, { model: 'Interface', row: port({ native_vlan_id: null }) }, neighbor] },
      empty,
    );
    expect([settled.inserts.map(({ model }) => model), settled.conflicts]).toEqual([['Host', 'Interface'], []]);
  });

  test('ignore conflicts with rows that they change or delete themselves', () => {
    const holders = [{ model: 'Vlan', id: 'v', holderId: 'w', field: 'vlanNumber', value: 10 }];
    const inserts = [{ model: 'Vlan', row: vlan() }];
    const settledWrites = settleWrites({ ...writes, inserts }, { ...empty, holders });
    expect(settledWrites.conflicts.map(({ code, params }) => [code, params.held_by])).toEqual([
      ['entity_already_exists', 'w'],
    ]);
    const deletes = [{ model: 'Vlan', row: vlan({ id: 'w' }) }];
    expect(settleWrites({ ...writes, inserts, deletes }, { ...empty, holders }).conflicts).toEqual([]);
  });

  test.each([
    ['beyond its limit', 500, ['validation_out_of_range']],
    ['up to its limit', 499, []],
  ] as const)('extend a list %s', (_what, count, codes) => {
    const row = { id: 't', network_id: networkId, organization_id: 'org', tag_id: 'tag', host_id: 'h', entity_id: 'h' };
    const around = {
      ...{ ...empty, counts: [{ list: 'tags' as const, ownerId: 'h', count }] },
      presentRows: presentRows([host, { model: 'Tag', row: { id: 'tag', organization_id: 'org' } }]),
    };
    const settled = settleWrites({ ...writes, inserts: [{ model: 'TagAssignment', row }] }, around);
    expect(settled.conflicts.map(({ code, model, id }) => [code, model, id])).toEqual(
      codes.map((code) => [code, 'Host', 'h']),
    );
  });
});
