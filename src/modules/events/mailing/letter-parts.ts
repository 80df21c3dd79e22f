// Parts that the mails of all rules share: the format of times, and the footer with a link to the rules.
import { withoutLinks, type Paragraph } from '../../../platform/mail/letter';
import type { MailedRule } from './mail-events.sql';

/** The properties of a mail rule that its mails show or use. */
export type LetterRule = Pick<MailedRule, 'name' | 'timeZone'>;

export const timeText = (at: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('en-GB', {
    ...{ timeZone, day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
    timeZoneName: 'short',
  }).format(at);

export const footerOf = ({ name }: LetterRule, publicUrl: string): Paragraph[] => [
  `You get this because of your mail rule “${withoutLinks(name)}”.`,
  { label: 'Change the rule, or switch it off', url: `${publicUrl}/account/mail` },
];
