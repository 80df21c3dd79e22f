// Shared code of commands that act with a user's API key: reading the key, calling REST routes, and choosing a network.
import { z } from 'zod';
import { readText } from './command';
import { Failure } from './failure';
import type { Call, JsonClient } from './protocol/json-client';

const networkForm = z.object({ id: z.string(), name: z.string() });
export type Network = z.output<typeof networkForm>;

/**
 * Calls a REST route below `/api/v1`, and resolves with the member `data` of the response. Throws Outage or Refusal.
 */
export type AskRest = (
  method: Call['method'],
  route: string,
  content?: Pick<Call, 'body' | 'file'>,
) => Promise<unknown>;

/**
 * The value of the option `--NAME`, otherwise the content of the file in `--NAME-file`; undefined if neither is given.
 */
export function readSecret<Name extends 'key' | 'token'>(
  name: Name,
  values: { readonly [Option in Name | `${Name}-file`]?: string },
): string | undefined {
  const file: string | undefined = values[`${name}-file`];
  return values[name] ?? (file === undefined ? undefined : readText(`--${name}-file`, file).trim());
}

export const askRestWith =
  (json: JsonClient, key: string, signal: AbortSignal): AskRest =>
  async (method, route, content) => {
    const headers = { authorization: `Bearer ${key}` };
    return (await json.send({ method, path: `/api/v1${route}`, headers, signal, ...content })).data;
  };

/**
 * The network whose name or id is `requested`; if undefined, the only network that the key can access. Throws a usage
 * Failure unless exactly one network matches.
 */
export async function chooseNetwork(ask: AskRest, requested: string | undefined): Promise<Network> {
  const networks = z.array(networkForm).parse(await ask('GET', '/networks?limit=0'));
  const matches =
    requested === undefined ? networks : networks.filter(({ id, name }) => [id, name].includes(requested));
  if (matches.length === 1) return matches[0]!;
  const list = (matches.length > 0 ? matches : networks).map(({ id, name }) => `"${name}" (${id})`).join(', ');
  throw new Failure(
    'usage',
    networks.length === 0
      ? 'The key reaches no network.'
      : `Which network? Give --network with the name or id: ${list}.`,
  );
}
