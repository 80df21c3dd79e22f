// Tests that every list can be downloaded as CSV. The file has exactly the rows of the list, for everyone who may read
// the list, and is safe to open in a spreadsheet.
import { print } from 'graphql';
import type { Route } from '../../src/rest/route';
import { routes } from '../../src/modules/routes';
import type { Reply } from '../support/client';
import { csvRows, parseCsv } from '../support/files';
import { addImportPlan, addMailRule, fillOrganization } from '../support/populate';
import { createWorld, type World } from '../support/world';

// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Json = any;

/**
 * Paths of CSV files of whole lists. A path with a parameter belongs to a file about a single row, which the tests of
 * the entity cover.
 */
const exportedPaths = routes
  .filter(({ path, download }) => download && path.endsWith('/export/csv') && !path.includes(':'))
  .map(({ path }) => path);
const listOf = (path: string) => path.replace('/export/csv', '');
/** Whether the rows of the list belong to one user. The tests of filters by network do not apply to such a list. */
const isPersonal = (path: string) => /^\/(auth\/keys|imports|mail-rules)\//.test(path);

let world: World;
beforeAll(async () => {
  world = await createWorld();
  const filledOrganization = await fillOrganization(world.prisma, world.organizationId);
  for (const networkId of [world.networkId, world.otherNetworkId]) await filledOrganization.fillNetwork(networkId);
  await world.owner.rest.post('/auth/keys', { name: 'mine', network_ids: [], tags: [] });
  const { organizationId, networkId, owner } = world;
  await addImportPlan(world.prisma, { userId: owner.userId, organizationId }, networkId);
  await addMailRule(world.prisma, owner);
});
afterAll(() => world.close());

const isEntity = (value: Json) => value !== null && typeof value === 'object' && 'created_at' in value;
const isRowList = (value: Json) => Array.isArray(value) && value.some(isEntity);

/** The expected text of a cell, derived from the JSON of the list. */
function cell(row: Json, column: string): string {
  const value = column.split('.').reduce((inner, key) => inner?.[key], row);
  if (value === null || value === undefined) return '';
  if (typeof value !== 'object') return String(value);
  const isPlain = Array.isArray(value) && value.every((item) => typeof item !== 'object');
  return isPlain ? value.join(',') : JSON.stringify(value);
}

/** Names of the columns that the file must have for the members of a row. */
function membersOf(value: Json, prefix = ''): string[] {
  return Object.entries<Json>(value).flatMap(([key, inner]) => {
    const isNested = inner !== null && typeof inner === 'object' && !Array.isArray(inner);
    return isNested ? membersOf(inner, `${prefix}${key}.`) : [`${prefix}${key}`];
  });
}

function expectRows(text: string, rows: Json[]): void {
  const [header] = parseCsv(text);
  const expectedValues = rows.map((row) => Object.fromEntries(header!.map((column) => [column, cell(row, column)])));
  expect(csvRows(text)).toEqual(expectedValues);
}

/**
 * Reads a list and its CSV file, and repeats the reads if the list has changed meanwhile: for example, the service
 * writes the time of a key's last use in the background.
 */
async function listAndFile(path: string): Promise<{ data: Json[]; file: Reply }> {
  const list = async () => (await world.owner.rest.get(`${listOf(path)}?limit=0`)).body.data;
  for (;;) {
    const data = await list();
    const file = await world.owner.rest.get(`${path}?limit=1&offset=1000`);
    if (JSON.stringify(await list()) === JSON.stringify(data)) return { data, file };
  }
}

const codeOf = ({ status, body }: Reply) => [status, body.code, body.params?.field];

test('every list has its file, but for invites, whose addresses are as good as keys', () => {
  const isList = ({ method, path, document, download, listing }: Route) =>
    method === 'get' && !download && !listing && !path.includes(':') && print(document).includes('page: ');
  const lists = routes.filter(isList).map(({ path }) => path);
  expect(lists.length).toBeGreaterThan(20);
  expect(lists.filter((path) => !exportedPaths.includes(`${path}/export/csv`))).toEqual(['/invites']);
});

