// A small directory in front of several cells (each a service with its database), as docs/scale.md describes it. This
// HTTP proxy finds the cell of a request by session, API key, share or host name, and passes the request on.
import {
  createServer,
  request as sendRequest,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { Pool } from 'pg';
import { parseBearer } from '../../src/auth/authenticate';
import { readSessionToken } from '../../src/auth/sessions';
import { hashToken, isKeyForm } from '../../src/auth/tokens';

export interface Cell {
  readonly name: string;
  readonly url: string;
  readonly databaseUrl: string;
}

export interface Directory {
  readonly url: string;
  /** The number of requests that the directory has passed to each cell, by the name of the cell. */
  readonly passed: Readonly<Record<string, number>>;
  close(): Promise<void>;
}

/**
 * Reads from a cell's database the organization of a request ($1 is the hash of its credential, or the id of a share or
 * organization), and whether this organization has moved to another cell.
 */
const ownerSql = `
  SELECT owner.id, EXISTS (SELECT FROM moved_organizations m WHERE m.organization_id = owner.id) AS "isMoved" FROM (
    SELECT organization_id AS id FROM user_api_keys WHERE key_hash = $1
    UNION ALL
    SELECT n.organization_id FROM daemon_api_keys k JOIN networks n ON n.id = k.network_id WHERE k.key_hash = $1
    UNION ALL
    SELECT u.organization_id FROM sessions s JOIN users u ON u.id = s.user_id WHERE s.token_hash = $1
    UNION ALL
    SELECT organization_id FROM shares WHERE id::text = $1
    UNION ALL
    SELECT id FROM organizations WHERE id::text = $1
  ) owner`;

const shareInPath = /^\/(?:api(?:\/v1)?\/shares\/public|share)\/([0-9a-f-]{36})\b/i;
const isDaemon = (req: IncomingMessage): boolean => isKeyForm('daemon', parseBearer(req.headers.authorization) ?? '');

/** Starts the directory. `hostNames` maps a host name to the id of its organization. */
export async function startDirectory(
  cells: readonly Cell[],
  hostNames: Readonly<Record<string, string>> = {},
): Promise<Directory> {
  const pools = new Map(cells.map((cell) => [cell, new Pool({ connectionString: cell.databaseUrl, max: 2 })]));
  for (const pool of pools.values()) pool.on('error', () => undefined);
  const cellsBySubject = new Map<string, Cell>();
  const passed = Object.fromEntries(cells.map(({ name }) => [name, 0]));

  /**
   * What `ownerSql` looks up to find the cell of a request: hash of the credential, or id of the share or organization.
   */
  const subjectOf = (req: IncomingMessage): string | undefined => {
    const token = parseBearer(req.headers.authorization) ?? readSessionToken(req);
    if (token) return hashToken(token);
    return shareInPath.exec(req.url ?? '')?.[1]?.toLowerCase() ?? hostNames[(req.headers.host ?? '').split(':')[0]!];
  };

  const find = async (subject: string): Promise<Cell | 'moving' | 'unknown'> => {
    const cached = cellsBySubject.get(subject);
    if (cached) return cached;
    let isMoving = false;
    for (const [cell, pool] of pools) {
      const { rows } = await pool.query<{ isMoved: boolean }>(ownerSql, [subject]);
      const [owner] = rows;
      if (owner && !owner.isMoved) {
        cellsBySubject.set(subject, cell);
        return cell;
      }
      isMoving ||= owner !== undefined;
    }
    return isMoving ? 'moving' : 'unknown';
  };

  /**
   * Responds with 503 if no cell can answer. Closes the connection of a daemon instead, because daemons stop after an
   * error response.
   */
  const refuse = (req: IncomingMessage, res: ServerResponse): void => {
    if (isDaemon(req) || res.headersSent) return void res.destroy();
    const params = { reason: 'organization_moved' };
    res.writeHead(503, { 'content-type': 'application/json', 'retry-after': '1' });
    res.end(
      JSON.stringify({ success: false, error: 'the organization is moving', code: 'service_unavailable', params }),
    );
  };

  const pass = (cell: Cell, subject: string | undefined, req: IncomingMessage, res: ServerResponse): void => {
    passed[cell.name]! += 1;
    const forget = () => subject !== undefined && cellsBySubject.delete(subject);
    const { hostname, port } = new URL(cell.url);
    const { method, url: path, headers } = req;
    const forwardedRequest = sendRequest({ hostname, port, method, path, headers, agent: false }, (answer) => {
      // A 503 may mean that the organization has moved to another cell, so the next request looks up the cell again.
      if (answer.statusCode === 503) forget();
      res.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(res);
      answer.once('error', () => res.destroy());
    });
    forwardedRequest.once('error', () => {
      forget();
      refuse(req, res);
    });
    res.once('close', () => forwardedRequest.destroy());
    req.pipe(forwardedRequest);
  };

  const handle = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const subject = subjectOf(req);
    const foundCell = subject === undefined ? 'unknown' : await find(subject);
    if (foundCell === 'moving') return refuse(req, res);
    // A credential that no cell knows is passed to the first cell. Every cell would refuse it.
    pass(foundCell === 'unknown' ? cells[0]! : foundCell, subject, req, res);
  };

  // By default, Node closes a connection that has been idle for five seconds. On a slow machine a client may send its next
  // request at this moment.
  const server: Server = createServer(
    { keepAliveTimeout: 60_000 },
    (req, res) => void handle(req, res).catch(() => refuse(req, res)),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    passed,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await Promise.all([...pools.values()].map((pool) => pool.end()));
    },
  };
}
