// Tests the addresses of inventory pages: everything that a page shows can be read back from its address, for each
// kind and each filter. Unknown parameters are ignored and reported.
import {
  filterablesOf,
  buildFilter,
  isAddress,
  isValid,
  findLeaf,
  parseFilterValue,
} from '../../../src/pages/inventory/address/filters';
import { kindOfList, kinds, slugOf } from '../../../src/pages/inventory/address/kinds-by-list';
import { listPlace, readPlace, rowPlace, shownSort, writePlace } from '../../../src/pages/inventory/address/place';
import { buildDownload } from '../../../src/pages/inventory/address/download';
import { enumValues } from '../../../src/generated/inventory-kinds';

const networkId = '6f2b5c1e-0000-4000-8000-000000000001';
const id = '6f2b5c1e-0000-4000-8000-000000000002';
const read = (address: string) => {
  const { pathname, search } = new URL(address, 'http://localhost');
  return readPlace(pathname, search);
};
const list = (name: string, query: string) => read(`/inventory/${networkId}/${slugOf(name)}?${query}`);

/** A value for each type of filter. If possible, the value contains characters that an address must escape. */
const valuesOf: Readonly<Record<string, string>> = {
  ...{ String: 'a,b & c=d/+é', Int: '-7', BigInt: '9000000000', Boolean: 'false', UUID: id, Exists: 'true' },
  DateTime: '2026-10-01T10:00:00.000Z',
};

test.each(kinds.map((kind) => [kind.list, kind] as const))(
  'every filter of %s survives a round trip through the URL',
  (_name, kind) => {
    const paths = filterablesOf(kind).flatMap(({ path, operators }) =>
      operators.length === 0 ? [path] : operators.map((operator) => `${path}.${operator}`),
    );
    expect(paths.length).toBeGreaterThan(3);
    const clauses = paths.map((path) => {
      const { type, isList } = findLeaf(kind.filter, path)!;
      const value = valuesOf[type] ?? enumValues[type]![0]!;
      return { path, values: isList ? [value, type === 'String' ? 'x' : value] : [value] };
    });
    expect(clauses.filter((clause) => !isValid(kind, clause))).toEqual([]);
    const sort = { field: kind.orders.at(-1)!, isDescending: true };
    const place = { ...listPlace(networkId, kind, '2026-10-01T10:00:00.000Z'), search: 'a b', clauses, sort };
    expect(read(writePlace(place))).toEqual(place);
    expect(read(writePlace(rowPlace(networkId, kind, id, null)))).toEqual(rowPlace(networkId, kind, id, null));
  },
);

test('only lists with a history take an instant to compare with, and only one before the shown one', () => {
  const since = '2026-10-01T10:00:00.000Z';
  expect(list('hosts', `since=${since}`).since).toBe(since);
  expect(writePlace(list('hosts', `since=${since}`))).toBe(`/inventory/${networkId}/hosts?since=${since}`);
  expect(list('snapshots', `since=${since}`)).toMatchObject({ since: null, unknown: [`since=${since}`] });
  const later = list('hosts', `at=2026-09-01T00:00:00Z&since=${since}`);
  expect([later.since, later.unknown]).toEqual([null, [`since=${since}`]]);
  expect(buildDownload(list('hosts', `since=${since}`))!.missing.map(({ path }) => path)).toEqual(['since']);
});

test('clauses are combined by AND; several values form one clause only if the API takes a list', () => {
  const place = list('hosts', 'name.contains=sw&name.contains=core&role.in=Switch&role.in=Router&tags.none=true');
  expect([place.unknown, buildFilter(place.kind!, ' lyo ', place.clauses)]).toEqual([
    [],
    {
      and: [
        { name: { contains: 'sw' } },
        { name: { contains: 'core' } },
        { role: { in: ['Switch', 'Router'] } },
        { tags: { none: {} } },
        { search: 'lyo' },
      ],
    },
  ]);
});

test.each([
  'nothing.eq=1',
  'name.contains=',
  'name=x',
  'name.constructor=x',
  'constructor.eq=x',
  'toString=x',
  '__proto__.eq=x',
  'host=x',
  'ports=true',
  'ports.some=yes',
  'ports.some.number.eq=eighty',
  'role.eq=Toaster',
  'hidden.eq=maybe',
  'createdAt.gte=tomorrow',
  'id.eq=7',
  'sort=nothing',
  'sort=--name',
  'at=9999-01-01T00:00:00Z',
  'since=9999-01-01T00:00:00Z',
  'since=yesterday',
  'at=never',
  'at=2026-02-30T00:00:00Z',
  'and.name.eq=x',
])('%s in the URL is ignored and reported as unknown', (query) => {
  const place = list('hosts', query);
  expect([place.clauses, place.sort, place.at]).toEqual([[], null, null]);
  expect(place.unknown).toEqual([query]);
  expect(buildFilter(place.kind!, place.search, place.clauses)).toBeNull();
});

