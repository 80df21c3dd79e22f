// Sends the waiting messages of webhooks: claims webhooks, sends their messages in order, and records the outcomes.
import { AsyncResource } from 'node:async_hooks';
import DataLoader from 'dataloader';
import type { Logger } from 'pino';
import { DatabaseUnavailable } from '../../../errors';
import type { PrismaClient } from '../../../generated/prisma/client';
import { createLane } from '../../../platform/limits/lane';
import { RowsAside, type Among } from '../../../platform/process/rows-aside';
import { longestFailureMs, pauseAfter } from '../messages/retry-schedule';
import {
  claimWebhooks,
  dueWebhooks,
  mostOfOrganization,
  readWaiting,
  type Busy,
  type ClaimedWebhook,
  type FreePlaces,
  type WaitingMessage,
} from './claims.sql';
import {
  dropEmpty,
  giveUp,
  hasTooManyWaiting,
  recordDelivered,
  recordRetry,
  refuseDelivery,
  releaseWebhook,
  stopWebhook,
  type Answer,
  type Success,
} from './outcomes.sql';
import { isAccepted, sendMessage, type Sending } from './send-message';

/**
 * Limits on the webhooks that a replica serves at a time: quick ones, slow ones, and all. A webhook that becomes slow
 * while it is served no longer counts as quick, so the replica may serve more slow webhooks than `slow`.
 */
const places = { quick: 100, slow: 50, all: 300 } as const;
/**
 * If a replica already serves this number of webhooks of an organization, the organization's further quick webhooks
 * wait.
 */
const mostServedOfOrganization = 50;
/** A webhook counts as slow if one attempt, or all messages of a claim together, take this number of milliseconds. */
const slowMs = 1_000;
/**
 * Milliseconds by which recording an accepted message is delayed, so that one statement can record several messages.
 */
const recordAfterMs = 5;
/** HTTP status 410 (Gone): the receiver wants no more messages (Standard Webhooks). */
const goneStatus = 410;

export interface WebhookSenderOptions extends Sending {
  readonly prisma: PrismaClient;
  readonly logger: Logger;
  /** Returns a random number, at least 0 and less than 1, which varies the pauses between attempts. */
  readonly random?: () => number;
}
export interface WebhookSender {
  /** Starts to send due messages, without waiting for the responses. Resolves with the number of claimed webhooks. */
  begin(now: Date): Promise<number>;
  /** Resolves when no message is being sent. */
  settled(): Promise<void>;
  /** Aborts running requests and starts no further requests. Aborted messages are sent again later. */
  close(): Promise<void>;
}

type Next = 'delivered' | 'next' | 'ended';

/**
 * Returns a loader that records accepted messages. Messages of the same few milliseconds share one statement. `load`
 * resolves with false if this replica's claim on the webhook of the message has expired.
 */
const deliveredRecorder = (prisma: PrismaClient) =>
  new DataLoader<Success, boolean>(
    async (successes) => {
      try {
        const stored = await recordDelivered(prisma, successes);
        return successes.map(({ deliveryId }) => stored.has(deliveryId));
      } catch (error) {
        if (error instanceof DatabaseUnavailable || successes.length === 1) throw error;
        // One of the messages may have caused the error. So each message is recorded by a statement of its own, which
        // fails only for that message.
        const each = successes.map(async (success) => (await recordDelivered(prisma, [success])).size > 0);
        const outcomes = await Promise.allSettled(each);
        return outcomes.map((one) => (one.status === 'fulfilled' ? one.value : (one.reason as Error)));
      }
    },
    { cache: false, maxBatchSize: 100, batchScheduleFn: (record) => void setTimeout(record, recordAfterMs) },
  );

