// One request, its time, and the median of several.
import { once } from 'node:events';
import { get, request as httpRequest, type IncomingMessage } from 'node:http';
import { median } from './topology-builder';

const runs = 5;

export const whole = (value: number) => new Intl.NumberFormat('en').format(Math.round(value));
export const milliseconds = (value: number) => `${whole(value)} ms`.padStart(12);

interface Asked {
  readonly coding?: string;
  readonly tag?: string;
  readonly body?: string;
}

export async function ask(url: string, key: string, { coding = 'identity', tag, body }: Asked = {}) {
  const headers = {
    ...{ authorization: `Bearer ${key}`, 'accept-encoding': coding },
    ...(tag && { 'if-none-match': tag }),
    ...(body && { 'content-type': 'application/json' }),
  };
  const sent = body
    ? httpRequest(url, { method: 'POST', headers, agent: false }).end(body)
    : get(url, { headers, agent: false });
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  let bytes = 0;
  for await (const chunk of answer) bytes += (chunk as Buffer).length;
  const expected = tag ? 304 : 200;
  if (answer.statusCode !== expected) throw new Error(`${url} answered ${answer.statusCode}`);
  return { bytes, tag: answer.headers.etag };
}

export async function timed<T>(work: () => Promise<T>): Promise<{ time: number; value: T }> {
  const started = performance.now();
  const value = await work();
  return { time: performance.now() - started, value };
}

/** The last value, with the median of the times. */
export async function medianOf<T>(
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
