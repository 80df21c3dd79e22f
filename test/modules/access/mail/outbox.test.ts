// The outbox against a real SMTP server: each mail is sent once, whatever replicas and server do. The outbox is
// bounded, and mails that were certainly not sent stay in it.
import { createMailer } from '../../../../src/modules/access';
import { mostOfOneOrganization, mostWaiting, queueMail } from '../../../../src/modules/access/mail/outbox.sql';
import { createMailTransport, isInvented } from '../../../../src/platform/mail/transport';
import { mailHeaders, startMailServer } from '../../../support/mail-server';
import { mkdtemp, readdir, readFile, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { newEmail, openMailWorld, password, publicUrl, type MailWorld } from './mail-world';

let mail: MailWorld;
beforeAll(async () => {
  mail = await openMailWorld();
});
beforeEach(async () => {
  mail.server.behaviour = 'take';
  mail.logged.length = 0;
  await mail.world.prisma.mail.deleteMany({ where: { id: { not: '00000000-0000-0000-0000-000000000000' } } });
});
afterAll(() => mail.close());

const organizationOf = (): string => mail.world.organizationId;
const invite = async (to = newEmail()): Promise<string> => {
  const body = { permissions: 'Viewer', network_ids: [], send_to: to };
  const { status, story } = await mail.world.admin.rest.post('/invites', body);
  if (status !== 200) throw new Error(story);
  return to;
};
const stateOf = async (recipient: string) => {
  const { attempts, claimedAt, finishedAt, dueAt } = await mail.world.prisma.mail.findFirstOrThrow({
    where: { recipient },
  });
  return { attempts, isClaimed: claimedAt !== null, isFinished: finishedAt !== null, dueAt };
};

test('a mail is in the outbox exactly if the change that causes it is stored', async () => {
  const to = newEmail();
  const failing = mail.world.prisma.$transaction(async (tx) => {
    await queueMail(tx, { kind: 'PasswordReset', recipient: to });
    throw new Error('the rest failed');
  });
  await expect(failing).rejects.toThrow('the rest failed');
  expect(await mail.world.prisma.mail.count({ where: { recipient: to } })).toBe(0);
});

test('many replicas send each mail once, and its Message-ID stays the same', async () => {
  const recipients = new Set(await Promise.all(Array.from({ length: 12 }, () => invite())));
  const others = [mail.replica(), mail.replica(), mail.replica()];
  const before = mail.server.mails.length;
  const now = new Date(Date.now() + 1000);
  await Promise.all([mail.mailer, ...others.map(({ mailer }) => mailer)].map((mailer) => mailer.sendDue(now)));
  const arrivedMails = mail.server.mails.slice(before);
  expect(arrivedMails.map(({ to }) => to[0]).sort()).toEqual([...recipients].sort());
  expect(new Set(arrivedMails.map(({ messageId }) => messageId)).size).toBe(12);
  for (const { messageId } of arrivedMails) expect(messageId).toMatch(/^<[\da-f-]{36}@netloom\.example>$/);
  for (const other of others) await other.close();
});

test('after temporary failures the mail is retried at growing intervals, and finally given up', async () => {
  const to = await invite();
  mail.server.behaviour = 'defer';
  let seconds = 1;
  for (const pause of [60, 300, 900, 3_600, 14_400]) {
    const at = new Date(Date.now() + seconds * 1000);
    await mail.mailer.sendDue(at);
    expect(await stateOf(to)).toMatchObject({ isClaimed: false, isFinished: false });
    const { dueAt } = await stateOf(to);
    expect(Math.abs(dueAt.getTime() - at.getTime() - pause * 1000)).toBeLessThan(2_000);
    // A mail is not sent before its due time.
    const before = mail.server.mails.length;
    await mail.mailer.sendDue(new Date(dueAt.getTime() - 1));
    expect(mail.server.mails.length).toBe(before);
    expect((await stateOf(to)).isFinished).toBe(false);
    seconds += pause + 5;
  }
  await mail.mailer.sendDue(new Date(Date.now() + seconds * 1000));
  expect(await stateOf(to)).toMatchObject({ attempts: 6, isFinished: true });
  expect(mail.logged.at(-1)).toBe('mail given up: it could not be sent');
});

test('a deferred mail arrives once the server takes it', async () => {
  const to = await invite();
  mail.server.behaviour = 'defer';
  await mail.send();
  mail.server.behaviour = 'take';
  expect(await mail.send(30)).toEqual([]);
  expect((await mail.send(120)).map((one) => one.to)).toEqual([[to]]);
  expect(await mail.send(9_999)).toEqual([]);
});

test('a mail that the server refuses is given up, and delays no other', async () => {
  const bad = await invite();
  mail.server.behaviour = 'refuse';
  await mail.send();
  mail.server.behaviour = 'take';
  const good = await invite();
  expect((await mail.send(9_999)).map(({ to }) => to)).toEqual([[good]]);
  expect(await stateOf(bad)).toMatchObject({ attempts: 1, isFinished: true });
  expect(mail.logged).toContain('mail refused by the server');
});

test('after a connection that broke while the message was sent, the mail is not sent again', async () => {
  const to = await invite();
  mail.server.behaviour = 'break';
  expect((await mail.send()).length).toBe(1);
  mail.server.behaviour = 'take';
  expect(await mail.send(99_999)).toEqual([]);
  expect((await stateOf(to)).isFinished).toBe(true);
  expect(mail.logged).toEqual(['mail given up: it may have been sent']);
});

test('a mail claimed by a crashed replica is not sent again; after a day it is removed and logged', async () => {
  const to = await invite();
  await mail.world.prisma.mail.updateMany({ where: { recipient: to }, data: { claimedAt: new Date(), attempts: 1 } });
  expect(await mail.send(99_999)).toEqual([]);
  await mail.mailer.sweep(new Date(Date.now() + 23 * 3_600_000));
  expect(await mail.world.prisma.mail.count({ where: { recipient: to } })).toBe(1);
  await mail.mailer.sweep(new Date(Date.now() + 25 * 3_600_000));
  expect(await mail.world.prisma.mail.count({ where: { recipient: to } })).toBe(0);
  expect(mail.logged).toEqual(['mails given up: they may have been sent before a replica stopped']);
});

test('a server that cannot be reached ends the round, and all mails are sent later', async () => {
  const removedMailServer = await startMailServer();
  await removedMailServer.close();
  const transport = createMailTransport({ kind: 'smtp', url: removedMailServer.url, from: 'netloom@netloom.example' });
  const triedAddresses: string[] = [];
  const log = { info: () => void triedAddresses.push('later'), warn: () => undefined };
  const doNothing = () => Promise.resolve(undefined);
  const text = () => Promise.resolve({ subject: 'x', paragraphs: ['y'] });
  const composers = {
    ...{ Registration: doNothing, PasswordReset: doNothing, PasswordChanged: doNothing, EmailChange: doNothing },
    ...{
      EmailChanged: doNothing,
      WebhookTrouble: doNothing,
      NetworkEvents: doNothing,
      Invite: text,
    },
  };
  const mailer = createMailer(mail.world.prisma, transport, composers, log);
  const recipients = [await invite(), await invite(), await invite()];
  await mailer.sendDue(new Date(Date.now() + 1000));
  expect(triedAddresses).toEqual(['later']);
  expect((await mail.send(120)).map(({ to }) => to[0]).sort()).toEqual(recipients.sort());
});

test('the text is made when the mail is sent: an error is logged and the mail tried again', async () => {
  const to = await invite();
  const transport = createMailTransport({ kind: 'smtp', url: mail.server.url, from: 'netloom@netloom.example' });
  const fails = () => Promise.reject(new Error('no text'));
  const composers = {
    ...{ Registration: fails, PasswordReset: fails, PasswordChanged: fails, EmailChange: fails },
    ...{
      EmailChanged: fails,
      WebhookTrouble: fails,
      NetworkEvents: fails,
      Invite: fails,
    },
  };
  const logEntries: object[] = [];
  const log = { info: () => undefined, warn: (details: object) => void logEntries.push(details) };
  const mailer = createMailer(mail.world.prisma, transport, composers, log);
  for (const seconds of [1, 2]) await mailer.sendDue(new Date(Date.now() + seconds * 1000));
  expect(logEntries).toEqual([{ err: new Error('no text'), row: expect.any(String) }]);
  expect(await stateOf(to)).toMatchObject({ isClaimed: false, isFinished: false, attempts: 1 });
  expect((await mail.send(120)).map((one) => one.to)).toEqual([[to]]);
});

test('names in mails cannot add a header, a recipient or a line', async () => {
  const { prisma, stranger } = mail.world;
  const name = 'Evil"\r\nBcc: victim@people.example\r\n\r\n<script>x</script> https://evil.example';
  await prisma.organization.update({ where: { id: stranger.organizationId }, data: { name } });
  const to = newEmail();
  await stranger.rest.post('/invites', { permissions: 'Viewer', network_ids: [], send_to: to });
  const [sentMail] = await mail.send();
  expect(sentMail!.to).toEqual([to]);
  expect(mailHeaders(sentMail!).map(([header]) => header)).not.toContain('bcc');
  expect(mailHeaders(sentMail!).filter(([header]) => header === 'to')).toEqual([['to', to]]);
  expect(sentMail!.html).not.toContain('<script');
  expect(sentMail!.text).not.toContain('https://evil.example');
  expect(sentMail!.subject).toMatch(/^Join Evil" Bcc/);
});

describe('bounds', () => {
  test('an organization sends mail to a bounded number of strangers a day; further invites are made without a mail', async () => {
    const { prisma } = mail.world;
    await prisma.mail.createMany({
      data: Array.from({ length: mostOfOneOrganization }, () => ({
        ...{ kind: 'Invite', recipient: newEmail(), organizationId: organizationOf() },
        finishedAt: new Date(),
      })),
    });
    const to = await invite();
    expect(await prisma.mail.count({ where: { recipient: to } })).toBe(0);
    expect(await prisma.invite.count({ where: { sendTo: to } })).toBe(1);
  });

  test('a full outbox refuses mail with the same answer for every address', async () => {
    const { prisma } = mail.world;
    const fill =
      'INSERT INTO mails (kind, recipient, subject_id) SELECT $1, $2, gen_random_uuid() FROM generate_series(1, $3)';
    await prisma.$executeRawUnsafe(fill, 'NetworkEvents', 'someone@people.example', mostWaiting);
    for (const email of [newEmail(), mail.world.owner.email]) {
      const requestedReply = await mail.post('forgot-password', { email });
      expect([requestedReply.status, requestedReply.body.code, requestedReply.headers.get('retry-after')]).toEqual([
        429,
        'rate_limit_exceeded',
        '300',
      ]);
      const registeredReply = await mail.post('register', { email, password, terms_accepted: true });
      expect(registeredReply.status).toBe(429);
    }
    await invite();
    expect(await prisma.mail.count({ where: { kind: { not: 'NetworkEvents' } } })).toBe(0);
  });
});

test('without a mail server, mails that have waited for an hour are removed, and none is sent', async () => {
  const to = await invite();
  const silent = createMailer(mail.world.prisma, undefined, {} as never, {
    info: () => undefined,
    warn: () => undefined,
  });
  await silent.sendDue(new Date(Date.now() + 99_999));
  await silent.sweep(new Date(Date.now() + 50 * 60_000));
  expect(await mail.world.prisma.mail.count({ where: { recipient: to } })).toBe(1);
  await silent.sweep(new Date(Date.now() + 70 * 60_000));
  expect(await mail.world.prisma.mail.count({ where: { recipient: to } })).toBe(0);
});

describe('addresses of examples, which nobody can have', () => {
  const letter = { subject: 'Hello', paragraphs: ['Text'] };

  test.each(['NetworkEvents', 'WebhookTrouble', 'PasswordReset', 'EmailChanged', 'Invite'] as const)(
    'get no %s, and it does not wait',
    async (kind) => {
      const { prisma } = mail.world;
      const recipients = ['ingrid@netloom.example', 'ann@EXAMPLE', 'bob@example.com', 'cat@mail.example.org'];
      const real = newEmail();
      for (const recipient of [...recipients, real]) await prisma.mail.create({ data: { kind, recipient } });
      const tell = () => Promise.resolve(letter);
      const transport = createMailTransport({ kind: 'smtp', url: mail.server.url, from: 'netloom@netloom.test' });
      const log = { info: () => undefined, warn: () => undefined };
      const before = mail.server.mails.length;
      await createMailer(prisma, transport, { [kind]: tell } as never, log).sendDue(new Date(Date.now() + 1000));
      expect(mail.server.mails.slice(before).map(({ to }) => to[0])).toEqual([real]);
      for (const recipient of recipients) expect(await stateOf(recipient)).toMatchObject({ isFinished: true });
    },
  );

  test('are only those in the reserved domains', () => {
    for (const address of [
      'a@b.test',
      'a@example.dev',
      'a@myexample.com',
      'example@corp.net',
      'a@example.com.corp.net',
    ])
      expect([address, isInvented(address)]).toEqual([address, false]);
  });
});

test('mails that are stored as files can be read only by their owner', async () => {
  const folder = path.join(await mkdtemp(path.join(tmpdir(), 'netloom-mail-')), 'mails');
  const transport = createMailTransport({ kind: 'files', folder, from: 'netloom@netloom.example' });
  const letter = { subject: 'Hello', paragraphs: ['Text', { label: 'Open', url: publicUrl }] };
  expect(await transport.deliver({ id: 'one', to: 'ada@people.example', letter })).toEqual({ outcome: 'sent' });
  expect(await readdir(folder)).toEqual(['one.eml']);
  const modes = await Promise.all([folder, path.join(folder, 'one.eml')].map(async (file) => (await stat(file)).mode));
  expect(modes.map((mode) => mode & 0o777)).toEqual([0o700, 0o600]);
  expect(await readFile(path.join(folder, 'one.eml'), 'utf8')).toContain('Subject: Hello');
});
