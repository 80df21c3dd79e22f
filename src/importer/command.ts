// `npm run import -- FILE`: plans an import from a file or NetBox, shows the plan, asks for confirmation, and applies
// it.
import { accessSync, constants, createReadStream, createWriteStream, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { withUsageOnError, readText, parseServerUrl, withSignals } from '../agent/command';
import { toFailure } from '../agent/discover/account';
import { askOnTerminal } from '../agent/discover/command';
import { Failure, errorMessage } from '../agent/failure';
import { createJsonClient } from '../agent/protocol/json-client';
import { askRestWith, chooseNetwork, readSecret, type AskRest } from '../agent/user-key';
import { importFormats } from '../modules/discovery/importing/formats/formats';
import { namespaceOrigins } from '../modules/discovery/importing/formats/imported-entries';
import { NetboxError, readNetbox } from './netbox-client';
import { planForm, planText, rowForm } from './show';

const usage = `Usage: npm run import -- FILE --key KEY [options]

  FILE              made by nmap -oX, dnsmasq, ISC dhcpd, Kea, lldpcli, ip -j neigh, bridge -j fdb,
                    or a CSV export of Netloom
  --netbox URL      read NetBox instead of a file; with --token TOKEN, or --token-file FILE
  --key KEY         your API key, with the role Member; or --key-file FILE
  --network NAME    name or id of the network to import into; not needed where the key reaches one
  --server URL      where Netloom is; http://localhost:4000 by default
  --format FORMAT   ${importFormats.join(', ')}; recognized by default
  --host HOST       id, address or name of the machine that a file of lldpcli or bridge was made on
  --namespace NAME  of the addresses and subnets that the file names none for, such as a VRF
  --namespace-by X  vrf or site: what of NetBox gives the namespaces; vrf by default
  --apply           do not ask
  --ca FILE         certificates (PEM) of private authorities`;

/** Time limit in milliseconds for reading and applying a file of maximum size. */
const timeoutMs = 600_000;
/** Maximum number of rows of each kind to print. */
const rowsToShow = 10;

const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;
const options = {
  ...{ netbox: text, token: text, 'token-file': text, key: text, 'key-file': text, network: text, server: text },
  ...{ namespace: text, 'namespace-by': text },
  ...{ format: text, host: text, ca: text, apply: flag, help: flag },
};

function readArguments(args: readonly string[], port: string) {
  const { values, positionals } = withUsageOnError(usage, () =>
    parseArgs({ args: [...args], allowPositionals: true, options }),
  );
  if (values.help) return { help: true } as const;
  const [key, token] = [readSecret('key', values), readSecret('token', values)];
  const { netbox, format, host, ca, network, namespace } = values;
  const namespaceBy = namespaceOrigins.find((one) => one.toLowerCase() === values['namespace-by']);
  if (positionals.length !== (netbox === undefined ? 1 : 0) || !key)
    throw new Failure('usage', `One FILE or --netbox, and --key are needed.\n\n${usage}`);
  if (netbox !== undefined && !token) throw new Failure('usage', '--netbox needs --token or --token-file.');
  if (format !== undefined && !(importFormats as readonly string[]).includes(format))
    throw new Failure('usage', `--format is "${format}"; it must be one of ${importFormats.join(', ')}.`);
  if (values['namespace-by'] !== undefined && !namespaceBy)
    throw new Failure('usage', `--namespace-by is "${values['namespace-by']}"; it must be vrf or site.`);
  return {
    help: false,
    server: parseServerUrl(values.server ?? `http://localhost:${port}`),
    source: netbox === undefined ? { file: positionals[0]! } : { netbox, token: token! },
    apply: values.apply === true,
    ...{ key, format, host, network, namespace, namespaceBy },
    ...(ca !== undefined && { ca: readText('--ca', ca) }),
  } as const;
}
type Arguments = Extract<ReturnType<typeof readArguments>, { help: false }>;

export function runImport(args: readonly string[], port: string): Promise<void> {
  return withSignals(async (signal) => {
    const parsed = readArguments(args, port);
    if (parsed.help) return void process.stdout.write(`${usage}\n`);
    const json = createJsonClient({ ...parsed, timeoutMs });
    const folder = mkdtempSync(path.join(tmpdir(), 'netloom-netbox-'));
    try {
      await importInto(askRestWith(json, parsed.key, signal), parsed, folder, signal);
    } catch (error) {
      throw error instanceof NetboxError ? new Failure('unreachable', `${error.message}.`) : toFailure(error);
    } finally {
      rmSync(folder, { recursive: true, force: true });
      json.close();
    }
  });
}

async function importInto(ask: AskRest, parsed: Arguments, folder: string, signal: AbortSignal): Promise<void> {
  const network = await chooseNetwork(ask, parsed.network);
  const { file, name } = await openSource(parsed, folder, signal);
  const { format, host, namespace, namespaceBy } = parsed;
  const query = new URLSearchParams({
    ...{ network_id: network.id, file_name: name },
    ...(format !== undefined && { format }),
    ...(host !== undefined && { host }),
    ...(namespace !== undefined && { namespace }),
    ...(namespaceBy !== undefined && { namespace_by: namespaceBy }),
  });
  const created = await ask('POST', `/imports?${query.toString()}`, { file: () => createReadStream(file) });
  const plan = planForm.parse(created);
  const rowsOf = async (action: string) =>
    z.array(rowForm).parse(await ask('GET', `/imports/${plan.id}/rows?actions=${action}&limit=${rowsToShow}`));
  const rows = { Create: await rowsOf('Create'), Change: await rowsOf('Change'), Refuse: await rowsOf('Refuse') };
  process.stdout.write(`${planText(plan, rows, network.name)}\n`);
  if (plan.created + plan.changed === 0) return void process.stdout.write('There is nothing to apply.\n');
  if (!parsed.apply && !(await isConfirmed(signal)))
    return void process.stdout.write('Nothing is applied. With --apply it is, without a question.\n');
  await ask('POST', `/imports/${plan.id}/apply`);
  process.stdout.write(`Applied: ${parsed.server.origin}/topology\n`);
}

const isConfirmed = async (signal: AbortSignal): Promise<boolean> =>
  process.stdin.isTTY === true && /^y(es)?$/i.test(await askOnTerminal(signal)('Apply it? (y/n)', { byDefault: 'n' }));

/**
 * Returns the name and the file of the import source. Objects of NetBox are first written to a file in `folder`,
 * because reading all of NetBox may take long.
 */
async function openSource({ source }: Arguments, folder: string, signal: AbortSignal) {
  if (source.file !== undefined) {
    const { file } = source;
    try {
      if (!statSync(file).isFile()) throw new Error('it is not a file');
      accessSync(file, constants.R_OK);
    } catch (error) {
      throw new Failure('usage', `${file} cannot be read: ${errorMessage(error)}.`);
    }
    return { file, name: path.basename(file).slice(0, 255) };
  }
  const { netbox: url, token } = source;
  const file = path.join(folder, 'netbox.jsonl');
  const onPage = (list: string, read: number, count: number) =>
    void (count > 0 && process.stderr.write(`NetBox: ${list} ${read} of ${count}\n`));
  await pipeline(Readable.from(readNetbox({ url, token, signal, onPage })), createWriteStream(file, { mode: 0o600 }));
  return { file, name: `NetBox ${new URL(url).host}`.slice(0, 255) };
}
