// `npm run cluster -- kills N`: causes N faults of each kind under load, and writes a line about each one to a log. A
// run that was interrupted continues where its log ends.
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { Failure, load, report } from '../project.mjs';
import { registerOwner } from './account.mjs';
import { causeFault, repair, restartNetloom } from './faults.mjs';
import { Load } from './load.mjs';
import { startCluster } from './parts.mjs';

/** Faults per organization. Each fault sends invites, and an organization may send only 100 invite mails a day. */
const killsOfOwner = 40;
/**
 * For each kind of fault, the seconds within which writes must succeed again. A lost node is only noticed when its
 * lease ends.
 */
const longestSeconds = {
  primary: 15,
  node: 30,
  replica: 15,
  etcd: 15,
  netloom: 15,
  redis: 15,
  switchover: 15,
  restart: 15,
};
const [beforeMs, afterMs] = [2_000, 3_000];

const readLog = (file) =>
  existsSync(file)
    ? readFileSync(file, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line))
    : [];

/**
 * Causes faults until the log has `count` faults of each kind. Throws a Failure if the cluster did not survive a fault
 * of this run.
 */
export async function runKills(layout, { count, kinds, pace, mailsTo }) {
  const mailServer = mailsTo ?? (await startSink());
  try {
    // With mail enabled, a registration waits for a mail to be confirmed. So the accounts are created before mail is
    // enabled.
    await startCluster(layout);
    const owners = [];
    const file = layout.at('kills.jsonl');
    const remaining = () => {
      const logLines = readLog(file);
      return kinds
        .map((kind) => ({ kind, times: logLines.filter((line) => line.kind === kind).length }))
        .filter(({ times }) => times < count)
        .sort((a, b) => a.times - b.times);
    };
    const total = remaining().reduce((sum, { times }) => sum + count - times, 0);
    await restartNetloom(layout, {});
    for (let ownerCount = 0; ownerCount <= total / killsOfOwner; ownerCount += 1)
      owners.push(await registerOwner(layout.url));
    const settings = { SMTP_URL: mailServer.url, PUBLIC_URL: layout.url };
    await restartNetloom(layout, settings);
    let failed = 0;
    for (let killCount = 0; remaining().length > 0; killCount += 1) {
      const { kind, times } = remaining()[0];
      const owner = owners[Math.floor(killCount / killsOfOwner)];
      const line = await survive(layout, kind, { owner, pace, mails: mailServer.mails, settings });
      appendFileSync(file, `${JSON.stringify({ kind, at: new Date().toISOString(), ...line })}\n`);
      report(
        `${kind} ${times + 1} of ${count}: ${line.faults.length === 0 ? 'survived' : line.faults.join('; ')} ${summary(line)}`,
      );
      failed += line.faults.length > 0;
    }
    if (failed > 0) throw new Failure(`${failed} faults were not survived: ${file}`);
  } finally {
    await mailServer.close?.();
  }
}

const summary = ({ writeGap, readGap, answered, unavailable }) =>
  `(writes ${writeGap} s, reads ${readGap} s, ${answered} answers, ${unavailable} 503s)`;

async function startSink() {
  const { startMailServer } = await load('test', 'support', 'mail-server.ts');
  return startMailServer();
}

/** Causes one fault under load, repairs the cluster, and compares the stored rows with the responses. */
async function survive(layout, kind, { owner, pace, mails, settings }) {
  const work = new Load(layout.url, owner, pace);
  await work.start();
  await pause(beforeMs);
  const text = await causeFault(layout, kind, settings);
  const written = () => work.acknowledged.length;
  const before = written();
  const end = performance.now() + (longestSeconds[kind] + 30) * 1_000;
  await pause(afterMs);
  while (written() < before + 40 && performance.now() < end) await pause(100);
  await repair(layout, settings);
  await pause(1_000);
  await work.stop();
  const faults = await work.check(mails);
  const seconds = (ms) => Number((ms / 1_000).toFixed(1));
  const writeGap = seconds(work.longestGapMs);
  if (writeGap > longestSeconds[kind]) faults.push(`no write for ${writeGap} s`);
  return {
    ...{ text, faults: [...new Set(faults)].slice(0, 10), writeGap, readGap: seconds(work.longestReadGapMs) },
    ...{ acknowledged: work.acknowledged.length, keyed: work.keyed.length, imported: work.imported.length },
    ...{ mails: work.invited.length, unsentMails: work.unsentMails, ...work.counts },
  };
}