/** Returns a function that sends the waiting messages of a claimed webhook. */
function messageServer(options: WebhookSenderOptions, signal: AbortSignal) {
  const { prisma, logger, random = Math.random } = options;
  const delivered = deliveredRecorder(prisma);

  const fail = async (
    claim: ClaimedWebhook,
    { id: deliveryId, attempts }: WaitingMessage,
    now: Date,
    answer: Answer | undefined,
  ): Promise<Next> => {
    // The logged details do not contain the webhook's URL, because the URL may be a secret.
    const details = { webhookId: claim.id, deliveryId, status: answer?.status };
    const failingMs = claim.failingSince ? now.getTime() - claim.failingSince.getTime() : 0;
    const stop =
      answer?.status === goneStatus
        ? 'Gone'
        : failingMs >= longestFailureMs
          ? 'Failing'
          : (await hasTooManyWaiting(prisma, claim))
            ? 'TooManyWaiting'
            : undefined;
    if (stop) {
      if (await stopWebhook(prisma, claim, now, stop, { deliveryId, answer }))
        logger.warn({ ...details, reason: stop }, 'webhook switched off');
      return 'ended';
    }
    const pause = pauseAfter(attempts + 1, random(), answer?.askedPauseMs);
    if (pause === undefined) {
      logger.info(details, 'message of a webhook given up');
      return (await giveUp(prisma, claim, deliveryId, now, answer)) ? 'next' : 'ended';
    }
    const nextAt = new Date(now.getTime() + pause);
    await recordRetry(prisma, claim, deliveryId, now, { answer, nextAt });
    return 'ended';
  };

  const serve = async (claim: ClaimedWebhook, waiting: WaitingMessage, now: Date, isLast: boolean): Promise<Next> => {
    const { id, createdAt, networkId, networkName, events } = waiting;
    if (!waiting.isInReach) return (await refuseDelivery(prisma, claim, id, now)) ? 'next' : 'ended';
    if (events.length === 0) return (await dropEmpty(prisma, claim, id, now)) ? 'next' : 'ended';
    const message = { id, createdAt, network: { id: networkId, name: networkName }, events };
    const begin = performance.now();
    const answer = await sendMessage(options, claim, message, signal);
    if (signal.aborted) return 'next';
    if (!isAccepted(answer)) return fail(claim, waiting, now, answer);
    const isSlow = performance.now() - begin >= slowMs;
    const isStored = await delivered.load({ claim, deliveryId: id, at: now, answer, isSlow, isLast });
    return isStored && !isLast ? 'delivered' : 'ended';
  };

  return async (claim: ClaimedWebhook, waiting: readonly WaitingMessage[], now: Date): Promise<void> => {
    if (!claim.hasRights) {
      await stopWebhook(prisma, claim, now, 'RightsLost');
      return;
    }
    let current = claim;
    for (const [index, message] of waiting.entries()) {
      if (signal.aborted) break;
      const next = await serve(current, message, now, index === waiting.length - 1);
      if (next === 'ended') return;
      if (next === 'delivered') current = { ...current, failingSince: null };
    }
    await releaseWebhook(prisma, claim);
  };
}

interface Served {
  readonly claim: ClaimedWebhook;
  readonly begunAt: number;
}

/** The webhooks that this replica is serving. Their numbers limit how many further webhooks the replica claims. */
class Serving {
  private readonly served = new Map<Promise<void>, Served>();

  add(claim: ClaimedWebhook, work: Promise<void>): void {
    this.served.set(work, { claim, begunAt: performance.now() });
    const end = () => this.served.delete(work);
    work.then(end, end);
  }
  freePlaces(): FreePlaces {
    const slow = this.slowOnes().length;
    const quick = Math.min(places.quick - (this.served.size - slow), places.all - this.served.size);
    return { quick: Math.max(0, quick), slow: Math.max(0, places.slow - slow) };
  }
  busy(): Busy[] {
    const byOrganization = Map.groupBy(this.served.values(), ({ claim }) => claim.organizationId);
    const slowOnes = new Set(this.slowOnes());
    return [...byOrganization].flatMap(([organizationId, served]) => {
      const slow = served.filter((one) => slowOnes.has(one)).length;
      const isFull = served.length >= mostServedOfOrganization;
      return [
        { organizationId, isSlow: true, count: slow },
        { organizationId, isSlow: false, count: isFull ? mostOfOrganization : served.length - slow },
      ];
    });
  }
  isIdle(): boolean {
    return this.served.size === 0;
  }
  async ended(): Promise<void> {
    while (this.served.size > 0) await Promise.all(this.served.keys());
  }

