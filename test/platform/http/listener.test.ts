// Tests the memory of idle connections: after a response, neither the request nor the response stays in memory.
import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import express from 'express';
import { listen } from '../../../src/platform/http/listener';
import { eventually } from '../../support/eventually';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

test('an idle keep-alive connection holds no memory of its last request', async () => {
  const app = express();
  const messages: WeakRef<object>[] = [];
  app.use((req, res) => {
    messages.push(new WeakRef(req), new WeakRef(res));
    res.end('done');
  });
  const listener = await listen(
    app,
    '127.0.0.1',
    0,
    () => undefined,
    () => false,
  );
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  try {
    for (let count = 0; count < 3; count += 1) {
      const [answer] = (await once(get({ port: listener.port, agent }), 'response')) as [IncomingMessage];
      expect((await answer.setEncoding('utf8').toArray()).join('')).toBe('done');
    }
    expect(messages).toHaveLength(6);
    await eventually(async () => {
      collect();
      return messages.every((message) => message.deref() === undefined);
    });
    expect(Object.values(agent.freeSockets).flat()).toHaveLength(1);
  } finally {
    agent.destroy();
    listener.cutOff();
  }
});
