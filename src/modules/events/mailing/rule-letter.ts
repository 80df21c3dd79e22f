// Composes the mail of a rule: events, grouped by network. Mails of built-in rules are composed in
// `builtin-letters.ts`.
import type { Composers } from '../../access';
import type { PrismaClient } from '../../../generated/prisma/client';
import { withoutLinks, type Letter, type Paragraph } from '../../../platform/mail/letter';
import { durationText, eventSentence } from '../deciding/kinds';
import { composeAlert, composeDigest } from './builtin-letters';
import { footerOf, timeText, type LetterRule } from './letter-parts';
import { readMailedEvents, readMailedRule, type MailedEvent, type MailedRule } from './mail-events.sql';
import { readDigests } from './run-digests.sql';
import { readSilentDaemons } from './silent-daemons.sql';

/**
 * For an event that ends a state, such as `PortUp`: returns a sentence with the begin and duration of the state. Empty
 * if the begin is unknown, or if the event's own text contains the duration.
 */
function beginText({ params, count, happenedAt, begunAt }: MailedEvent, timeZone: string): string {
  if (!begunAt || params.seconds !== undefined) return '';
  const seconds = Math.max(0, Math.round((happenedAt.getTime() - begunAt.getTime()) / 1000));
  const beginClause = count === 1 ? 'It began' : 'The first of it began';
  return ` ${beginClause} on ${timeText(begunAt, timeZone)}, ${durationText(seconds)} before.`;
}

function itemOf(event: MailedEvent, timeZone: string): string {
  const { severity, happenedAt, code, params } = event;
  const sentence = withoutLinks(eventSentence(code, params));
  return `${severity}, ${timeText(happenedAt, timeZone)}: ${sentence}${beginText(event, timeZone)}`;
}

/** The events that a mail lists, and the number of all events of the mail. */
interface ListedEvents {
  readonly events: readonly MailedEvent[];
  readonly total: number;
}

/** Composes the mail of a rule that is not built in. `events` has at least one event. */
export function composeRuleLetter(rule: LetterRule, { events, total }: ListedEvents, publicUrl: string): Letter {
  const first = events[0]!;
  const sentence = eventSentence(first.code, first.params);
  const networks = Map.groupBy(events, ({ networkId }) => networkId);
  return {
    subject: `${first.networkName}: ${total === 1 ? '' : `${total} events, first: `}${sentence}`,
    paragraphs: [
      ...[...networks].flatMap(([networkId, listed]): Paragraph[] => {
        const name = withoutLinks(listed[0]!.networkName);
        return [
          `Network “${name}”:`,
          { items: listed.map((event) => itemOf(event, rule.timeZone)) },
          { label: `Open the map of “${name}”`, url: `${publicUrl}/topology?network=${networkId}` },
        ];
      }),
      ...(total > events.length ? [`And ${total - events.length} more.`] : []),
      ...footerOf(rule, publicUrl),
    ],
  };
}

/** Composes the mail with the id `mailId` for its rule; undefined if no event, run or daemon is left to report. */
async function composeMail(prisma: PrismaClient, rule: MailedRule, mailId: string, publicUrl: string) {
  const mailed = await readMailedEvents(prisma, mailId, rule);
  if (mailed.total === 0) return undefined;
  if (rule.builtin === 'DiscoveryDigest') {
    const digests = await readDigests(prisma, rule, mailed);
    return digests.digests.length === 0 ? undefined : composeDigest(rule, digests, publicUrl);
  }
  if (rule.builtin === 'DaemonAlerts') {
    const daemons = await readSilentDaemons(prisma, rule, mailed);
    return daemons.length === 0 ? undefined : composeAlert(rule, daemons, publicUrl);
  }
  return composeRuleLetter(rule, mailed, publicUrl);
}

/** Returns the function that composes mails of rules. A mail contains what its user may read at the time of sending. */
export const ruleLetters = (prisma: PrismaClient, publicUrl: string): Pick<Composers, 'NetworkEvents'> => ({
  async NetworkEvents({ recipient, subjectId }) {
    if (subjectId === null) return undefined;
    const rule = await readMailedRule(prisma, subjectId, recipient);
    return rule && composeMail(prisma, rule, subjectId, publicUrl);
  },
});
