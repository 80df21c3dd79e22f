// Guarantees of requests in memory: what Express is given is its own already, and an idle connection keeps nothing of its last request.
import { once } from 'node:events';
import { Agent, get, type IncomingMessage, type RequestOptions } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import express, { type Express } from 'express';
import { messagesOf, withOwnMessages } from '../../../src/platform/http/express-messages';
import { listen } from '../../../src/platform/http/listener';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

const asked = async (options: RequestOptions): Promise<string> => {
  const [answer] = (await once(get(options), 'response')) as [IncomingMessage];
  return (await answer.setEncoding('utf8').toArray()).join('');
};
const listening = (app: Express) =>
  listen(
    app,
    '127.0.0.1',
    0,
    () => undefined,
    () => false,
  );

/** In the place of an application of Express: says whether it would have to change what it is given. */
function witness(): Express {
  const { request, response } = withOwnMessages(express());
  const told = (req: object, res: { end(text: string): void }) =>
    res.end(String(Object.getPrototypeOf(req) === request && Object.getPrototypeOf(res) === response));
  return Object.assign(told, { request, response }) as unknown as Express;
}

test('Express changes neither requests nor answers', async () => {
  const outside = await listening(witness());
  try {
    expect(await asked({ port: outside.port })).toBe('true');
  } finally {
    outside.cutOff();
  }
});

test('they are what handlers know: of the application, with its settings and helpers', async () => {
  const app = withOwnMessages(express());
  app.set('trust proxy', true).get('/it', (req, res) => void res.json([req.ip, req.app === app, res.app === app]));
  const outside = await listening(app);
  const headers = { 'x-forwarded-for': '192.0.2.7' };
  expect(JSON.parse(await asked({ port: outside.port, path: '/it', headers }))).toEqual(['192.0.2.7', true, true]);
  outside.cutOff();
});

test('an application that is left as it is has those of Node', () => {
  const { IncomingMessage: ofRequests, ServerResponse: ofAnswers } = messagesOf(express());
  expect([ofRequests.name, ofAnswers.name]).toEqual(['IncomingMessage', 'ServerResponse']);
});

test('a connection that waits for its next request keeps nothing of the last one', async () => {
  const app = withOwnMessages(express());
  const messages: WeakRef<object>[] = [];
  app.use((req, res) => {
    messages.push(new WeakRef(req), new WeakRef(res));
    res.end('done');
  });
  const outside = await listening(app);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  try {
    for (let count = 0; count < 3; count += 1) expect(await asked({ port: outside.port, agent })).toBe('done');
    // What is weakly held is kept until the end of the turn in which it was made.
    await new Promise((resolve) => setImmediate(resolve));
    collect();
    expect(Object.values(agent.freeSockets).flat()).toHaveLength(1);
    expect(messages.map((message) => message.deref())).toEqual(messages.map(() => undefined));
  } finally {
    agent.destroy();
    outside.cutOff();
  }
});
