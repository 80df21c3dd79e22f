// The mail of a rule: what happened, network by network, and the way to the rule.
import type { Composers } from '../../access';
import type { PrismaClient } from '../../../generated/prisma/client';
import { withoutLinks, type Letter, type Paragraph } from '../../../platform/mail/letter';
import { durationText, eventSentence } from '../deciding/kinds';
import {
  readMailedEvents,
  readMailedRule,
  type MailedEvent,
  type MailedEvents,
  type MailedRule,
} from './mail-events.sql';

const timeText = (at: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('en-GB', {
    ...{ timeZone, day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
    timeZoneName: 'short',
  }).format(at);

/** When what the event ends began, and for how long it was; empty if its own sentence says so, or nobody knows. */
function beginText({ params, count, happenedAt, begunAt }: MailedEvent, timeZone: string): string {
  if (!begunAt || params.seconds !== undefined) return '';
  const seconds = Math.max(0, Math.round((happenedAt.getTime() - begunAt.getTime()) / 1000));
  const what = count === 1 ? 'It began' : 'The first of it began';
  return ` ${what} on ${timeText(begunAt, timeZone)}, ${durationText(seconds)} before.`;
}

function itemOf(event: MailedEvent, timeZone: string): string {
  const { severity, happenedAt, code, params } = event;
  const sentence = withoutLinks(eventSentence(code, params));
  return `${severity}, ${timeText(happenedAt, timeZone)}: ${sentence}${beginText(event, timeZone)}`;
}

/** Composes the mail of a rule about at least one event. */
export function composeRuleLetter(
  rule: Pick<MailedRule, 'name' | 'timeZone'>,
  { events, total }: MailedEvents,
  publicUrl: string,
): Letter {
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
      `You get this because of your mail rule “${withoutLinks(rule.name)}”.`,
      { label: 'Change the rule, or switch it off', url: `${publicUrl}/account/mail` },
    ],
  };
}

/** Returns the function that composes mails of rules. Rights are those that the user has when the mail is sent. */
export const ruleLetters = (prisma: PrismaClient, publicUrl: string): Pick<Composers, 'NetworkEvents'> => ({
  async NetworkEvents({ recipient, subjectId }) {
    if (subjectId === null) return undefined;
    const rule = await readMailedRule(prisma, subjectId, recipient);
    if (!rule) return undefined;
    const mailed = await readMailedEvents(prisma, subjectId, rule);
    return mailed.total === 0 ? undefined : composeRuleLetter(rule, mailed, publicUrl);
  },
});
