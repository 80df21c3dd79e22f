// Tests the text of SQL statements. Parameters are numbered in the order of the text. A long list of ids is sent once,
// as one parameter, even if the text uses the list several times.
import { all, columnRef, select, tableOfRows, type Condition, type Rows } from '../../../src/data/sql/expression';
import { statementSql } from '../../../src/data/sql/statement-sql';

const idsOf = (count: number) =>
  Array.from({ length: count }, (_none, at) => `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`);
const host = (where: Condition): Rows => ({ from: [tableOfRows('Host', 't', true)], where });
const isNamed = (value: string): Condition => ({ kind: 'compare', column: columnRef('t', 'name'), by: '=', value });
const isOf = (values: readonly string[]): Condition => ({
  kind: 'inIds',
  column: columnRef('t', 'network_id'),
  values,
});

test('values are numbered in the order of the text, not in the order in which parts were made', () => {
  const page = { order: [], limit: 5, offset: 7 };
  const inner = select([{ kind: 'everyColumn', row: 't' }], host(isNamed('inner')), page);
  const rows: Rows = { from: [{ kind: 'rows', query: inner, row: 't' }], where: isNamed('outer') };
  expect(statementSql(select([columnRef('t', 'id')], rows))).toEqual({
    text: 'SELECT t.id FROM (SELECT t.* FROM hosts t WHERE t.name = $1 LIMIT 5 OFFSET $2) t WHERE t.name = $3',
    values: ['inner', 7, 'outer'],
  });
});

test('a long list of ids is sent once, a short one each time', () => {
  const twice = (ids: readonly string[]) => {
    const condition = all([isOf(ids), isOf([...ids])]);
    return statementSql(select([{ kind: 'count' }], host(condition)));
  };
  const [long, short] = [idsOf(20), idsOf(19)];
  const text = 'SELECT count(*) FROM hosts t WHERE t.network_id = ANY($1) AND t.network_id = ANY';
  expect(twice(long)).toEqual({ text: `${text}($1)`, values: [long] });
  expect(twice(short)).toEqual({ text: `${text}($2)`, values: [short, short] });
});

test('an instant is one value, however many tables are read as of it', () => {
  const past = { at: new Date(0), networkIds: idsOf(1), organizationId: idsOf(2)[1]!, ruleOf: () => ({}) };
  const both = select([{ kind: 'count' }], {
    from: [tableOfRows('Host', 't', true), { kind: 'left', source: tableOfRows('Vlan', 'v', false), on: isNamed('x') }],
    where: isNamed('y'),
  });
  expect(statementSql(both, past)).toEqual({
    text:
      'SELECT count(*) FROM hosts_at($1::timestamptz, $2::uuid[]) t ' +
      'LEFT JOIN vlans_at($1::timestamptz) v ON t.name = $3 WHERE t.name = $4',
    values: [past.at, past.networkIds, 'x', 'y'],
  });
});
