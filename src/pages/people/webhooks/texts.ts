// The texts of the tab of webhooks, by the file that shows them.
import type { WebhookDeliveryState, WebhookFormat, WebhookStop } from '../../../generated/people-operations';
import { texts as eventFilter } from '../parts/event-filter-texts';
import { texts as shared } from '../parts/texts';

// The type Record makes a missing text for one of the API's values a compile error.
const formats: Readonly<Record<WebhookFormat, string>> = {
  Netloom: 'Netloom',
  CloudEvents: 'CloudEvents',
  Slack: 'Slack',
  Teams: 'Microsoft Teams',
  Discord: 'Discord',
  Ntfy: 'ntfy',
};

const stops: Readonly<Record<WebhookStop, string>> = {
  Gone: 'the receiver answered that it is gone (status 410)',
  Failing: 'the receiver accepted no message for three days',
  TooManyWaiting: 'the receiver failed, and too many messages were waiting',
  RightsLost: 'the user or API key that switched it on no longer has the right to it',
};

const states: Readonly<Record<WebhookDeliveryState, string>> = {
  Waiting: 'waiting',
  Delivered: 'delivered',
  GivenUp: 'given up',
  NotAllowed: 'not sent: the webhook or its API key is no longer for the network',
};

export const texts = {
  common: { ...shared.common, kinds: eventFilter.kindNames, formats },
  webhooks: {
    nouns: ['webhook', 'webhooks'],
    purpose: 'A webhook sends what happens in your networks to a program, a chat or a telephone.',
    newWebhook: 'New webhook',
    createWebhook: 'Create webhook',
    webhooks: 'Webhooks',
    noRows: 'There are no webhooks.',
    search: 'Part of the name of a webhook',
    state: 'State',
    format: 'Format',
    receiver: 'Receiver',
    sends: 'Sends',
    delivered: 'Last delivered',
    messages: 'Messages',
    stops,
    on: 'on',
    failingSince: (time: string) => `on, failing since ${time}`,
    off: 'off',
    stopped: (reason: string) => `switched off: ${reason}`,
    switchOff: 'Switch off',
    switchOn: 'Switch on',
    switchLabel: (button: string, name: string) => `${button}: ${name}`,
    switchOffQuestion: (name: string) => `Switch “${name}” off? What happens meanwhile is not sent.`,
    switchOnQuestion: (name: string) => `Switch “${name}” on? Its deliveries then depend on your rights.`,
    rotate: 'New secret',
    rotateLabel: (name: string) => `New secret for ${name}`,
    rotateQuestion: (name: string) =>
      `Replace the secret of “${name}”? The old one signs beside the new one for 24 hours.`,
    deleteQuestion: (name: string) => `Delete “${name}”? Its waiting messages are not sent.`,
    theSecret: 'The secret of',
    secretHint: 'The receiver checks the signatures of messages with it. Save it now: it is not shown again.',
    secretLabel: (name: string) => `The secret of ${name}`,
  },
  fields: {
    url: 'URL of the receiver',
    urlHint: 'Such as https://pager.example.com/netloom, or the address that the chat gives you.',
  },
  headers: {
    headers: 'Headers of your own',
    hint: 'Such as a token that the receiver demands. Values are stored encrypted and never shown.',
    name: 'Name of the header',
    value: 'Value',
    valueOf: (name: string) => `Value of ${name}`,
    stored: 'stored; a text replaces it',
    add: 'Add a header',
    remove: 'Remove',
    removeLabel: (name: string) => `Remove the header ${name}`,
    nameRefused: 'A header has a name that is not allowed, or that another one has.',
    valueRefused: 'Each header needs a value: one line of ASCII characters.',
  },
  preview: {
    title: 'What a message looks like',
    kind: 'With an event of the kind',
    body: 'Example of a message',
    sentAs: (contentType: string) => `Sent as ${contentType}.`,
  },
  messages: {
    test: 'Send a test',
    testHint: 'An example of an event is sent now, also if the webhook is switched off.',
    accepted: (status: number | null) => `The receiver accepted the test (status ${status}).`,
    refused: (status: number) => `The receiver refused the test (status ${status}).`,
    noAnswer: 'There was no usable answer. Check the URL, and whether the receiver runs.',
    answerOfTest: 'Answer to the test',
    list: (name: string) => `Messages of ${name}`,
    noRows: 'No messages in the last 30 days.',
    states,
    more: (count: number) => `and ${count.toLocaleString()} more`,
    eventCount: (count: number) => (count === 1 ? 'one event' : `${count.toLocaleString()} events`),
    network: 'Network',
    tries: 'Attempts',
    lastTry: 'Last attempt',
    nextTry: 'Next attempt',
    nextNow: 'as soon as those before it are sent',
    answer: 'Answer',
    noAnswerYet: 'none',
    again: 'Send again',
    againLabel: (message: string) => `Send again: ${message}`,
    againNotice: 'The message is sent again.',
    formerSecret: 'The old secret signs until',
    createdBy: 'Depends on the rights of',
    ownHeaders: 'Headers',
    url: 'URL',
  },
} as const;