describe.each(exportedPaths)('GET %s', (path) => {
  test('has the rows of the list in its order, with every member, whatever the page', async () => {
    const { data, file } = await listAndFile(path);
    expect(data.length).toBeGreaterThan(0);
    expect(file.status).toBe(200);
    expectRows(file.body, data);
    const [header] = parseCsv(file.body);
    const freeMembers = /^(details|params)\.|\.(results|scan_settings|hide_entities|hide_metadata_values)\./;
    const ownLists = Object.keys(data[0]).filter((key) => data.some((row: Json) => isRowList(row[key])));
    const isThere = (member: string) => header!.some((name) => name === member || name.startsWith(`${member}.`));
    const missing = data
      .flatMap((row: Json) => membersOf(row))
      .filter((member: string) => !freeMembers.test(member) && !ownLists.includes(member) && !isThere(member));
    expect(missing).toEqual([]);
    expect(header!.filter((name) => ownLists.includes(name))).toEqual([]);
  });

  test('is an attachment named after its contents and the day', async () => {
    const { headers } = await world.owner.rest.get(path);
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const day = new Date().toISOString().slice(0, 10);
    expect(headers.get('content-disposition')).toMatch(new RegExp(`^attachment; filename="[a-z-]+-${day}\\.csv"$`));
  });

  test('refuses what the list refuses', async () => {
    expect((await world.anonymous.send('GET', `/api/v1${path}`)).status).toBe(401);
    for (const caller of [world.key, world.viewer, world.narrowKey]) {
      const [file, list] = [await caller.rest.get(path), await caller.rest.get(listOf(path))];
      expect([file.status, file.body.code]).toEqual([list.status, list.body.code]);
    }
    const readRefusal = async (query: string) => codeOf(await world.owner.rest.get(`${path}?${query}`));
    expect(await readRefusal('nothing=1')).toEqual([400, 'validation_unknown_parameter', 'nothing']);
    expect(await readRefusal('after=x')).toEqual([400, 'validation_unknown_parameter', 'after']);
    expect(await readRefusal('limit=x')).toEqual([400, 'validation_invalid_format', 'limit']);
    expect(await readRefusal('limit=1001')).toEqual([400, 'validation_out_of_range', 'limit']);
    expect(await readRefusal('offset=-1')).toEqual([400, 'validation_out_of_range', 'offset']);
    const post = await world.owner.rest.post(path, {});
    expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
  });

  test('has only the header line if there are no rows for the caller', async () => {
    const userWithoutNetworks = await world.addUser('Viewer', []);
    const list = await userWithoutNetworks.rest.get(listOf(path));
    if (list.status === 403) return;
    const [whole, ownReply] = [await world.owner.rest.get(path), await userWithoutNetworks.rest.get(path)];
    expect(parseCsv(ownReply.body)[0]).toEqual(parseCsv(whole.body)[0]);
    expectRows(ownReply.body, (await userWithoutNetworks.rest.get(`${listOf(path)}?limit=0`)).body.data);
  });
});

describe('filters', () => {
  const byNetwork = exportedPaths.filter((path) => !isPersonal(path));
  test.each(byNetwork)('%s takes those of its list', async (path) => {
    const { data } = (await world.owner.rest.get(`${listOf(path)}?limit=0`)).body;
    for (const query of [`network_id=${world.networkId}`, `ids=${data[0].id}`]) {
      const list = await world.owner.rest.get(`${listOf(path)}?limit=0&${query}`);
      const file = await world.owner.rest.get(`${path}?${query}`);
      if (list.status === 400) expect(codeOf(file)).toEqual(codeOf(list));
      else {
        expectRows(file.body, list.body.data);
        expect(list.body.data.length).toBeLessThan(data.length + 1);
      }
    }
  });

  test('narrow a file: one network of two, and no row out of reach', async () => {
    const ids = async (query: string) => csvRows((await world.owner.rest.get(`/vlans/export/csv?${query}`)).body);
    const [all, north] = [await ids(''), await ids(`network_id=${world.networkId}`)];
    expect(north.length).toBeLessThan(all.length);
    expect(new Set(north.map(({ network_id }) => network_id))).toEqual(new Set([world.networkId]));
    expect(await ids(`network_id=${world.strangerNetworkId}`)).toEqual([]);
  });
});

