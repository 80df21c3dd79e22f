// The sweep for live machines: machines that respond are found, also behind routers, and machines that were removed
// from the network are not.
import { createServer, type Server } from 'node:net';
import { Pool, Rate } from '../../../../src/agent/sources/scan/limits';
import type { Neighbor } from '../../../../src/agent/sources/scan/neighbors';
import { sweep as sweepAll, type SweepOptions } from '../../../../src/agent/sources/scan/sweep';

const options = (overrides: Partial<SweepOptions>): SweepOptions => ({
  ...{ onLink: [], routed: [], accepts: () => true, rate: new Rate(10_000), pool: new Pool(300) },
  // The timeout is long: loopback responds immediately, but a busy machine may read the response late, and must not
  // regard the address as silent.
  ...{ signal: new AbortController().signal, onProgress: () => undefined, timeoutMs: 30_000, settleMs: 60 },
  neighbors: async () => [],
  ...overrides,
});
const sweep = async (sampleSweepOptions: SweepOptions) => (await sweepAll(sampleSweepOptions)).live;
const neighbor = (address: string, isConfirmed: boolean): Neighbor => ({
  ...{ address, isConfirmed, mac: '02:00:00:00:00:01', interfaceName: 'eth0' },
});
/** Every loopback address responds by itself, so the test ignores the responses of these two. */
const silent = ['127.0.9.1', '127.0.9.2'];
const answers = async (address: string) => !silent.includes(address);

test('a confirmed entry of the neighbour table is a machine, with its MAC address; an older entry only if it answers', async () => {
  let reads = 0;
  const foundLiveHosts = await sweep(
    options({
      answers,
      // 127.0.9.1 sends no response, but the kernel's neighbor table confirms it from the third reading on, so it is
      // live. 127.0.9.2 is an old entry that is never confirmed.
      neighbors: async () => [
        neighbor('127.0.0.9', true),
        neighbor(silent[0]!, ++reads > 2),
        neighbor(silent[1]!, false),
      ],
    }),
  );
  expect(foundLiveHosts.map(({ address }) => address).sort()).toEqual(['127.0.0.9', silent[0]]);
  expect(foundLiveHosts[0]).toMatchObject({ mac: '02:00:00:00:00:01', interfaceName: 'eth0' });
});

test('an old entry is a machine if it answers over TCP', async () => {
  const foundLiveHosts = await sweep(options({ neighbors: async () => [neighbor('127.0.0.9', false)] }));
  expect(foundLiveHosts).toEqual([{ address: '127.0.0.9', mac: '02:00:00:00:00:01', interfaceName: 'eth0' }]);
});

test('an entry that is neither confirmed nor failed is not reported as absent', async () => {
  const neighbors = async () => [neighbor('127.0.0.9', false), neighbor(silent[0]!, false)];
  const { live: liveHosts, unsure } = await sweepAll(options({ answers, neighbors }));
  expect(liveHosts.map(({ address }) => address)).toEqual(['127.0.0.9']);
  expect(unsure).toEqual([silent[0]]);
});

test('a machine outside of the allowed addresses is not found, whatever the tables contain', async () => {
  const foundLiveHosts = await sweep(
    options({
      accepts: (address) => address === '127.0.0.9',
      neighbors: async () => [neighbor('127.0.0.9', true), neighbor('10.9.9.9', true)],
    }),
  );
  expect(foundLiveHosts.map(({ address }) => address)).toEqual(['127.0.0.9']);
});

describe('behind a router', () => {
  let server: Server;
  beforeAll(async () => {
    server = createServer();
    await new Promise<void>((resolve) => server.listen(8080, '127.0.0.79', resolve));
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  test('a machine that accepts or refuses a connection is found', async () => {
    const shares: number[] = [];
    const routedAddresses = ['127.0.0.79', '127.0.0.80'];
    const foundLiveHosts = await sweep(options({ routed: routedAddresses, onProgress: (share) => shares.push(share) }));
    expect(foundLiveHosts).toHaveLength(2);
    expect(foundLiveHosts).toEqual(expect.arrayContaining(routedAddresses.map((address) => ({ address }))));
    expect(shares).toEqual([0.5, 1]);
  });

  test('a machine that does not answer is not found', async () => {
    expect(await sweep(options({ routed: [...silent, '127.0.0.79'], answers }))).toEqual([{ address: '127.0.0.79' }]);
  });
});

test('the signal ends the sweep', async () => {
  const stop = new AbortController();
  const onLink = Array.from({ length: 5_000 }, (_none, at) => `127.1.${at >> 8}.${at & 255}`);
  const running = sweep(options({ onLink, signal: stop.signal, onProgress: () => stop.abort(new Error('enough')) }));
  await expect(running).rejects.toThrow(/enough|aborted/);
});
