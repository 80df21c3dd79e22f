// The rows of the demo as a first start creates them, with look-up functions that the demo suites share.
import { generateDemo, type DemoSpec } from '../../src/demo/generate';
import type { NetworkRows, OrganizationRows } from '../../src/demo/network/rows';

export const spec: DemoSpec = {
  seed: 'netloom-demo',
  now: new Date('2026-11-21T10:00:00Z'),
  organizationName: 'Demo',
  ownerEmail: 'demo@netloom.example',
  emailDomain: 'netloom.example',
  passwordHash: 'not a hash',
  apiKey: `nlm_u_${'0'.repeat(32)}`,
};

export interface Generated {
  readonly organization: OrganizationRows;
  readonly networks: readonly { readonly id: string; readonly name: string; readonly rows: NetworkRows }[];
}

export function generate(special: Partial<DemoSpec> = {}): Generated {
  const { organization, networks } = generateDemo({ ...spec, ...special });
  return { organization, networks: networks.map(({ id, name, rows }) => ({ id, name, rows: rows() })) };
}

export const byId = <Row extends { id?: string }>(rows: readonly Row[]): ReadonlyMap<string, Row> =>
  new Map(rows.map((row) => [row.id!, row]));

export function groupRows<Row>(rows: readonly Row[], keyOf: (row: Row) => string): ReadonlyMap<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), row]);
  return groups;
}
