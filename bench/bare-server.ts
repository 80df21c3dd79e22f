// The measuring stick: Express and pg by hand, with the same look-up of the key, counts and rows, and the same answers.
import { createHash } from 'node:crypto';
import express, { type NextFunction, type Request, type Response } from 'express';
import { Pool } from 'pg';
import { version } from '../package.json';
import { portTypeOf } from '../src/entities/port/port-names';
import * as sql from './bare-queries';

interface KeyRow {
  user_id: string;
  organization_id: string;
  is_enabled: boolean;
  is_expired: boolean;
  api_access_enabled: boolean;
  permissions: string;
  network_ids: string[];
}
type Row = Record<string, unknown>;
type Work = (req: Request, res: Response, key: KeyRow) => Promise<void>;

const pool = new Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const preparedNames = new Map<string, string>();

async function query<R extends object = Row>(text: string, values: unknown[]): Promise<R[]> {
  if (!preparedNames.has(text)) preparedNames.set(text, `bare_${preparedNames.size}`);
  return (await pool.query<R>({ name: preparedNames.get(text), text, values })).rows;
}

const refuse = (res: Response, status: number, code: string) => void res.status(status).json({ success: false, code });
const meta = (pagination?: object) => ({ api_version: 1, server_version: version, ...(pagination && { pagination }) });

/** Runs a handler for callers with a valid key. */
const signedIn = (work: Work) => async (req: Request, res: Response, next: NextFunction) => {
  try {
    const token = /^bearer (nlm_u_[0-9A-Za-z]{32})$/i.exec(req.headers.authorization ?? '')?.[1];
    if (!token) return refuse(res, 401, 'auth_not_authenticated');
    const [key] = await query<KeyRow>(sql.findKey, [createHash('sha256').update(token).digest('hex')]);
    if (!key?.is_enabled || key.is_expired || !key.api_access_enabled)
      return refuse(res, 401, 'auth_not_authenticated');
    await work(req, res, key);
  } catch (error) {
    next(error);
  }
};

function sourceOf({ source_type, source_confidence, source_reason }: Row) {
  const isMatch = source_type === 'DiscoveryWithMatch';
  return { type: source_type, ...(isMatch && { details: { confidence: source_confidence, reason: source_reason } }) };
}

/** The row without the given columns. */
function without(row: Row, ...names: string[]): Row {
  const rest = { ...row };
  for (const name of names) delete rest[name];
  return rest;
}
const sourceColumns = ['source_type', 'source_confidence', 'source_reason'];

function hostOf(row: Row): Row {
  const { virtualization_type, vm_name, vm_id, credential_ids, latest_address } = row;
  return {
    ...without(row, ...sourceColumns, 'virtualization_type', 'vm_name', 'vm_id', 'credential_ids', 'latest_address'),
    display_name: row.name || row.hostname || row.sys_name || row.chassis_id || latest_address || '',
    source: sourceOf(row),
    virtualization_metadata: virtualization_type ? { type: virtualization_type, details: { vm_name, vm_id } } : null,
    credential_assignments: (credential_ids as string[]).map((credential_id) => ({ credential_id })),
  };
}

function serviceOf(row: Row, bindings: Row[]): Row {
  const { virtualization_type: type, container_name, container_id, compose_project } = row;
  const details = { container_name, container_id, compose_project };
  return {
    ...without(row, ...sourceColumns, 'virtualization_type', 'container_name', 'container_id', 'compose_project'),
    source: sourceOf(row),
    virtualization_metadata: type ? { type, details } : null,
    bindings: bindings.map((binding) => ({ ...binding, type: binding.port_id ? 'Port' : 'IPAddress' })),
  };
}

function interfaceOf(row: Row, neighbors: Row[]): Row {
  return {
    ...row,
    speed_bps: row.speed_bps === null ? null : Number(row.speed_bps),
    display_name: row.if_alias || row.if_descr || row.mac_address || 'Interface',
    neighbors: neighbors.map((neighbor) => without(neighbor, 'interface_id')),
  };
}

/** Rows by the id in a column. */
function grouped(rows: Row[], column: string): (id: unknown) => Row[] {
  const groups = new Map<unknown, Row[]>();
  for (const row of rows) {
    const group = groups.get(row[column]);
    if (group) group.push(row);
    else groups.set(row[column], [row]);
  }
  return (id) => groups.get(id) ?? [];
}

