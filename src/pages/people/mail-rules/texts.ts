// The texts of the mail rules, by the file that shows them.
import type { MailRuleBuiltin, MailTiming } from '../../../generated/people-operations';
import { texts as shared } from '../parts/texts';

const hourWords = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;

// The type Record makes a missing text for one of the API's values a compile error.
const timings: Readonly<Record<MailTiming, (hour: number) => string>> = {
  Now: () => 'at once',
  Hourly: () => 'every hour',
  Daily: (hour) => `every day at ${hourWords(hour)}`,
};
const builtins: Readonly<Record<MailRuleBuiltin, string>> = {
  DiscoveryDigest: 'what a discovery changed',
  DaemonAlerts: 'daemons that no longer report',
};
const timingOptions: Readonly<Record<MailTiming, string>> = {
  Now: 'at once, what happens together in one mail',
  Hourly: 'every hour, if something happened',
  Daily: 'every day, if something happened',
};

export const texts = {
  common: shared.common,
  hourWords,
  rules: {
    rules: 'Mail rules',
    nouns: ['mail rule', 'mail rules'],
    purpose:
      'A mail rule sends you what happens in your networks by mail. Everybody has the first two: change them or switch them off.',
    noMail: 'This service sends no mail, so rules have no effect. Its operator can set SMTP_URL.',
    newRule: 'New mail rule',
    createRule: 'Create mail rule',
    noRows: 'You have no mail rules.',
    search: 'Part of the name of a rule',
    state: 'State',
    on: 'on',
    off: 'off',
    events: 'Events',
    builtins,
    when: 'When',
    timings,
    quiet: (from: number, to: number) => `quiet from ${hourWords(from)} to ${hourWords(to)}`,
    mailed: 'Last mail',
    switchOff: 'Switch off',
    switchOn: 'Switch on',
    switchLabel: (button: string, name: string) => `${button}: ${name}`,
    deleteQuestion: (name: string) => `Delete “${name}”? Events that wait for its mail are not sent.`,
  },
  form: {
    noNetwork: 'Choose at least one network, or all.',
    timing: 'When',
    timings: timingOptions,
    hour: 'At',
    quietFrom: 'Quiet hours from',
    quietHint: 'What happens in quiet hours comes in one mail when they end.',
    neverQuiet: 'no quiet hours',
    quietTo: 'Quiet hours to',
    timeZone: 'Time zone',
  },
  preview: {
    title: 'What a mail looks like',
    subject: 'Subject:',
    body: 'Example of a mail',
  },
} as const;