test('a list without a chosen order is sorted by its title columns', () => {
  expect(shownSort(list('hosts', ''))).toEqual({ field: 'naturalName', isDescending: false });
  expect(shownSort(list('snapshots', ''))).toEqual({ field: 'takenAt', isDescending: true });
  expect(shownSort(list('bindings', ''))).toBeNull();
  expect(writePlace(list('hosts', 'sort=naturalName'))).toBe(`/inventory/${networkId}/hosts`);
});

test('the search compares only the fields that the text can match', () => {
  const searched = (name: string, text: string) => buildFilter(kindOfList(name), text, []);
  expect(searched('subnets', '10.0')).toEqual({ search: '10.0' });
  expect(searched('vlans', 'voice')).toEqual({
    or: [{ name: { contains: 'voice' } }, { description: { contains: 'voice' } }],
  });
  expect(searched('vlans', '10')).toMatchObject({ or: expect.arrayContaining([{ vlanNumber: { eq: 10 } }]) });
  expect(searched('ipAddresses', '10.0.0.7')).toMatchObject({
    or: expect.arrayContaining([{ ipAddress: { eq: '10.0.0.7' } }]),
  });
  for (const kind of kinds) {
    const { or } = (buildFilter(kind, 'zzz', []) ?? { or: ['none'] }) as { or?: readonly unknown[] };
    // An `or` without conditions would match every row.
    expect([kind.list, or?.length]).not.toEqual([kind.list, 0]);
  }
});

test.each(['10.0.0.7', '10.0.0.0/8', '::1', 'fe80::/10', '2001:db8::7'])('%s is recognized as an address', (text) =>
  expect(isAddress(text)).toBe(true),
);
test.each(['', '10', '10.0.0', '10.0.0.256', '10.0.0.0/33', '00:11:22:33:44:55', 'fe80::/129', 'a:b', ':', '/8'])(
  '%s is not recognized as an address',
  (text) => expect(isAddress(text)).toBe(false),
);

test('rows found by the global search also match, within the other conditions', () => {
  const clauses = [{ path: 'subnetType.in', values: ['Lan'] }];
  expect(buildFilter(kindOfList('subnets'), '10.2', clauses, [id])).toEqual({
    and: [{ subnetType: { in: ['Lan'] } }, { or: [{ search: '10.2' }, { id: { in: [id] } }] }],
  });
  expect(buildFilter(kindOfList('subnets'), ' ', clauses, [id])).toEqual({ subnetType: { in: ['Lan'] } });
});

test('filters accept exactly the numbers that the API accepts', () => {
  expect(['0', '-1', '2147483647'].map((text) => parseFilterValue('Int', text))).toEqual([0, -1, 2147483647]);
  expect(['', ' ', '1.5', '1e3', '0x1', '2147483648', 'NaN'].map((text) => parseFilterValue('Int', text))).toEqual(
    Array(7).fill(undefined),
  );
});

describe('the download', () => {
  const download = (name: string, query: string) => buildDownload(list(name, query));
  test('the download applies the filters of the list', () => {
    expect(download('hosts', 'search=sw&role.in=Switch&hidden.eq=false&stale=true')).toEqual({
      href: `/api/v1/hosts/export/csv?network_id=${networkId}&search=sw&role=Switch&hidden=false&stale=true`,
      missing: [],
    });
    expect(download('tags', '')!.href).toBe('/api/v1/tags/export/csv?');
    expect(download('vlans', 'at=2026-10-01T10:00:00Z')!.href).toContain('&at=2026-10-01T10%3A00%3A00.000Z');
  });
  test('the download repeats a parameter for each value, because a value may contain a comma', () => {
    const { href, missing } = download('hosts', 'manufacturer.in=HP&manufacturer.in=A%2C%20B')!;
    const values = [...new URL(href, 'http://localhost').searchParams.values()];
    expect([values, missing]).toEqual([[networkId, 'HP', 'A, B'], []]);
  });
  test('the download names the filters that it cannot apply', () => {
    const { missing } = download('hosts', 'role.in=Switch&role.in=Router&name.contains=sw')!;
    expect(missing.map(({ path }) => path)).toEqual(['role.in', 'name.contains']);
    expect(download('vlans', 'search=voice')!.missing.map(({ path }) => path)).toEqual(['search']);
  });
});
