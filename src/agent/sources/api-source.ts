// Makes a source of what is particular to an API: its settings, its headers, and how its answers become a reading.
import type { z } from 'zod';
import type { Fields } from '../evidence/json';
import {
  ApiFailure,
  createApiClient,
  type ApiChannel,
  type ApiClient,
  type ApiLimits,
  type ApiPlace,
  type ApiSession,
} from './http/api-client';
import type { Pins } from './http/trust';
import type { Reading } from './reading';
import type { Source, SourceNeeds } from './source';

/** How a target is reached. */
export interface Connection extends ApiPlace {
  readonly pins: Pins;
  readonly signal: AbortSignal;
  /** Called with what the user has to know. */
  readonly tell: (text: string) => void;
  readonly limits?: Partial<ApiLimits>;
}

export interface ApiTarget {
  readonly connection: Connection;
  /** The settings as `parseSettings` has returned them. */
  readonly settings: unknown;
}

export interface ApiSource extends Source<ApiTarget, Reading> {
  /** The port if the settings name none. */
  readonly port: number;
  /** The type of the credentials in which the server sends its settings. */
  readonly sentType: string;
  /** Converts a credential of the server to settings, which `parseSettings` has to check. */
  readonly sentSettings: (credential: Fields) => unknown;
  /** The checked settings; undefined if they are not valid. */
  parseSettings(settings: unknown): unknown;
}

interface Particulars<Settings, Client> {
  readonly name: string;
  readonly needs: SourceNeeds;
  readonly port: number;
  readonly sentType: string;
  readonly sentSettings: (credential: Fields) => unknown;
  /** Settings besides address, port and fingerprint. They contain no undefined value for a valid target. */
  readonly settings: z.ZodType<Settings & object>;
  /** Sends a request that every accepted credential may send. */
  readonly reach: (client: Client, settings: Settings) => Promise<unknown>;
  /** Throws ApiFailure if nothing can be read. */
  readonly read: (client: Client, settings: Settings, place: ApiPlace) => Promise<Reading>;
}

interface OverHttp<Settings> {
  /** The headers with the credential. */
  readonly headers: (settings: Settings) => Readonly<Record<string, string>>;
  /** How requests are sent; over TLS without a client certificate if left out. */
  readonly channel?: (settings: Settings, place: ApiPlace) => ApiChannel;
  /** The session that the credential opens; undefined for settings whose headers are enough. */
  readonly session?: (
    settings: Settings,
    client: ApiClient,
  ) => ApiSession | undefined | Promise<ApiSession | undefined>;
}

/** A source that reads by HTTP. */
export const apiSource = <Settings>({
  headers,
  channel,
  session,
  ...of
}: Particulars<Settings, ApiClient> & OverHttp<Settings>): ApiSource =>
  clientSource<Settings, ApiClient>({
    ...of,
    open: (connection, settings) =>
      createApiClient({ ...connection, ...channel?.(settings, connection), headers: headers(settings) }),
    ...(session && {
      async signIn(client, settings) {
        const opened = await session(settings, client);
        if (opened) await client.signIn(opened);
      },
    }),
  });

/** A source that reads by any protocol. Each reading opens a client of its own, and closes it at the end. */
export function clientSource<Settings, Client extends { close(): void | Promise<void> }>(
  of: Particulars<Settings, Client> & {
    readonly open: (connection: Connection, settings: Settings) => Client;
    readonly signIn?: (client: Client, settings: Settings) => Promise<void>;
  },
): ApiSource {
  const withClient = async <T>(
    { connection, settings }: ApiTarget,
    work: (client: Client, checked: Settings) => Promise<T>,
  ): Promise<T> => {
    const checked = of.settings.parse(settings);
    const client = of.open(connection, checked);
    try {
      await of.signIn?.(client, checked);
      return await work(client, checked);
    } finally {
      await client.close();
    }
  };
  const { name, needs, port, sentType, sentSettings } = of;
  return {
    ...{ name, needs, port, sentType, sentSettings },
    parseSettings: (settings) => of.settings.safeParse(settings).data,
    async reach(target) {
      try {
        await withClient(target, of.reach);
        return { outcome: 'opened' };
      } catch (error) {
        if (!(error instanceof ApiFailure)) throw error;
        return { outcome: error.kind === 'silent' ? 'silent' : 'refused', reason: error.message };
      }
    },
    read: (target) => withClient(target, (client, settings) => of.read(client, settings, target.connection)),
  };
}

/** The text of a secret as the server sends it; undefined if it stands in a file of this machine. */
export function sentSecret(secret: unknown): unknown {
  const isObject = typeof secret === 'object' && secret !== null;
  return isObject && 'value' in secret ? secret.value : undefined;
}
