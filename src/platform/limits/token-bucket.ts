// Token buckets on the stores of rate-limiter-flexible, in memory or Redis: refilled in whole steps, exact under
// concurrency.
import { LRUCache } from 'lru-cache';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { Redis } from 'ioredis';

export interface BucketRule {
  readonly capacity: number;
  readonly perMinute: number;
}

export interface BucketAnswer {
  readonly accepted: boolean;
  /** Number of further requests of one token that would be accepted now. */
  readonly remaining: number;
  readonly msUntilFull: number;
  /** Milliseconds until the same request would be accepted; 0 if it was accepted. */
  readonly msUntilAccepted: number;
}

export interface TokenBucket {
  /** Takes all of the tokens if the bucket has that many, otherwise none. */
  take(key: string, tokens: number): Promise<BucketAnswer>;
  giveBack(key: string, tokens: number): Promise<BucketAnswer>;
  /**
   * Charges tokens for work that was already done. Never refuses: if tokens are missing, the bucket goes into debt,
   * down to the rule's `maxDebt`.
   */
  charge(key: string, tokens: number): Promise<BucketAnswer>;
}

/** Maximum number of tokens that a bucket can owe: one minute's refill, which bounds the wait for the next token. */
export const maxDebt = ({ perMinute }: BucketRule): number => perMinute;

/**
 * Buckets are refilled in steps: `tokens` are added every `ms`. The first step begins when tokens are taken from a full
 * bucket.
 */
export interface RefillStep {
  readonly tokens: number;
  readonly ms: number;
}

export function refillStep(rule: BucketRule): RefillStep {
  const tokens = Math.max(1, Math.floor(rule.perMinute / 60));
  const ms = (tokens * 60_000) / rule.perMinute;
  if (!Number.isInteger(ms)) throw new Error(`a refill of ${rule.perMinute} a minute has no whole step`);
  return { tokens, ms };
}

/** A bucket's state: the tokens missing when it was written, and the milliseconds from now until it is full. */
export interface BucketState {
  readonly missing: number;
  readonly msUntilFull: number;
}

export interface BucketMove extends BucketAnswer {
  readonly missing: number;
}

/**
 * Takes tokens from a bucket, or returns them if `tokens` is negative. Refuses if the bucket has too few, unless `debt`
 * is given: then all are taken, and the bucket may owe up to `debt` tokens. The Lua script below computes the same.
 */
export function moveTokens(
  capacity: number,
  step: RefillStep,
  state: BucketState,
  tokens: number,
  debt = 0,
): BucketMove {
  const msLeft = Math.max(0, state.msUntilFull);
  const stepsLeft = Math.ceil(msLeft / step.ms);
  const stepsPassed = Math.max(0, Math.ceil(state.missing / step.tokens) - stepsLeft);
  const missing = msLeft === 0 ? 0 : Math.max(0, state.missing - stepsPassed * step.tokens);
  const maxTokens = Math.max(missing, capacity + debt);
  const nextMissing = Math.max(0, debt > 0 ? Math.min(missing + tokens, maxTokens) : missing + tokens);
  const remainingTokens = Math.max(0, capacity - missing);
  if (debt === 0 && tokens > 0 && nextMissing > capacity) {
    const stepsNeeded = Math.ceil((nextMissing - capacity) / step.tokens);
    const msUntilAccepted = msLeft - (stepsLeft - stepsNeeded) * step.ms;
    return { accepted: false, missing, remaining: remainingTokens, msUntilFull: msLeft, msUntilAccepted };
  }
  const msUntilFull = nextMissing === 0 ? 0 : msLeft + (Math.ceil(nextMissing / step.tokens) - stepsLeft) * step.ms;
  return {
    accepted: true,
    missing: nextMissing,
    remaining: Math.max(0, capacity - nextMissing),
    msUntilFull,
    msUntilAccepted: 0,
  };
}

