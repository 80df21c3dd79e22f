// WORKERS: requests answered by two processes behind one port beside those of one, on the same machine and database.
import { cases } from './cases';
import { startChild } from './children';
import type { BenchDatabase } from './database';
import { compare, load, type Plan } from './measure';

const measured = [
  'REST host list (50)',
  'REST VLAN get',
  'REST VLAN put',
  'GraphQL hosts (50), services and tags nested',
];

export async function benchProcesses(
  database: BenchDatabase,
  plan: Plan,
  print: (line: string) => void,
): Promise<void> {
  const settings = { DATABASE_URL: database.url, RATE_LIMIT: 'off', LOG_LEVEL: 'warn' };
  print('');
  print('Requests per second of one process and of two (WORKERS=2)');
  const alone = await startChild('netloom-server.ts', settings, '/api/health');
  const two = await startChild('netloom-server.ts', { ...settings, WORKERS: '2' }, '/api/health').catch(
    async (error: unknown) => {
      await alone.stop();
      throw error;
    },
  );
  try {
    for (const name of measured) {
      const known = cases.find((one) => one.name === name);
      if (!known) throw new Error(`there is no case "${name}"`);
      const ways = [alone, two].map(
        ({ url }) =>
          (seconds: number) =>
            load(url, known, database.target, seconds),
      );
      const [ofOne, ofTwo] = await compare(plan, ways);
      const ratio = ofTwo!.perSecond / ofOne!.perSecond;
      print(
        `${name}: ${ofOne!.perSecond.toFixed(0)}/s (p99 ${ofOne!.p99} ms) and ${ofTwo!.perSecond.toFixed(0)}/s (p99 ${ofTwo!.p99} ms), ${ratio.toFixed(2)}×`,
      );
    }
  } finally {
    await Promise.all([alone.stop(), two.stop()]);
  }
}
