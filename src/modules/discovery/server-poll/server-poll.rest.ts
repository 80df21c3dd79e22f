// Polls daemons from the service: claims daemons that are due, calls them concurrently, and releases the claims.
import { AsyncResource } from 'node:async_hooks';
import type { Logger } from 'pino';
import type { Authentication } from '../../../auth/authentication';
import { toConnectionCaller } from '../../../auth/connection-callers';
import type { Viewer } from '../../../data/tenancy/viewer';
import { AppError, isOurs } from '../../../errors';
import type { GraphqlContext } from '../../../graphql/context';
import { isConfidential, OutboundFailure, type Outbound } from '../../../platform/http/outbound';
import { classifyTrouble } from '../../../platform/postgres/unavailable';
import { RowsAside, type Among } from '../../../platform/process/rows-aside';
import { runForCaller } from '../../../platform/postgres/connection-shares';
import type { SecretBox } from '../../../platform/text/sealed-secrets';
import { routeCall } from '../../../rest/call-route';
import type { RestDoor } from '../../../rest/route';
import type { Json } from '../protocol/generations';
import { DaemonClient, DaemonTrouble } from './daemon-client';
import { isPolled, pollDaemon, type DaemonDoor, type DoorCall } from './poll-round';
import { openedKey } from '../poll-rows';
import {
  claimDue,
  dueDaemons,
  recordContact,
  releaseAnswered,
  releaseFailed,
  releaseUnjudged,
  type Claim,
} from './polls.sql';

export interface ServerPollOptions {
  readonly db: Parameters<typeof claimDue>[0];
  readonly outbound: Outbound;
  readonly secretBox: SecretBox;
  readonly door: RestDoor;
  readonly bodyLimitBytes: number;
  readonly logger: Logger;
  /** Authenticates the API key of a daemon in the same way as for a request of the daemon. */
  readonly authenticate: (headers: Readonly<Record<string, string>>) => Promise<Authentication>;
  readonly contextOf: (viewer: Viewer, isConfidential: boolean) => GraphqlContext;
}
export interface ServerPoll {
  /** Starts polls of the daemons that are due, without waiting for their results. Resolves with the number of polls. */
  begin(now: Date): Promise<number>;
  /** Resolves when no polls are running. */
  settled(): Promise<void>;
  /** Aborts running polls, and prevents further polls. */
  close(): Promise<void>;
}

const routesOf = {
  startup: '/daemons/:id/startup',
  'request-work': '/daemons/:id/request-work',
  update: '/discovery/:session_id/update',
  'hosts/discovery': '/hosts/discovery',
  subnets: '/subnets',
} as const satisfies Record<DoorCall, string>;

const sessionIn = (call: DoorCall, { session_id }: Json) => (call === 'update' ? { session_id } : {});

type Calls = Record<DoorCall, ReturnType<typeof routeCall>>;

/** Whether the daemon, not the service, caused the error. */
const isItsOwn = (error: unknown): boolean =>
  error instanceof OutboundFailure || error instanceof DaemonTrouble || (error instanceof AppError && !isOurs(error));

/** Returns a function that polls one daemon, and handles its findings as if the daemon itself had sent them. */
function daemonCaller(options: ServerPollOptions, signal: AbortSignal): (claim: Claim) => Promise<void> {
  const { db, outbound, secretBox, door, bodyLimitBytes, logger } = options;
  const calls = Object.fromEntries(
    Object.entries(routesOf).map(([call, path]) => [call, routeCall(door, 'post', path)]),
  ) as Calls;

  /** Returns an object that calls REST routes with the rights of the daemon and in its version of the protocol. */
  const doorOf = (daemonId: string, viewer: Viewer, context: () => GraphqlContext): DaemonDoor => ({
    call(call, version, body) {
      const caller = { authentication: { viewer }, headers: version === null ? {} : { 'x-daemon-version': version } };
      const params = { ...(routesOf[call].includes('/:id/') && { id: daemonId }), ...sessionIn(call, body) };
      return calls[call](caller, { params, body }, context());
    },
  });

  return async (claim) => {
    const { daemonId, url, version } = claim;
    const key = openedKey(secretBox, daemonId, claim.sealedKey);
    if (key === undefined) throw new DaemonTrouble('no key in SECRETS_KEY opens its key');
    const headers = { authorization: `Bearer ${key}`, 'x-daemon-id': daemonId };
    const { viewer, error } = { error: undefined, ...(await options.authenticate(headers)) };
    if (!viewer) throw error ?? new AppError('auth_not_authenticated');
    const contextNow = () => options.contextOf(viewer, isConfidential(url));
    const address = { url, ...(isPolled(version) && { key }) };
    await runForCaller(toConnectionCaller(viewer), () =>
      pollDaemon({
        daemon: claim,
        client: new DaemonClient(address, { outbound, bodyLimitBytes, signal }),
        door: doorOf(daemonId, viewer, contextNow),
        db: contextNow().db,
        onContact: () => recordContact(db, claim, new Date()),
        onRefusal: (call, { code, params }) => logger.info({ daemonId, call, code, params }, 'polled part refused'),
      }),
    );
  };
}

export function createServerPoll(options: ServerPollOptions): ServerPoll {
  const { db, logger } = options;
  const stopping = new AbortController();
  const callDaemon = daemonCaller(options, stopping.signal);
  const underWay = new Set<Promise<void>>();
  const rows = new RowsAside((err, daemonId) => logger.error({ err, daemonId }, 'polling failed'));
  const reportFailure = (daemonId: string, now: Date, err: unknown) => {
    if (classifyTrouble(err)) logger.error({ err, daemonId }, 'polling failed');
    else rows.recordFailure(daemonId, now, err);
  };
  // The job that starts the polls has time limits, which its async context passes on. The polls run outside of this
  // context, so that only the time limits of requests apply to them.
  const outside = AsyncResource.bind((work: () => Promise<void>) => work());

  const serve = async (claim: Claim, now: Date): Promise<void> => {
    const { daemonId } = claim;
    try {
      await callDaemon(claim);
      await releaseAnswered(db, claim);
      rows.recordSuccess(daemonId);
    } catch (error) {
      if (stopping.signal.aborted || !isItsOwn(error)) {
        if (!stopping.signal.aborted) reportFailure(daemonId, now, error);
        await releaseUnjudged(db, claim);
        return;
      }
      // Only the operator's log has the cause of the failure. Users see that the daemon is unreachable.
      const reason = error instanceof OutboundFailure ? String(error.cause) : (error as Error).message;
      if (await releaseFailed(db, claim, now)) logger.warn({ daemonId, reason }, 'daemon is unreachable');
      else logger.info({ daemonId, reason }, 'daemon did not answer');
    }
  };

  return {
    async begin(now) {
      if (stopping.signal.aborted) return 0;
      const claims: Claim[] = [];
      const claim = async ({ except, only }: Among) => {
        const claimedDaemons = await claimDue(db, now, { except: [...except, ...rows.at(now)], ...(only && { only }) });
        claims.push(...claimedDaemons);
        return claimedDaemons.length;
      };
      await rows.of('claims').all(now, claim, (among) => dueDaemons(db, now, among));
      for (const claim of claims) {
        const running: Promise<void> = outside(() => serve(claim, now))
          .catch((error: unknown) => reportFailure(claim.daemonId, now, error))
          .finally(() => underWay.delete(running));
        underWay.add(running);
      }
      return claims.length;
    },
    async settled() {
      await Promise.all(underWay);
    },
    async close() {
      stopping.abort();
      await Promise.all(underWay);
    },
  };
}
