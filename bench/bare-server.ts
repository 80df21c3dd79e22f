// The benchmark's reference server, written by hand with Express and pg. It checks the API key, counts and reads rows,
// and gives the same responses as Netloom.
import { createHash } from 'node:crypto';
import express, { type NextFunction, type Request, type Response } from 'express';
import { version } from '../package.json';
import { writeHost, type NewHost } from './bare-create';
import { writeCsv } from './bare-csv';
import { pool, query, type Row } from './bare-database';
import * as sql from './bare-queries';
import { toHost, sourceColumns, toSource, without, withChildren } from './bare-rows';
import './memory-probe';

interface KeyRow {
  user_api_key_id: string;
  user_id: string;
  organization_id: string;
  is_enabled: boolean;
  is_expired: boolean;
  api_access_enabled: boolean;
  permissions: string;
  network_ids: string[];
}
type Work = (req: Request, res: Response, key: KeyRow) => Promise<void>;

const refuse = (res: Response, status: number, code: string) => void res.status(status).json({ success: false, code });
const meta = (pagination?: object) => ({ api_version: 1, server_version: version, ...(pagination && { pagination }) });

/** The author of a change, as the JSON that the history stores. */
const actorOf = ({ organization_id, user_id, user_api_key_id }: KeyRow, operation: string): string =>
  JSON.stringify({
    actorType: 'UserApiKey',
    organizationId: organization_id,
    userId: user_id,
    userApiKeyId: user_api_key_id,
    operation,
  });

/** Wraps a request handler so that only callers with a valid API key reach it. */
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

/** The SQL parameters of a search: the text itself, and the text as a LIKE pattern. */
const searchParameters = (text: string): string[] => [text, `%${text.replace(/[\\%_]/g, '\\$&')}%`];

const listHosts: Work = async (req, res, { network_ids }) => {
  const limit = Number(req.query.limit ?? 50);
  const offset = Number(req.query.offset ?? 0);
  const search = req.query.search === undefined ? [] : searchParameters(String(req.query.search));
  const [list, countAll] = search.length > 0 ? [sql.searchHosts, sql.countFoundHosts] : [sql.listHosts, sql.countHosts];
  const [rows, [count]] = await Promise.all([
    query(list, [network_ids, limit, offset, ...search]),
    query<{ total: number }>(countAll, [network_ids, ...search]),
  ]);
  const total = count!.total;
  const hosts = rows.map(toHost);
  const data = req.query.include_children === 'false' ? hosts : await withChildren(hosts);
  const pagination = { total_count: total, limit, offset, has_more: offset + hosts.length < total };
  res.json({ success: true, data, meta: meta(pagination) });
};

const getHost: Work = async (req, res, { network_ids }) => {
  const rows = await query(sql.getHost, [network_ids, req.params.id]);
  if (rows.length === 0) return refuse(res, 404, 'entity_not_found');
  const [host] = await withChildren(rows.map(toHost));
  res.json({ success: true, data: host, meta: meta() });
};

const postHost: Work = async (req, res, key) => {
  const { network_ids, permissions } = key;
  const body = req.body as NewHost;
  if (permissions === 'Viewer') return refuse(res, 403, 'auth_permission_denied');
  if (typeof body.name !== 'string' || body.name.length > 100) return refuse(res, 400, 'validation_max_length');
  if (!network_ids.includes(body.network_id)) return refuse(res, 403, 'entity_access_denied');
  const result = await writeHost(body, actorOf(key, 'createHost'));
  if (result.refused) return refuse(res, ...result.refused);
  const rows = await query(sql.getHost, [network_ids, result.id]);
  const [host] = await withChildren(rows.map(toHost));
  res.json({ success: true, data: host, meta: meta() });
};

const exportHosts: Work = async (_req, res, { network_ids }) => {
  res.type('text/csv').attachment(`hosts-${new Date().toISOString().slice(0, 10)}.csv`);
  await writeCsv(res, network_ids);
};

const vlanOf = (row: Row) => ({ ...without(row, ...sourceColumns), source: toSource(row) });

const getVlan: Work = async (req, res, { network_ids }) => {
  const [row] = await query(sql.getVlan, [req.params.id, network_ids]);
  if (!row) return refuse(res, 404, 'entity_not_found');
  res.json({ success: true, data: vlanOf(row), meta: meta() });
};

const putVlan: Work = async (req, res, key) => {
  const { network_ids, organization_id, permissions } = key;
  const body = req.body as Row;
  const { name, network_id, vlan_number, description } = body;
  if (permissions === 'Viewer') return refuse(res, 403, 'auth_permission_denied');
  if (typeof name !== 'string' || name.length < 1 || name.length > 100)
    return refuse(res, 400, 'validation_max_length');
  if (!network_ids.includes(network_id as string)) return refuse(res, 403, 'entity_access_denied');
  if (body.organization_id !== organization_id) return refuse(res, 403, 'entity_access_denied');
  const values = [name, network_id, vlan_number, description];
  const [row] = await query(sql.updateVlan, [req.params.id, network_ids, ...values, actorOf(key, 'updateVlan')]);
  if (!row) return refuse(res, 404, 'entity_not_found');
  res.json({ success: true, data: vlanOf(row), meta: meta() });
};

const tagAll =
  (text: string, operation: string): Work =>
  async (req, res, key) => {
    const { network_ids, organization_id, permissions } = key;
    const { entity_ids, tag_id } = req.body as { entity_ids: string[]; tag_id: string };
    if (permissions === 'Viewer') return refuse(res, 403, 'auth_permission_denied');
    if (entity_ids.length > 10_000) return refuse(res, 400, 'validation_out_of_range');
    const [tag] = await query(sql.findTag, [tag_id, organization_id]);
    if (!tag) return refuse(res, 404, 'entity_not_found');
    const actor = actorOf(key, operation);
    const { rowCount } = await pool.query(text, [organization_id, tag_id, entity_ids, network_ids, actor]);
    res.json({ success: true, data: { affected_count: rowCount }, meta: meta() });
  };

/**
 * bench/cases.ts sends only one GraphQL document. This server always gives the response to that document, and does not
 * parse the request.
 */
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
app.post('/api/v1/hosts', signedIn(postHost));
app.get('/api/v1/hosts/export/csv', signedIn(exportHosts));
app.get('/api/v1/hosts/:id', signedIn(getHost));
app.get('/api/v1/vlans/:id', signedIn(getVlan));
app.put('/api/v1/vlans/:id', signedIn(putVlan));
app.post('/api/v1/tags/assign/bulk-add', signedIn(tagAll(sql.addTag, 'bulkAddTag')));
app.post('/api/v1/tags/assign/bulk-remove', signedIn(tagAll(sql.removeTag, 'bulkRemoveTag')));
app.post('/graphql', signedIn(nestedHosts));
app.listen(Number(process.env.PORT), '127.0.0.1');
process.on('disconnect', () => process.exit());