  /**
   * Returns the webhooks that count as slow: those that were slow last time, and those that the replica has been
   * serving for longer than `slowMs`.
   */
  private slowOnes(): Served[] {
    const since = performance.now() - slowMs;
    return [...this.served.values()].filter(({ claim, begunAt }) => claim.isSlow || begunAt <= since);
  }
}

export function createWebhookSender(options: WebhookSenderOptions): WebhookSender {
  const { prisma, logger } = options;
  const stopping = new AbortController();
  const sendWaiting = messageServer(options, stopping.signal);
  const serving = new Serving();
  const rows = new RowsAside((err, webhookId) => logger.error({ err, webhookId }, 'sending to a webhook failed'));
  // The job that starts the requests has time limits, which its async context passes on. The requests run outside of
  // this context, because they have a time limit of their own.
  const outside = AsyncResource.bind((work: () => Promise<void>) => work());
  // Calls that claim webhooks run one after the other, so that no more webhooks are claimed than the replica can serve.
  const lane = createLane(1, 1);

  const claimDue = async (now: Date): Promise<ClaimedWebhook[]> => {
    const free = serving.freePlaces();
    if (free.quick <= 0 && free.slow <= 0) return [];
    const claims: ClaimedWebhook[] = [];
    const claim = async ({ except, only }: Among) => {
      const among = { except: [...except, ...rows.at(now)], ...(only && { only }) };
      const claimed = await claimWebhooks(prisma, now, free, serving.busy(), among);
      claims.push(...claimed);
      return claimed.length;
    };
    await rows.of('claims').all(now, claim, (among) => dueWebhooks(prisma, now, among));
    return claims;
  };

  const beginDue = async (now: Date): Promise<number> => {
    if (stopping.signal.aborted) return 0;
    const begin = performance.now();
    const claims = await claimDue(now);
    if (claims.length === 0) return 0;
    const ids = claims.map(({ id }) => id);
    const waiting = Map.groupBy(await readWaiting(prisma, ids), ({ webhookId }) => webhookId);
    for (const claim of claims) {
      const messages = waiting.get(claim.id) ?? [];
      const sendAndFollow = async () => {
        await serve(claim, messages, now);
        if (messages.length > 0) follow(new Date(now.getTime() + performance.now() - begin));
      };
      serving.add(claim, outside(sendAndFollow));
    }
    return claims.length;
  };

  const serve = async (claim: ClaimedWebhook, waiting: readonly WaitingMessage[], now: Date): Promise<void> => {
    try {
      await sendWaiting(claim, waiting, now);
      rows.recordSuccess(claim.id);
    } catch (error) {
      // The claim is left to expire, not released. If the organization is being moved to another database, no row may
      // change now.
      if (error instanceof DatabaseUnavailable) logger.info({ err: error, webhookId: claim.id }, 'sending interrupted');
      else rows.recordFailure(claim.id, now, error);
    }
  };

  const following = new Set<Promise<unknown>>();
  /** Claims further webhooks after a webhook was served. If this fails, the job's next run claims further webhooks. */
  const follow = (now: Date): void => {
    const claiming: Promise<unknown> = lane
      .run(() => beginDue(now))
      .catch((error: unknown) => logger.info({ err: error }, 'claiming webhooks failed'))
      .finally(() => following.delete(claiming));
    following.add(claiming);
  };
  const settled = async (): Promise<void> => {
    do {
      await serving.ended();
      await Promise.all(following);
    } while (following.size > 0 || !serving.isIdle());
  };

  return {
    begin: async (now) => (await lane.run(() => beginDue(now))) ?? 0,
    settled,
    async close() {
      stopping.abort();
      await settled();
    },
  };
}