describe('cells', () => {
  const odd = [
    ...['=1+1', '+cmd|calc', '-x', '@SUM(A1)', "'=quoted", '＝1', '-12.5', '+7', '-1-1', '=A1,"B"'],
    ...['a "quoted" word', 'comma, inside', 'line\nbreak', 'cr\r\nlf', "'plain", 'ünïcode 😀 中文', 'semi;colon'],
  ];
  const exportedNames = async (network: string) => {
    const { body } = await world.owner.rest.get(`/vlans/export/csv?network_id=${network}`);
    const column = parseCsv(body)[0]!.indexOf('description');
    return {
      cells: parseCsv(body)
        .slice(1)
        .map((line) => line[column]!),
      rows: csvRows(body),
    };
  };

  test('keep every text, harmless for a spreadsheet, numbers as they are', async () => {
    const network = await world.owner.rest.post('/networks', { name: 'Odd', organization_id: world.organizationId });
    const { id: network_id } = network.body.data;
    for (const [at, description] of odd.entries()) {
      const body = {
        name: `v${at}`,
        description,
        vlan_number: at + 1,
        network_id,
        organization_id: world.organizationId,
      };
      expect((await world.owner.rest.post('/vlans', body)).status).toBe(200);
    }
    const { cells, rows } = await exportedNames(network_id);
    expect(rows.map(({ description }) => description)).toEqual(odd);
    const dangerous = cells.filter((text) => /^[=+\-@\t\r\n＝＋－＠]/.test(text));
    expect(dangerous).toEqual(['-12.5', '+7']);
    expect(cells[0]).toBe("'=1+1");
    expect(cells[4]).toBe("''=quoted");
    expect(cells[14]).toBe("'plain");
    expect((await world.owner.rest.delete(`/networks/${network_id}`)).status).toBe(200);
  });
});

describe('GET /hosts/export/zip', () => {
  const paths: Record<string, (host: Json) => Json[]> = {
    'hosts.csv': (host) => [host],
    'ip_addresses.csv': (host) => host.ip_addresses,
    'ports.csv': (host) => host.ports,
    'services.csv': (host) => host.services,
    'interfaces.csv': (host) => host.interfaces,
    'bindings.csv': (host) => host.services.flatMap(({ bindings }: Json) => bindings),
  };

  test.each(['', 'network_id', 'include_children'])('has hosts with their parts: %s', async (filter) => {
    const query = { '': '', network_id: `network_id=${world.networkId}`, include_children: 'include_children=false' };
    const filterText = query[filter as keyof typeof query];
    const { data } = (await world.owner.rest.get(`/hosts?limit=0&${filterText.replace('false', 'true')}`)).body;
    const archive = await world.owner.rest.get(`/hosts/export/zip?${filterText}`);
    expect(archive.status).toBe(200);
    const day = new Date().toISOString().slice(0, 10);
    expect(archive.headers.get('content-disposition')).toBe(`attachment; filename="hosts-${day}.zip"`);
    expect(Object.keys(archive.body)).toEqual(Object.keys(paths));
    for (const [name, rowsOf] of Object.entries(paths)) {
      const rows = data.flatMap(rowsOf);
      expect(rows.length).toBeGreaterThan(0);
      expectRows(archive.body[name], rows);
    }
  });

  test('has the columns of the single files', async () => {
    const { body } = await world.owner.rest.get('/hosts/export/zip');
    for (const name of Object.keys(paths)) {
      const single = `/${name.replace('.csv', '').replace('_', '-')}/export/csv`;
      expect(parseCsv(body[name])[0]).toEqual(parseCsv((await world.owner.rest.get(single)).body)[0]);
    }
  });

  test('has header lines alone when no host matches, and refuses as the list does', async () => {
    const { body } = await world.owner.rest.get(`/hosts/export/zip?network_id=${world.strangerNetworkId}`);
    for (const name of Object.keys(paths)) expect(parseCsv(body[name])).toHaveLength(1);
    expect((await world.anonymous.send('GET', '/api/v1/hosts/export/zip')).status).toBe(401);
    const refusedReply = await world.owner.rest.get('/hosts/export/zip?hidden=maybe');
    expect(codeOf(refusedReply)).toEqual([400, 'validation_invalid_format', 'hidden']);
  });
});
