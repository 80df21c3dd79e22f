// Prometheus metrics: metrics of Node, and of requests by operation and status.
import { timingSafeEqual } from 'node:crypto';
import type { RequestHandler } from 'express';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { AppError } from '../../errors';
import type { BudgetMetrics } from '../limits/organization-budgets';

export interface Metrics {
  /** Middleware that measures each request. */
  readonly observe: RequestHandler;
  /** Responds to `GET /api/metrics` with Prometheus text, for callers with the metrics token. */
  readonly answer: RequestHandler;
  /** Records heavy work of organizations. No label names an organization, so the number of time series is bounded. */
  readonly heavyWork: BudgetMetrics;
  /** Counts a read that replicas may answer, by the kind of server that answered it. */
  readonly onRead: (server: 'primary' | 'replica') => void;
  /**
   * Records for how many seconds the oldest change of a network has been waiting to be judged by the checks; 0 for
   * none.
   */
  readonly onChecksBehind: (seconds: number) => void;
}

export function createMetrics(token: string | undefined): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: 'netloom_request_duration_seconds',
    help: 'Duration of requests in seconds, by door, operation and HTTP status.',
    labelNames: ['door', 'operation', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  const reads = new Counter({
    name: 'netloom_database_reads_total',
    help: 'Reads that replicas of the database may answer, by the kind of server that answered.',
    labelNames: ['server'],
    registers: [registry],
  });
  const checksBehind = new Gauge({
    name: 'netloom_checks_behind_seconds',
    help: 'Age of the oldest change of a network that waits for its checks to be judged, in seconds; 0 for none.',
    registers: [registry],
  });
  return {
    onChecksBehind: (seconds) => checksBehind.set(seconds),
    heavyWork: heavyWorkMetrics(registry),
    onRead: (server) => reads.inc({ server }),
    observe(req, res, next) {
      const stop = durations.startTimer();
      const door = /^\/(graphql|mcp)\b/.exec(req.path)?.[1] ?? 'rest';
      res.once('close', () => {
        // Callers choose the names of GraphQL operations. As labels, such names would make the number of time series
        // unbounded.
        const operation = door === 'rest' ? (req.operationName ?? 'none') : door;
        stop({ door, operation, status: res.statusCode });
      });
      next();
    },
    async answer(req, res) {
      const bearerToken = /^bearer\s+(.+)$/i.exec(req.get('authorization') ?? '')?.[1];
      if (token === undefined || bearerToken === undefined || !isSame(bearerToken, token))
        throw new AppError('auth_not_authenticated');
      res.type(registry.contentType).send(await registry.metrics());
    },
  };
}

function heavyWorkMetrics(registry: Registry): BudgetMetrics {
  const registers = [registry];
  const requests = new Gauge({
    ...{ name: 'netloom_heavy_requests', help: 'Heavy requests now, by state.', labelNames: ['state'], registers },
  });
  const refused = new Counter({
    name: 'netloom_heavy_requests_refused_total',
    help: 'Heavy requests that were refused with organization_busy, by reason.',
    ...{ labelNames: ['reason'], registers },
  });
  const seconds = new Counter({
    name: 'netloom_heavy_seconds_total',
    help: 'Seconds of heavy work, by resource.',
    ...{ labelNames: ['resource'], registers },
  });
  return {
    onCount: (state, by) => requests.inc({ state }, by),
    onRefused: (reason) => refused.inc({ reason }),
    onUsed: (resource, ms) => seconds.inc({ resource }, ms / 1000),
  };
}

function isSame(candidate: string, token: string): boolean {
  const [a, b] = [Buffer.from(candidate), Buffer.from(token)];
  return a.length === b.length && timingSafeEqual(a, b);
}