async function withChildren(hosts: Row[]): Promise<Row[]> {
  const ids = hosts.map(({ id }) => id);
  const read = (text: string) => query(text, [ids]);
  const [addresses, ports, services, bindings, interfaces, neighbors] = await Promise.all([
    read(sql.listAddresses),
    read(sql.listPorts),
    read(sql.listServices),
    read(sql.listBindings),
    read(sql.listInterfaces),
    read(sql.listNeighbors),
  ]);
  const addressesOf = grouped(addresses, 'host_id');
  const portsOf = grouped(ports, 'host_id');
  const servicesOf = grouped(services, 'host_id');
  const bindingsOf = grouped(bindings, 'service_id');
  const interfacesOf = grouped(interfaces, 'host_id');
  const neighborsOf = grouped(neighbors, 'interface_id');
  return hosts.map((host) => ({
    ...host,
    ip_addresses: addressesOf(host.id),
    ports: portsOf(host.id).map((port) => ({ ...port, type: portTypeOf(Number(port.number), port.protocol as 'Tcp') })),
    services: servicesOf(host.id).map((service) => serviceOf(service, bindingsOf(service.id))),
    interfaces: interfacesOf(host.id).map((one) => interfaceOf(one, neighborsOf(one.id))),
  }));
}

const listHosts: Work = async (req, res, { network_ids }) => {
  const limit = Number(req.query.limit ?? 50);
  const offset = Number(req.query.offset ?? 0);
  const [rows, [count]] = await Promise.all([
    query(sql.listHosts, [network_ids, limit, offset]),
    query<{ total: number }>(sql.countHosts, [network_ids]),
  ]);
  const total = count!.total;
  const hosts = rows.map(hostOf);
  const data = req.query.include_children === 'false' ? hosts : await withChildren(hosts);
  const pagination = { total_count: total, limit, offset, has_more: offset + hosts.length < total };
  res.json({ success: true, data, meta: meta(pagination) });
};

const vlanOf = (row: Row) => ({ ...without(row, ...sourceColumns), source: sourceOf(row) });

const getVlan: Work = async (req, res, { network_ids }) => {
  const [row] = await query(sql.getVlan, [req.params.id, network_ids]);
  if (!row) return refuse(res, 404, 'entity_not_found');
  res.json({ success: true, data: vlanOf(row), meta: meta() });
};

const putVlan: Work = async (req, res, { network_ids, organization_id, permissions }) => {
  const body = req.body as Row;
  const { name, network_id, vlan_number, description } = body;
  if (permissions === 'Viewer') return refuse(res, 403, 'auth_permission_denied');
  if (typeof name !== 'string' || name.length < 1 || name.length > 100)
    return refuse(res, 400, 'validation_max_length');
  if (!network_ids.includes(network_id as string)) return refuse(res, 403, 'entity_access_denied');
  if (body.organization_id !== organization_id) return refuse(res, 403, 'entity_access_denied');
  const [row] = await query(sql.updateVlan, [req.params.id, network_ids, name, network_id, vlan_number, description]);
  if (!row) return refuse(res, 404, 'entity_not_found');
  res.json({ success: true, data: vlanOf(row), meta: meta() });
};

const tagAll =
  (text: string): Work =>
  async (req, res, { network_ids, organization_id, permissions }) => {
    const { entity_ids, tag_id } = req.body as { entity_ids: string[]; tag_id: string };
    if (permissions === 'Viewer') return refuse(res, 403, 'auth_permission_denied');
    if (entity_ids.length > 10_000) return refuse(res, 400, 'validation_out_of_range');
    const [tag] = await query(sql.findTag, [tag_id, organization_id]);
    if (!tag) return refuse(res, 404, 'entity_not_found');
    const { rowCount } = await pool.query(text, [organization_id, tag_id, entity_ids, network_ids]);
    res.json({ success: true, data: { affected_count: rowCount }, meta: meta() });
  };

/** The answer to the one document of bench/cases.ts, whatever is asked. */
const nestedHosts: Work = async (_req, res, { network_ids }) => {
  const size = 50;
  const [rows, [count]] = await Promise.all([
    query(sql.nestedHosts, [network_ids, size + 1]),
    query<{ total: number }>(sql.countHosts, [network_ids]),
  ]);
  const hosts = { totalCount: count!.total, nodes: rows.slice(0, size), pageInfo: { hasNextPage: rows.length > size } };
  res.json({ data: { hosts } });
};

const app = express();
app.disable('x-powered-by').disable('etag');
app.use(express.json({ limit: '2mb' }));
app.get('/api/v1/hosts', signedIn(listHosts));
app.get('/api/v1/vlans/:id', signedIn(getVlan));
app.put('/api/v1/vlans/:id', signedIn(putVlan));
app.post('/api/v1/tags/assign/bulk-add', signedIn(tagAll(sql.addTag)));
app.post('/api/v1/tags/assign/bulk-remove', signedIn(tagAll(sql.removeTag)));
app.post('/graphql', signedIn(nestedHosts));
app.listen(Number(process.env.PORT), '127.0.0.1');
process.on('disconnect', () => process.exit());
