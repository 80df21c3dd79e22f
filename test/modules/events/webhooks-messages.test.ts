// What messages of webhooks look like in each format, their signatures, and when they are tried again.
import * as fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { onOneLine } from '../../../src/platform/mail/letter';
import { eventKinds, eventSeverities, eventTexts } from '../../../src/modules/events/deciding/kinds';
import { discordText, slackText } from '../../../src/modules/events/messages/chat-messages';
import { composeContent, fitsFormat, targetUrl } from '../../../src/modules/events/messages/formats';
import { exampleMessage, kindFacts, whyNothingMatches } from '../../../src/modules/events/messages/kind-facts';
import type { Message } from '../../../src/modules/events/messages/message';
import { isHeaderName, isHeaderValue } from '../../../src/modules/events/messages/own-headers';
import { askedPause, pauseAfter, pausesMs } from '../../../src/modules/events/messages/retry-schedule';
import { generateSecret, signedHeaders } from '../../../src/modules/events/messages/signatures';

const hour = 3_600_000;
const at = new Date('2026-01-31T12:00:00Z');
const networkId = '11111111-1111-4111-8111-111111111111';
const messageOf = (hosts: readonly string[], name = 'North'): Message => ({
  ...{ id: '22222222-2222-4222-8222-222222222222', createdAt: at, network: { id: networkId, name } },
  events: hosts.map((host, index) => ({
    ...{ id: `33333333-3333-4333-8333-${String(index).padStart(12, '0')}`, kind: 'MachineSilent' as const },
    ...{ severity: 'Critical' as const, happenedAt: at, code: 'machine_silent', params: { host } },
    ...{ count: 1, hostIds: [networkId], subjectIds: [networkId] },
  })),
});
const bodyOf = (format: Parameters<typeof composeContent>[0], message: Message, url = 'https://x.example/topic') =>
  JSON.parse(composeContent(format, message, url).body);

test('Netloom has type, time and data, with events as in REST', () => {
  expect(bodyOf('Netloom', messageOf(['sw']))).toEqual({
    ...{ type: 'netloom.network.events', timestamp: '2026-01-31T12:00:00.000Z' },
    data: {
      network: { id: networkId, name: 'North' },
      events: [
        {
          ...{ id: '33333333-3333-4333-8333-000000000000', kind: 'MachineSilent', severity: 'Critical' },
          ...{ happened_at: '2026-01-31T12:00:00.000Z', message: 'sw no longer answers.', code: 'machine_silent' },
          ...{ params: { host: 'sw' }, count: 1, host_ids: [networkId], subject_ids: [networkId] },
        },
      ],
    },
  });
});

test('CloudEvents has the attributes that the specification requires, and the same data', () => {
  const message = messageOf(['sw']);
  const { contentType } = composeContent('CloudEvents', message, 'https://x.example/');
  expect(contentType).toBe('application/cloudevents+json');
  expect(bodyOf('CloudEvents', message)).toEqual({
    ...{ specversion: '1.0', id: message.id, source: `/networks/${networkId}`, type: 'netloom.network.events' },
    ...{ time: '2026-01-31T12:00:00.000Z', datacontenttype: 'application/json' },
    data: bodyOf('Netloom', message).data,
  });
});

const evil = '<!channel> @everyone *b* _i_ `c` [l](https://evil.example) & </a> a\nb #1 ~s~ |p| \\ <@U1>';