// `moveTokens` for Redis. The value of a key is the number of missing tokens, its expiry is the time until the bucket
// is full. So the service's processes need no common clock. All rules share this script, because rate-limiter-flexible
// registers one script per connection. ARGV: tokens, `customDuration` in seconds, capacity, seconds from empty to full.
const moveTokensInRedis = `
local tokens, capacity, duration = tonumber(ARGV[1]), tonumber(ARGV[3]), tonumber(ARGV[4]) * 1000
local debt = math.max(0, tonumber(ARGV[2]) * 1000 - duration) * capacity / duration
local stepTokens = math.max(1, math.floor(capacity * 1000 / duration))
local stepMs = duration * stepTokens / capacity
local left = math.max(0, redis.call('PTTL', KEYS[1]))
local stepsLeft = math.ceil(left / stepMs)
local missing = 0
if left > 0 then
  missing = tonumber(redis.call('GET', KEYS[1]))
  local stepsPassed = math.max(0, math.ceil(missing / stepTokens) - stepsLeft)
  missing = math.max(0, missing - stepsPassed * stepTokens)
end
local wanted = math.max(0, missing + tokens)
if debt > 0 then
  wanted = math.min(wanted, math.max(missing, capacity + debt))
elseif tokens > 0 and wanted > capacity then
  return {wanted, left}
end
if wanted == 0 then
  redis.call('DEL', KEYS[1])
  return {0, 0}
end
local full = left + (math.ceil(wanted / stepTokens) - stepsLeft) * stepMs
redis.call('SET', KEYS[1], wanted, 'PX', full)
return {wanted, full}
`;

/**
 * Passed to `consume` for charges only, to allow debt: the seconds until a bucket with the maximum debt is full.
 * rate-limiter-flexible passes this value on to its store.
 */
interface MoveOptions {
  readonly customDuration?: number;
}
const debtWithin = (capacity: number, secondsToFill: number, { customDuration = 0 }: MoveOptions): number =>
  (Math.max(0, customDuration - secondsToFill) * capacity) / secondsToFill;

/**
 * The memory store of rate-limiter-flexible with the arithmetic of `moveTokens`, so that it gives the same results as
 * the Lua script does in Redis.
 */
class MemoryBucket extends RateLimiterMemory {
  private readonly step: RefillStep;
  private lastMove: Promise<unknown> = Promise.resolve();
  // Bounds the memory that requests from many IP addresses can take: the oldest buckets are dropped.
  private readonly keys: LRUCache<string, true>;

  constructor(rule: BucketRule, keyPrefix: string, maxKeys: number) {
    super({ points: rule.capacity, duration: secondsToFill(rule), keyPrefix });
    this.step = refillStep(rule);
    const dispose = (_: true, key: string, reason: LRUCache.DisposeReason) =>
      void (reason === 'evict' && this.delete(key));
    this.keys = new LRUCache({ max: maxKeys, dispose });
  }

  /** Calls are serialized, because rate-limiter-flexible reads and writes a key in two steps. */
  override consume(key: string | number, tokens = 1, options: MoveOptions = {}): Promise<RateLimiterRes> {
    const nextMove = this.lastMove.then(() => this.move(String(key), tokens, options));
    this.lastMove = nextMove.catch(() => undefined);
    return nextMove;
  }

  override reward(key: string | number, tokens = 1): Promise<RateLimiterRes> {
    return this.consume(key, -tokens);
  }

  private async move(key: string, tokens: number, options: MoveOptions): Promise<RateLimiterRes> {
    const state = stateOf(await this.get(key));
    const debt = debtWithin(this.points, this.duration, options);
    const move = moveTokens(this.points, this.step, state, tokens, debt);
    if (!move.accepted) throw new RateLimiterRes(move.remaining, move.msUntilFull, move.missing + tokens, false);
    if (move.missing === 0) {
      this.keys.delete(key);
      await this.delete(key);
    } else {
      this.keys.set(key, true);
      await this.set(key, move.missing, move.msUntilFull / 1000);
    }
    return new RateLimiterRes(move.remaining, move.msUntilFull, move.missing, false);
  }
}

const stateOf = (result: RateLimiterRes | null): BucketState => ({
  missing: result?.consumedPoints ?? 0,
  msUntilFull: Math.round(result?.msBeforeNext ?? 0),
});

function secondsToFill(rule: BucketRule): number {
  const seconds = (rule.capacity * 60) / rule.perMinute;
  // rate-limiter-flexible stores the expiry of a key in whole seconds. Rounding it would change the number of tokens.
  if (!Number.isInteger(seconds)) throw new Error(`a bucket of ${rule.capacity} fills in no whole seconds`);
  return seconds;
}

