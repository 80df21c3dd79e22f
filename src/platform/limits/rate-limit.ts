// The rate limit of GraphQL and REST: a token bucket per user, or per IP address of anonymous callers, rate limit
// headers, and 429 for an empty bucket.
import { randomUUID } from 'node:crypto';
import { isIPv6 } from 'node:net';
import type { Request, RequestHandler, Response } from 'express';
import { Redis } from 'ioredis';
import { LRUCache } from 'lru-cache';
import { AppError } from '../../errors';
import {
  createTokenBucket,
  type BucketAnswer,
  type BucketOptions,
  type BucketRule,
  type TokenBucket,
} from './token-bucket';

export const userRule: BucketRule = { capacity: 150, perMinute: 300 };
export const anonymousRule: BucketRule = { capacity: 10, perMinute: 40 };

/**
 * Maximum number of IP addresses in `refusedUntil`, the cache of addresses whose last anonymous request was refused.
 */
const mostRefused = 10_000;

/**
 * Milliseconds after a refused write in which accepted writes do not count as the end of the refusals, because a node
 * of a Redis cluster refuses some keys and accepts others. Also the shortest time between two connections to a Redis
 * that refuses writes.
 */
const settlingMs = 5_000;

export interface RequestRateLimit {
  readonly limit: number;
  readonly remaining: number;
  readonly resetSeconds: number;
  /**
   * Raises the request's cost to `tokens` in total, of which one was already taken. Throws `rate_limit_exceeded` if the
   * bucket has too few tokens; the request then costs nothing.
   */
  raiseTo(tokens: number): Promise<void>;
  /**
   * Charges tokens for a response that turned out larger than estimated. Headers show the bucket before this charge.
   * Never refuses: the bucket goes into debt, by at most one minute's refill.
   */
  chargeRest(tokens: number): Promise<void>;
}

declare global {
  // eslint-disable-next-line @typescript-eslint/no-namespace -- Express's documented way of extending its request
  namespace Express {
    interface Request {
      /** Undefined for callers without a limit, and with RATE_LIMIT=off. */
      rateLimit?: RequestRateLimit;
    }
  }
}

export type Payer = { readonly userId: string } | 'anonymous' | 'exempt';

export interface RateLimiterOptions {
  readonly enabled: boolean;
  readonly redisUrl?: string;
  /** Called each time Redis begins or ceases to share the limits. `reason` tells why it does not. */
  readonly onRedisChange?: (available: boolean, reason?: string) => void;
}

export interface RateLimiter {
  /** Mount after authentication, on GraphQL and REST paths. */
  middleware(payerOf: (req: Request) => Payer): RequestHandler;
  /** Whether the address's last anonymous request was refused and its next anonymous request would be refused too. */
  isRefusing(address: string | undefined): boolean;
  close(): Promise<void>;
}

export function createRateLimiter({ enabled, redisUrl, onRedisChange }: RateLimiterOptions): RateLimiter {
  let isClosed = false;
  const store =
    enabled && redisUrl
      ? connectRedis(redisUrl, (...change) => (isClosed ? undefined : onRedisChange?.(...change)))
      : undefined;
  const users = createTokenBucket(userRule, { name: 'user', ...store });
  const addresses = createTokenBucket(anonymousRule, { name: 'address', ...store });
  // Whether Redis takes writes is known after one, so a new connection takes a token from a bucket that nobody uses.
  store?.redis.on('ready', () => void addresses.take(`connection ${randomUUID()}`, 1));
  // By IP address, the time at which its bucket for anonymous requests will have tokens again. It is checked before
  // credentials are looked up.
  const refusedUntil = new LRUCache<string, number>({ max: mostRefused });

  const middleware = (payerOf: (req: Request) => Payer): RequestHandler =>
    async function limitRate(req, res, next) {
      const payer = enabled && !isHealthCheck(req) ? payerOf(req) : 'exempt';
      if (payer === 'exempt') return next();
      const anonymous = payer === 'anonymous';
      const key = anonymous ? addressKey(req.ip) : payer.userId;
      const charge = new Charge(anonymous ? addresses : users, anonymous ? anonymousRule : userRule, key, res);
      const answer = await charge.begin();
      if (anonymous && !answer.accepted) refusedUntil.set(key, Date.now() + answer.msUntilAccepted);
      req.rateLimit = charge;
      if (!answer.accepted) throw refusal(answer);
      next();
    };

  return {
    middleware,
    isRefusing: (address) => (refusedUntil.peek(addressKey(address)) ?? 0) > Date.now(),
    close: async () => {
      isClosed = true;
      store?.redis.disconnect();
    },
  };
}

