// Tests `whenClosed`, which calls functions when a response is closed. Each function is called once, and one event
// listener serves all functions of a response.
import { EventEmitter } from 'node:events';
import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { whenClosed } from '../../../src/platform/http/closed-answers';

const newAnswer = () => Object.assign(new EventEmitter(), { destroyed: false });

test.each([1, 11, 500])(
  '%d callbacks wait for one response with one listener, without a warning, and run once each',
  async (count) => {
    const warnings: Error[] = [];
    const onWarning = (warning: Error) => void warnings.push(warning);
    process.on('warning', onWarning);
    const answer = newAnswer();
    const called: number[] = [];
    for (let at = 0; at < count; at += 1) whenClosed(answer as never, () => called.push(at));
    expect(answer.listenerCount('close')).toBe(1);
    answer.emit('close');
    answer.emit('close');
    await turn();
    process.off('warning', onWarning);
    expect(called).toEqual(Array.from({ length: count }, (_, at) => at));
    expect(warnings.filter(({ name }) => name === 'MaxListenersExceededWarning')).toEqual([]);
  },
);

test('callbacks added to a response that is already closed run at once', () => {
  let isCalled = false;
  whenClosed(Object.assign(newAnswer(), { destroyed: true }) as never, () => (isCalled = true));
  expect(isCalled).toBe(true);
});

test('eleven callbacks wait for a response of a real server without a warning, and run when its client leaves', async () => {
  const warnings: string[] = [];
  const onWarning = ({ name }: Error) => void warnings.push(name);
  process.on('warning', onWarning);
  let count = 0;
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  const server = createServer((_req, res) => {
    for (let at = 0; at < 11; at += 1) whenClosed(res, () => ((count += 1) === 11 ? end() : undefined));
    res.write('begun');
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const request = get({ port: (server.address() as AddressInfo).port, host: '127.0.0.1' }, (res) => {
    res.on('error', () => undefined).once('data', () => request.destroy());
  }).on('error', () => undefined);
  await ended;
  await new Promise((resolve) => server.close(resolve));
  process.off('warning', onWarning);
  expect([count, warnings]).toEqual([11, []]);
});

/** Files that may listen for the end of a response without `whenClosed`, each with the reason. */
const listeners: Readonly<Record<string, string>> = {
  'platform/http/closed-answers.ts': 'the one listener of all callers of `whenClosed`',
  'platform/http/last-answers.ts': 'counts the open responses of a connection',
  'platform/http/metrics.ts': 'measures the response',
  'platform/http/request-log.ts': 'logs the response',
  'rest/file-body.ts': 'closes the file of an upload, of which a request has one',
};

test('a file that waits for the end of a response calls `whenClosed`', () => {
  const src = path.join(__dirname, '..', '..', '..', 'src');
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.ts$/.test(file) && !/^(agent|generated|pages)\b/.test(file),
  );
  const listening = files.filter((file) =>
    /\bres(ponse)?!?\.(on|once|addListener|prependListener)\(\s*['"]close['"]/.test(
      readFileSync(path.join(src, file), 'utf8'),
    ),
  );
  expect(listening.sort()).toEqual(Object.keys(listeners).sort());
});