const secondsToOweAll = (rule: BucketRule): number => secondsToFill(rule) + (maxDebt(rule) * 60) / rule.perMinute;

export interface BucketOptions {
  readonly name: string;
  readonly redis?: Redis;
  /** Maximum number of keys in memory. */
  readonly maxKeys?: number;
  /** Called each time Redis has written taken tokens. */
  readonly onWritten?: () => void;
  /** Called each time Redis answers with an error, for example because it is a read-only replica. */
  readonly onRefused?: (error: Error) => void;
}

/** The part of rate-limiter-flexible's limiters that buckets use. */
interface Limiter {
  consume(key: string, tokens: number, options?: MoveOptions): Promise<RateLimiterRes>;
  reward(key: string, tokens: number): Promise<RateLimiterRes>;
}

/**
 * A limiter in Redis, and the limiter in memory for each move that Redis does not make. The `insuranceLimiter` of
 * rate-limiter-flexible does the same, but does not tell that it was used.
 */
function sharedLimiter(shared: Limiter, memory: Limiter, { onWritten, onRefused }: BucketOptions): Limiter {
  const withMemory = async (move: (limiter: Limiter) => Promise<RateLimiterRes>): Promise<RateLimiterRes> => {
    try {
      return await move(shared);
    } catch (rejection) {
      if (rejection instanceof RateLimiterRes) throw rejection;
      // Redis answered with an error. The events of the connection tell of all other errors.
      if (rejection instanceof Error && rejection.name === 'ReplyError') onRefused?.(rejection);
      return move(memory);
    }
  };
  return {
    consume: (key, tokens, options) =>
      withMemory(async (limiter) => {
        const result = await limiter.consume(key, tokens, options);
        // Tokens that were taken are always written. Refused and returned tokens may not be, so they prove nothing.
        if (limiter === shared) onWritten?.();
        return result;
      }),
    reward: (key, tokens) => withMemory((limiter) => limiter.reward(key, tokens)),
  };
}

/** A bucket in Redis, with a fallback in memory while Redis is unavailable. Without `redis`, in memory only. */
export function createTokenBucket(rule: BucketRule, options: BucketOptions): TokenBucket {
  const { name, redis, maxKeys = 50_000 } = options;
  const keyPrefix = `netloom:${name}`;
  const memory = new MemoryBucket(rule, keyPrefix, maxKeys);
  const limiter: Limiter = redis
    ? sharedLimiter(
        new RateLimiterRedis({
          storeClient: redis,
          points: rule.capacity,
          duration: secondsToFill(rule),
          keyPrefix,
          rejectIfRedisNotReady: true,
          customIncrTtlLuaScript: moveTokensInRedis,
        }),
        memory,
        options,
      )
    : memory;
  const step = refillStep(rule);
  const toBucketAnswer = (result: RateLimiterRes): BucketAnswer => {
    const { missing, msUntilFull } = stateOf(result);
    return { accepted: true, remaining: Math.max(0, rule.capacity - missing), msUntilFull, msUntilAccepted: 0 };
  };
  return {
    take: (key, tokens) =>
      limiter.consume(key, tokens).then(toBucketAnswer, (rejection: unknown) => {
        const { missing, msUntilFull } = stateOf(resultIn(rejection));
        return moveTokens(rule.capacity, step, { missing: missing - tokens, msUntilFull }, tokens);
      }),
    giveBack: (key, tokens) => limiter.reward(key, tokens).then(toBucketAnswer),
    // rate-limiter-flexible rejects when more tokens are missing than the bucket can hold, as in a bucket with debt.
    charge: (key, tokens) =>
      limiter
        .consume(key, tokens, { customDuration: secondsToOweAll(rule) })
        .then(toBucketAnswer, (rejection: unknown) => toBucketAnswer(resultIn(rejection))),
  };
}

/** rate-limiter-flexible rejects with a RateLimiterRes for a refused request. Other rejections are errors. */
function resultIn(rejection: unknown): RateLimiterRes {
  if (rejection instanceof RateLimiterRes) return rejection;
  throw rejection;
}
