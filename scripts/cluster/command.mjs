// Reads the arguments of `npm run cluster` and runs the action that they name.
import { parseArgs } from 'node:util';
import { build } from '../prepare.mjs';
import { Failure, report, timeStep } from '../project.mjs';
import { faultKinds, killPart, killKinds, restartNetloom, switchOver } from './faults.mjs';
import { layoutOf } from './layout.mjs';
import { findRoles, reportParts, startCluster, stopCluster } from './parts.mjs';

const usage = `Usage: npm run cluster -- ACTION [--port PORT] [--folder FOLDER]
  up                   starts every part of the cluster that does not run
  down [--keep]        ends all parts, and removes their folder unless --keep is given
  status               prints the parts and the roles of the members
  kill KIND            kills a part: ${killKinds.join(', ')}
  switchover           makes the synchronous replica the primary
  restart              restarts the Netloom processes one after the other
  kills N [--kinds …] [--pace MS]
                       kills N parts of each kind under load and checks every answer; continues an earlier log.
                       Callers of the load wait MS milliseconds after each answer`;

export async function runClusterCommand(args) {
  const { action, argument, options } = readArguments(args);
  const layout = await layoutOf(options);
  await actions[action](layout, argument, options);
}

const actions = {
  async up(layout) {
    await build();
    await interruptible(layout, () => timeStep('Starting the cluster', () => startCluster(layout)));
    report(`Netloom    ${layout.url}`);
    report(`primary    postgresql://127.0.0.1:${layout.ports.primary}`);
    report(`replicas   postgresql://127.0.0.1:${layout.ports.replicas}`);
    report('npm run cluster -- down ends it.');
  },
  async down(layout, _argument, { keep }) {
    await timeStep('Ending the cluster', () => stopCluster(layout, { keepsData: keep }));
  },
  async status(layout) {
    reportParts(layout);
    const { primary, replicas, standby } = await findRoles(layout);
    report(`primary ${primary ?? 'none'}; replicas ${replicas.join(', ') || 'none'}; synchronous ${standby ?? 'none'}`);
  },
  async kill(layout, kind) {
    report(await killPart(layout, kind));
  },
  async switchover(layout) {
    report(await switchOver(layout));
  },
  async restart(layout) {
    await restartNetloom(layout);
  },
  async kills(layout, count, { kinds, pace }) {
    await build();
    const { runKills } = await import('./kills.mjs');
    await interruptible(layout, () => runKills(layout, { count, kinds, pace }));
  },
};

/** Stops the cluster if the user interrupts the work, so that no process keeps running. */
async function interruptible(layout, work) {
  const onSignal = () => {
    report('Interrupted: ending the cluster …');
    stopCluster(layout, { keepsData: true }).finally(() => process.exit(130));
  };
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, onSignal);
  await work();
  for (const signal of ['SIGINT', 'SIGTERM']) process.off(signal, onSignal);
}

/**
 * Parses the arguments into an action, its argument and the options. Throws a Failure with the usage if they are not
 * valid.
 */
function readArguments(args) {
  let parsed;
  try {
    const text = { type: 'string' };
    const options = { port: text, folder: text, kinds: text, pace: text, keep: { type: 'boolean' } };
    parsed = parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    throw new Failure(`${error.message}\n${usage}`);
  }
  const { values, positionals } = parsed;
  const [action, argument, ...others] = positionals;
  const wantsArgument = { kill: true, kills: true }[action] ?? false;
  const isComplete = others.length === 0 && (argument !== undefined) === wantsArgument;
  if (!Object.hasOwn(actions, action ?? '') || !isComplete) throw new Failure(usage);
  if (action === 'kill' && !killKinds.includes(argument)) throw new Failure(`There is no part ${argument}.\n${usage}`);
  const count = action === 'kills' ? wholeNumber(argument, 'N', 100_000) : argument;
  const port = values.port === undefined ? {} : { port: wholeNumber(values.port, '--port', 65_000) };
  const pace = values.pace === undefined ? {} : { pace: wholeNumber(values.pace, '--pace', 10_000) };
  const kinds = values.kinds?.split(',') ?? faultKinds;
  const unknown = kinds.find((kind) => !faultKinds.includes(kind));
  if (unknown) throw new Failure(`There is no part ${unknown}.\n${usage}`);
  return { action, argument: count, options: { ...values, ...port, ...pace, kinds } };
}

function wholeNumber(text, name, most) {
  const number = Number(text);
  if (!/^\d+$/.test(text) || number < 1 || number > most)
    throw new Failure(`${name} must be a whole number from 1 to ${most}, not ${text}.`);
  return number;
}
