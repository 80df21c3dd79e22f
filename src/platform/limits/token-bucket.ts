// The token bucket on rate-limiter-flexible's stores: refilled in whole steps, exact under concurrency, in memory or Redis.
import { LRUCache } from 'lru-cache';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { Redis } from 'ioredis';

export interface BucketRule {
  readonly capacity: number;
  readonly perMinute: number;
}

export interface BucketAnswer {
  readonly accepted: boolean;
  /** Requests of one token that would be accepted now. */
  readonly remaining: number;
  readonly msUntilFull: number;
  /** 0 when accepted, else the time until the same request would be. */
  readonly msUntilAccepted: number;
}

export interface TokenBucket {
  /** Takes all the tokens or none of them. */
  take(key: string, tokens: number): Promise<BucketAnswer>;
  giveBack(key: string, tokens: number): Promise<BucketAnswer>;
  /** Takes tokens for what is done already: never refused, and what the bucket lacks is owed, down to `debtOf` its rule. */
  charge(key: string, tokens: number): Promise<BucketAnswer>;
}

/** Most tokens that a bucket can owe: what flows back in a minute, so nobody waits longer than that for one. */
export const debtOf = ({ perMinute }: BucketRule): number => perMinute;

/**
 * How a rule refills: `tokens` at once every `ms`. The first step counts from the moment the bucket stops being full,
 * so a burst that arrives spread over some milliseconds is still judged as one instant.
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

/** The whole state of a bucket: tokens missing when it was written, and the time from now until it is full. */
export interface BucketState {
  readonly missing: number;
  readonly msUntilFull: number;
}

export interface BucketMove extends BucketAnswer {
  readonly missing: number;
}

/**
 * What taking (or, negative, giving back) tokens does to a state; the Lua script below moves it alike. With a `debt` it is
 * a charge: all is taken, and no more than so many tokens are owed afterwards.
 */
export function moveTokens(
  capacity: number,
  step: RefillStep,
  state: BucketState,
  tokens: number,
  debt = 0,
): BucketMove {
  const left = Math.max(0, state.msUntilFull);
  const stepsLeft = Math.ceil(left / step.ms);
  const stepsPassed = Math.max(0, Math.ceil(state.missing / step.tokens) - stepsLeft);
  const missing = left === 0 ? 0 : Math.max(0, state.missing - stepsPassed * step.tokens);
  const owed = Math.max(missing, capacity + debt);
  const wanted = Math.max(0, debt > 0 ? Math.min(missing + tokens, owed) : missing + tokens);
  const remaining = Math.max(0, capacity - missing);
  if (debt === 0 && tokens > 0 && wanted > capacity) {
    const stepsNeeded = Math.ceil((wanted - capacity) / step.tokens);
    const msUntilAccepted = left - (stepsLeft - stepsNeeded) * step.ms;
    return { accepted: false, missing, remaining, msUntilFull: left, msUntilAccepted };
  }
  const msUntilFull = wanted === 0 ? 0 : left + (Math.ceil(wanted / step.tokens) - stepsLeft) * step.ms;
  return {
    accepted: true,
    missing: wanted,
    remaining: Math.max(0, capacity - wanted),
    msUntilFull,
    msUntilAccepted: 0,
  };
}

// One script for every rule: rate-limiter-flexible registers it once per connection, under one name. Value and expiry are
// the state, so no clock is compared between replicas. ARGV: tokens, seconds from the deepest debt to full, capacity, seconds
// from empty to full; where the second is more than the fourth it is a charge, which may lead into debt. It answers what is
// missing now, a refused request included, and the time until the bucket is full.
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

/** What the store's library hands through: seconds from the deepest debt that a charge may lead to until full. */
interface MoveOptions {
  readonly customDuration?: number;
}
const debtWithin = (capacity: number, secondsToFill: number, { customDuration = 0 }: MoveOptions): number =>
  (Math.max(0, customDuration - secondsToFill) * capacity) / secondsToFill;

/** The library's memory, moved by the arithmetic above; it answers as the script does, and rejects what is refused. */
class MemoryBucket extends RateLimiterMemory {
  private readonly step: RefillStep;
  private lastMove: Promise<unknown> = Promise.resolve();
  // A flood from countless addresses must cost it memory, not us.
  private readonly keys: LRUCache<string, true>;

  constructor(rule: BucketRule, keyPrefix: string, maxKeys: number) {
    super({ points: rule.capacity, duration: secondsToFill(rule), keyPrefix });
    this.step = refillStep(rule);
    const dispose = (_: true, key: string, reason: LRUCache.DisposeReason) =>
      void (reason === 'evict' && this.delete(key));
    this.keys = new LRUCache({ max: maxKeys, dispose });
  }

  /** One after the other: reading and writing are two steps of the library's. */
  override consume(key: string | number, tokens = 1, options: MoveOptions = {}): Promise<RateLimiterRes> {
    const moved = this.lastMove.then(() => this.move(String(key), tokens, options));
    this.lastMove = moved.catch(() => undefined);
    return moved;
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
  // The store counts expiry in whole seconds before it hands them to the script.
  if (!Number.isInteger(seconds)) throw new Error(`a bucket of ${rule.capacity} fills in no whole seconds`);
  return seconds;
}

const secondsToOweAll = (rule: BucketRule): number => secondsToFill(rule) + (debtOf(rule) * 60) / rule.perMinute;

export interface BucketOptions {
  readonly name: string;
  readonly redis?: Redis;
  /** How many keys the memory may hold at once. */
  readonly maxKeys?: number;
}

/** A bucket in Redis, with memory as its insurance while Redis is away; in memory alone without `redis`. */
export function createTokenBucket(rule: BucketRule, { name, redis, maxKeys = 50_000 }: BucketOptions): TokenBucket {
  const keyPrefix = `netloom:${name}`;
  const memory = new MemoryBucket(rule, keyPrefix, maxKeys);
  const limiter = redis
    ? new RateLimiterRedis({
        storeClient: redis,
        points: rule.capacity,
        duration: secondsToFill(rule),
        keyPrefix,
        insuranceLimiter: memory,
        rejectIfRedisNotReady: true,
        customIncrTtlLuaScript: moveTokensInRedis,
      })
    : memory;
  const step = refillStep(rule);
  const accepted = (result: RateLimiterRes): BucketAnswer => {
    const { missing, msUntilFull } = stateOf(result);
    return { accepted: true, remaining: Math.max(0, rule.capacity - missing), msUntilFull, msUntilAccepted: 0 };
  };
  return {
    take: (key, tokens) =>
      limiter.consume(key, tokens).then(accepted, (refused: unknown) => {
        const { missing, msUntilFull } = stateOf(resultIn(refused));
        return moveTokens(rule.capacity, step, { missing: missing - tokens, msUntilFull }, tokens);
      }),
    giveBack: (key, tokens) => limiter.reward(key, tokens).then(accepted),
    // The library rejects whatever is missing beyond the capacity, and so what is owed.
    charge: (key, tokens) =>
      limiter
        .consume(key, tokens, { customDuration: secondsToOweAll(rule) })
        .then(accepted, (owed: unknown) => accepted(resultIn(owed))),
  };
}

/** What a limiter rejects with, unless it failed. */
function resultIn(rejection: unknown): RateLimiterRes {
  if (rejection instanceof RateLimiterRes) return rejection;
  throw rejection;
}
