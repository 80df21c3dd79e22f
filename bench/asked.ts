// Sends a request and measures how long it takes. Several runs yield a median.
import { once } from 'node:events';
import { get, request as httpRequest, type IncomingMessage } from 'node:http';
import { median } from './topology-builder';

const runs = 5;

export const whole = (value: number) => new Intl.NumberFormat('en').format(Math.round(value));
export const milliseconds = (value: number) => `${whole(value)} ms`.padStart(12);

interface RequestSettings {
  readonly coding?: string;
  readonly tag?: string;
  readonly body?: string;
}

export async function ask(url: string, key: string, { coding = 'identity', tag, body }: RequestSettings = {}) {
  const headers = {
    ...{ authorization: `Bearer ${key}`, 'accept-encoding': coding },
    ...(tag && { 'if-none-match': tag }),
    ...(body && { 'content-type': 'application/json' }),
  };
  const request = body
    ? httpRequest(url, { method: 'POST', headers, agent: false }).end(body)
    : get(url, { headers, agent: false });
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  let bytes = 0;
  let start = '';
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (start.length < 1000) start += chunk.toString();
  }
  const expectedStatus = tag ? 304 : 200;
  if (answer.statusCode !== expectedStatus) throw new Error(`${url} answered ${answer.statusCode}`);
  // A response with GraphQL errors has less than 1,000 bytes here, so longer responses are not searched for errors.
  if (body && bytes < 1000 && start.includes('"errors"')) throw new Error(`${body} answered ${start}`);
  return { bytes, tag: answer.headers.etag };
}

export async function timeWork<T>(work: () => Promise<T>): Promise<{ time: number; value: T }> {
  const startedAt = performance.now();
  const value = await work();
  return { time: performance.now() - startedAt, value };
}

/** Runs the work several times. Returns the result of the last run with the median of the times of all runs. */
export async function medianTime<T>(
  work: () => Promise<{ time: number; value: T }>,
): Promise<{ time: number; value: T }> {
  const times: number[] = [];
  let last = await work();
  for (let run = 0; run < runs; run += 1) {
    last = await work();
    times.push(last.time);
  }
  return { time: median(times), value: last.value };
}
