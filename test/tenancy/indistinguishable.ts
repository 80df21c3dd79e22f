// Calls an operation with the id of a row that the caller may not see and with an id that no row has. Checks that the
// two responses cannot be told apart.
import type { Reply } from '../support/client';
import type { IdPlace } from './id-places';
import { rowsFingerprint } from './fingerprint';
import { findLeaks } from './leaks';
import { absentId, recordStatements, replyText, type WalledCaller, type WalledWorld } from './walled-world';

export type Send = (caller: WalledCaller, value: unknown) => Promise<Reply>;

const byRank = ['auth_permission_denied', 'auth_user_context_required'];
const byReach = ['entity_not_found', 'entity_access_denied', 'discovery_session_not_found'];
/**
 * Error codes for the id of another daemon or network in a request of a daemon. The service refuses such an id without
 * looking it up.
 */
const byIdentity = ['daemon_network_mismatch', 'daemon_identity_mismatch'];
const scopes = new Set(['Network', 'Organization']);

const codeOf = ({ body }: Reply): string | undefined =>
  body?.code ?? (body?.errors as { extensions: { code: string } }[] | undefined)?.[0]?.extensions.code;
const entityOf = ({ body }: Reply): string => (body.params ?? body.errors[0].extensions.params).entity as string;

/** Matches ids and times, which differ between the rows that two requests create. */
const madeAnew = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|\d{4}-\d\d-\d\dT[\d:.]+Z/g;

/**
 * Expects equal responses and no changed row for an id that the caller may not see and an id that no row has. Bulk
 * writes skip such ids silently.
 *
 * - `isRead`: the operation is a list, which returns fewer rows instead of refusing the request.
 * - `isTolerant`: the operation is a report of a daemon. The service ignores the id, and the responses may differ in
 *   created ids and times.
 */
export async function expectIndistinguishable(
  walled: WalledWorld,
  callers: readonly WalledCaller[],
  place: IdPlace,
  send: Send,
  { isRead = false, isTolerant = false } = {},
): Promise<void> {
  let judgedCount = 0;
  const isSilent = isRead || isTolerant || ['ids', 'entityIds', 'entity_ids'].includes(place.path.at(-1)!);
  const beyondReach = () => rowsFingerprint(walled.world.prisma, [walled.world.stranger.organizationId]);
  const before = isTolerant ? await beyondReach() : await walled.rows.known();
  const plain = (text: string) => (isTolerant ? text.replace(madeAnew, '') : text);
  for (const caller of callers) {
    const beyond = caller.beyond[place.model] ?? [];
    if (beyond.length === 0) throw new Error(`no ${place.model} beyond reach: its samples (test/modules) make none`);
    const ask = async (value: unknown) => {
      let reply!: Reply;
      const statements = await recordStatements(walled.world, async () => {
        reply = await send(caller, value);
      });
      return { reply, statements };
    };
    const absent = absentId();
    // In a list, the forbidden id stands beside an id that the caller may see. A bulk write gets the forbidden id
    // alone, because it would change the other row.
    const beside = isSilent ? [] : (caller.home[place.model] ?? []).slice(0, 1);
    const missing = await ask(place.isList ? [...beside, absent] : absent);
    for (const id of beyond.slice(0, 3)) {
      const forbidden = await ask(place.isList ? [...beside, id] : id);
      expect(plain(replyText(forbidden.reply, id))).toBe(plain(replyText(missing.reply, absent)));
      if (!isTolerant) expect(forbidden.statements).toEqual(missing.statements);
      const others = { ...caller, forbidden: caller.forbidden.filter((word) => word !== id) };
      expect(findLeaks(others, JSON.stringify(forbidden.reply.body))).toEqual([]);
    }
    const code = codeOf(missing.reply);
    if (code === undefined ? !isSilent : ![...byRank, ...byReach, ...byIdentity].includes(code))
      throw new Error(`${caller.name}: the id at ${place.path.join('.')} was not refused: ${missing.reply.story}`);
    if (code !== undefined && byReach.includes(code)) {
      // For a network or organization that the caller cannot access, the service denies access
      // (`entity_access_denied`). It reports any other row as not found. An input `id` or `entityId` of a network may
      // get either error.
      if (
        scopes.has(place.model) &&
        !place.path.includes('id') &&
        !place.path.includes('entityId') &&
        !place.path.includes('entity_id')
      )
        expect(code).toBe('entity_access_denied');
      // The error `discovery_session_not_found` has no parameter `entity`, because the code itself names the kind of
      // row.
      if (code !== 'discovery_session_not_found')
        expect(entityOf(missing.reply).toLowerCase()).toBe(place.model.toLowerCase());
    }
    if (code === undefined || byReach.includes(code) || byIdentity.includes(code)) judgedCount += 1;
  }
  if (isTolerant) walled.rows.forget();
  expect(isTolerant ? await beyondReach() : await walled.rows.look()).toBe(before);
  if (judgedCount === 0) throw new Error('every caller was refused by rank: the id was never looked at');
}