class Charge implements RequestRateLimit {
  readonly limit: number;
  remaining = 0;
  resetSeconds = 0;

  constructor(
    private readonly bucket: TokenBucket,
    private readonly rule: BucketRule,
    private readonly key: string,
    private readonly res: Response,
  ) {
    this.limit = rule.perMinute;
  }

  async begin(): Promise<BucketAnswer> {
    return this.setHeaders(await this.bucket.take(this.key, 1));
  }

  async raiseTo(tokens: number): Promise<void> {
    // A request cannot cost more than a full bucket, or it could never be paid. GraphQL's cost limit refuses documents
    // that would cost more.
    const more = Math.min(Math.ceil(tokens), this.rule.capacity) - 1;
    if (more <= 0) return;
    const answer = await this.bucket.take(this.key, more);
    if (answer.accepted) {
      this.setHeaders(answer);
      return;
    }
    const bucketState = await this.bucket.giveBack(this.key, 1);
    const retry = { ...bucketState, accepted: false, msUntilAccepted: answer.msUntilAccepted };
    this.setHeaders(retry);
    throw refusal(retry);
  }

  async chargeRest(tokens: number): Promise<void> {
    if (tokens >= 1) await this.bucket.charge(this.key, Math.floor(tokens));
  }

  private setHeaders(answer: BucketAnswer): BucketAnswer {
    this.remaining = answer.remaining;
    this.resetSeconds = wholeSeconds(answer.msUntilFull);
    if (!this.res.headersSent) {
      this.res.setHeader('X-RateLimit-Limit', this.limit);
      this.res.setHeader('X-RateLimit-Remaining', this.remaining);
      this.res.setHeader('X-RateLimit-Reset', this.resetSeconds);
      if (!answer.accepted) this.res.setHeader('Retry-After', retryAfter(answer));
    }
    return answer;
  }
}

/** A connection to Redis, and the functions that buckets call with the outcome of their writes. */
type RedisStore = Required<Pick<BucketOptions, 'redis' | 'onWritten' | 'onRefused'>>;

function connectRedis(url: string, onChange: NonNullable<RateLimiterOptions['onRedisChange']>): RedisStore {
  let reconnectedAt = -Infinity;
  const redis = new Redis(url, {
    // Requests do not wait for Redis. While it is not connected, the limit in memory applies.
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    commandTimeout: 300,
    socketTimeout: 1_000,
    connectTimeout: 1_000,
    retryStrategy: (attempt) => Math.min(100 * attempt, 1_000),
    // After a failover, the name of the primary leads to another server, but the connection stays with the old one.
    reconnectOnError: ({ message }) => {
      const isDue = /^(READONLY|MASTERDOWN)/.test(message) && performance.now() - reconnectedAt >= settlingMs;
      if (isDue) reconnectedAt = performance.now();
      return isDue;
    },
  });
  let available: boolean | undefined;
  const setAvailable = (now: boolean, reason?: string) => {
    if (available === now) return;
    available = now;
    onChange(now, reason);
  };
  let refusedAt = -Infinity;
  redis.on('ready', () => (refusedAt = -Infinity));
  redis.on('error', (error: Error) => setAvailable(false, error.message));
  redis.on('close', () => setAvailable(false, 'connection closed'));
  return {
    redis,
    onRefused: ({ message }) => {
      refusedAt = performance.now();
      setAvailable(false, message);
    },
    onWritten: () => {
      if (redis.status === 'ready' && performance.now() - refusedAt >= settlingMs) setAvailable(true);
    },
  };
}

/**
 * The key of an address. An IPv6 subscriber has at least a /64, which counts as one address; otherwise the limit could
 * be bypassed.
 */
export function addressKey(address = 'unknown'): string {
  const mappedIpv4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mappedIpv4) return mappedIpv4;
  if (!isIPv6(address)) return address;
  const [head = '', tail] = (address.split('%')[0] ?? '').toLowerCase().split('::');
  const leading = head === '' ? [] : head.split(':');
  const trailing = tail ? tail.split(':') : [];
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - leading.length - trailing.length);
  const groups = [...leading, ...Array<string>(zeros).fill('0'), ...trailing];
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
}

function isHealthCheck(req: Request): boolean {
  if (req.method !== 'GET' && req.method !== 'HEAD') return false;
  return /^\/api\/health\/?$/i.test(req.baseUrl + req.path);
}

const wholeSeconds = (ms: number): number => Math.ceil(ms / 1000);
const retryAfter = (answer: BucketAnswer): number => Math.max(1, wholeSeconds(answer.msUntilAccepted));
const refusal = (answer: BucketAnswer): AppError => new AppError('rate_limit_exceeded', {}, retryAfter(answer));