test('names in messages of chats cannot become markup, mentions, links or lines', () => {
  const message = messageOf([evil], evil);
  const slack = bodyOf('Slack', message);
  expect(slack.text).not.toMatch(/[<>]|@everyone|\*b\*|_i_|`c`|https:\/\/|\[l\]/);
  expect(slack.text.split('\n')).toHaveLength(2);
  for (const { text } of slack.blocks) expect(text.type).toBe('plain_text');
  const teams = bodyOf('Teams', message);
  const [{ content }] = teams.attachments;
  expect(content.body.map(({ type }: { type: string }) => type)).toEqual(['RichTextBlock', 'RichTextBlock']);
  const discord = bodyOf('Discord', message);
  expect(discord.allowed_mentions).toEqual({ parse: [] });
  for (const text of [discord.embeds[0].title, discord.embeds[0].description])
    expect(text).not.toMatch(/(?<!\\)[*_~`|<>@#[\]()]/);
  const ntfy = bodyOf('Ntfy', message);
  expect(ntfy).toMatchObject({ topic: 'topic', priority: 5 });
  expect(ntfy.message.split('\n')).toHaveLength(1);
});

/** The text without word joiners (U+2060), and with ASCII characters instead of their full-width forms. */
const bare = (text: string): string =>
  text
    .replaceAll('\u2060', '')
    .replace(/[\uff01-\uff5e]/g, (character) => String.fromCharCode(character.charCodeAt(0) - 0xfee0));

test('every text of a name that is escaped can be read: only marks are added', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(discordText(text).replace(/\\([^a-zA-Z0-9\s])/g, '$1')).toBe(text.replace(/\\(?=$)/g, '\\'));
      const shownText = slackText(text).replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
      expect(bare(shownText)).toBe(bare(onOneLine(text)));
    }),
  );
});

test('chats list ten events, and say how many more there are; no message is longer than the services accept', () => {
  const message = messageOf(Array.from({ length: 50 }, (_, index) => `${'ä'.repeat(400)} ${index}`));
  const slack = bodyOf('Slack', message);
  expect(slack.blocks).toHaveLength(12);
  expect(slack.blocks.at(-1).text.text).toBe('and 40 more events');
  for (const { text } of slack.blocks) expect(text.text.length).toBeLessThanOrEqual(3_000);
  const { description, title } = bodyOf('Discord', message).embeds[0];
  expect(description.length).toBeLessThanOrEqual(4_096);
  expect(title.length).toBeLessThanOrEqual(256);
  expect(composeContent('Teams', message, 'https://x.example/').body.length).toBeLessThan(28_000);
  expect(Buffer.byteLength(composeContent('Ntfy', message, 'https://x.example/t').body)).toBeLessThan(4_096);
});

const escapedCharacters = '\\*_~`|>#[]()<@:!+-&"/.\'';
const anyName = (most: number) =>
  fc.oneof(
    fc.string({ unit: 'binary', maxLength: most }),
    fc.string({ unit: fc.constantFrom(...escapedCharacters), minLength: most - 1, maxLength: most }),
    fc.constantFrom(...escapedCharacters, 'ä', '\u{1f600}').map((character) => character.repeat(most)),
  );
const lengthOf = (text: string): number => [...text].length;

test('no name makes a message longer than a service accepts, and each event is listed or counted', () => {
  const names = fc.array(anyName(255), { minLength: 1, maxLength: 50 });
  fc.assert(
    fc.property(names, anyName(100), (hosts, network) => {
      const message = messageOf(hosts, network);
      const [embed] = bodyOf('Discord', message).embeds;
      expect(embed.title.length).toBeLessThanOrEqual(256);
      expect(embed.description.length).toBeLessThanOrEqual(4_096);
      const lines: string[] = embed.description.split('\n');
      const more = /^and (\d+) more events?$/.exec(lines.at(-1)!);
      expect(lines.length - (more ? 1 : 0) + Number(more?.[1] ?? 0)).toBe(hosts.length);
      for (const line of lines.slice(0, more ? -1 : undefined))
        expect(line).toMatch(/^🔴 (\\[^a-zA-Z0-9\s]|[^\\*_~`|>#[\]()<@:!+-])*$/u);
      const slack = bodyOf('Slack', message);
      expect(slack.text.length).toBeLessThanOrEqual(40_000);
      expect(slack.blocks.length).toBeLessThanOrEqual(50);
      expect(lengthOf(slack.blocks[0].text.text)).toBeLessThanOrEqual(150);
      for (const { text } of slack.blocks) expect(text.text.length).toBeLessThanOrEqual(3_000);
      expect(Buffer.byteLength(composeContent('Teams', message, 'https://x.example/').body)).toBeLessThan(28_000);
      // ntfy accepts a text of 4 KiB, and twice as much for the JSON around it.
      expect(Buffer.byteLength(bodyOf('Ntfy', message).message)).toBeLessThanOrEqual(4_096);
      expect(Buffer.byteLength(composeContent('Ntfy', message, 'https://x.example/t').body)).toBeLessThan(8_192);
    }),
  );
});

test('Discord gets as many whole lines as fit, and the number of all others', () => {
  const { description } = bodyOf('Discord', messageOf(Array.from({ length: 12 }, () => '*'.repeat(255)))).embeds[0];
  const lines: string[] = description.split('\n');
  expect(lines.at(-1)).toBe('and 5 more events');
  expect(new Set(lines.slice(0, -1))).toEqual(new Set([`🔴 ${'\\*'.repeat(255)} no longer answers.`]));
});

test('ntfy gets messages at the server of the topic in the URL', () => {
  expect(targetUrl('Ntfy', 'https://ntfy.example/base/alerts?x=1')).toBe('https://ntfy.example/base/');
  expect(bodyOf('Ntfy', messageOf(['a']), 'https://ntfy.example/alerts').topic).toBe('alerts');
  expect(['https://ntfy.example/', 'https://ntfy.example/a%20b'].map((url) => fitsFormat('Ntfy', url))).toEqual([
    ...[false, false],
  ]);
  expect(targetUrl('Slack', 'https://x.example/a/b')).toBe('https://x.example/a/b');
});

test('the package of Standard Webhooks verifies signatures of one secret and of two', () => {
  const [formerSecret, presentSecret] = [generateSecret(), generateSecret()];
  expect(presentSecret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  const body = composeContent('Netloom', messageOf([evil]), '').body;
  const headers = { ...signedHeaders([presentSecret, formerSecret], 'msg', new Date(), body) };
  for (const secret of [formerSecret, presentSecret])
    expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
  expect(() => new Webhook(generateSecret()).verify(body, headers)).toThrow('No matching signature');
  expect(() => new Webhook(presentSecret).verify(`${body} `, headers)).toThrow('No matching signature');
  expect(() => new Webhook(presentSecret).verify(body, { ...headers, 'webhook-id': 'other' })).toThrow();
});

test('five attempts are in the first hour, pauses grow up to a day, and all end within three days', () => {
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: 0, max: 0.999, noNaN: true }), { minLength: 20, maxLength: 20 }),
      (random) => {
        const attempts = [0];
        for (let failed = 1; ; failed += 1) {
          const pause = pauseAfter(failed, random[failed]!);
          if (pause === undefined) break;
          attempts.push(attempts.at(-1)! + pause);
        }
        expect(attempts).toHaveLength(pausesMs.length + 1);
        expect(attempts.filter((ms) => ms <= hour)).toHaveLength(5);
        const pauses = attempts.slice(1).map((ms, index) => ms - attempts[index]!);
        expect(pauses).toEqual(pauses.toSorted((a, b) => a - b));
        expect(pauses.at(-1)!).toBeLessThanOrEqual(24 * hour);
        expect(pauses.at(-1)!).toBeGreaterThan(21 * hour);
        expect(attempts.at(-1)!).toBeLessThan(72 * hour);
      },
    ),
  );
});

test('a pause that the receiver asks for makes pauses longer, up to a day, and never shorter', () => {
  expect(pauseAfter(1, 0, 600_000)).toBe(600_000);
  expect(pauseAfter(1, 0.5, 600_000)).toBe(630_000);
  expect(pauseAfter(1, 0.5, 1_000)).toBe(pauseAfter(1, 0.5));
  expect(pauseAfter(5, 0, 90 * 24 * hour)).toBe(24 * hour);
  expect(pauseAfter(pausesMs.length + 1, 0, 1_000)).toBeUndefined();
});

test.each<[number, string | undefined, number]>([
  [429, '120', 120_000],
  [503, ' 0 ', 0],
  [429, 'Sat, 31 Jan 2026 12:01:00 GMT', 60_000],
  [503, 'Sat, 31 Jan 2026 11:00:00 GMT', 0],
  [429, 'soon', 0],
  [429, '-5', 0],
  [429, '1e9', 0],
  [429, '2030', 2_030_000],
  [429, '2030-01-01', 0],
  [429, undefined, 0],
  [500, '120', 0],
  [301, '120', 0],
])('status %s with Retry-After %s asks for a pause of %s ms', (status, retryAfter, ms) => {
  expect(askedPause(status, retryAfter, at)).toBe(ms);
});

test('a filter matches nothing exactly if no event of any kind meets it', () => {
  const some = <T>(values: readonly T[]) => fc.subarray([...values]);
  fc.assert(
    fc.property(some(eventKinds), some(eventSeverities), fc.boolean(), (kinds, severities, hasTags) => {
      const canMatch = eventKinds.some(
        (kind) =>
          (kinds.length === 0 || kinds.includes(kind)) &&
          (!hasTags || kindFacts[kind].hasHosts) &&
          (severities.length === 0 || kindFacts[kind].severities.some((one) => severities.includes(one))),
      );
      const reason = whyNothingMatches({ kinds, severities, tagIds: hasTags ? ['t'] : [], roles: [] });
      expect(reason === undefined).toBe(canMatch);
    }),
  );
});

test.each(eventKinds)('the example of %s has a sentence without gaps', (kind) => {
  const message = exampleMessage(kind, at, { id: networkId, name: 'Example' });
  const [event] = bodyOf('Netloom', message).data.events;
  expect(Object.keys(eventTexts)).toContain(event.code);
  expect(event.message).not.toMatch(/[{}]|undefined|NaN/);
  expect(kindFacts[kind].severities).toContain(event.severity);
});

test('own headers cannot end a line, nor replace those of the connection or of the service', () => {
  const names = ['Authorization', 'X-Api-Key', 'authorization', "x'y"];
  expect(names.filter((name) => !isHeaderName(name))).toEqual([]);
  const refused = ['Host', 'Content-Type', 'content-length', 'Webhook-Id', 'Connection', 'TE', 'Transfer-Encoding'];
  const broken = ['', 'a b', 'a:b', 'a\r\nb', 'ä', 'User-Agent', 'Upgrade', 'Proxy-Authorization', 'Expect'];
  expect([...refused, ...broken].filter(isHeaderName)).toEqual([]);
  expect(['Bearer x', 'a', 'a\tb', '{"a": 1}'].filter((value) => !isHeaderValue(value))).toEqual([]);
  expect(['', ' a', 'a ', 'a\r\nb', 'a\nb', 'a\0b', 'ä', '\u2028'].filter(isHeaderValue)).toEqual([]);
});
