// Creates a data source for an API from the parts that differ between APIs: settings, headers, and the conversion of
// responses to machines.
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

/** How the agent connects to an API. */
export interface Connection extends ApiPlace {
  readonly pins: Pins;
  readonly signal: AbortSignal;
  /** Called with a text that the user must read, such as that a certificate was pinned. */
  readonly tell: (text: string) => void;
  readonly limits?: Partial<ApiLimits>;
}

export interface ApiTarget {
  readonly connection: Connection;
  /** The settings that `parseSettings` returned. */
  readonly settings: unknown;
}

export interface ApiSource extends Source<ApiTarget, Reading> {
  /** The port to which the agent connects if the settings contain none. */
  readonly port: number;
  /** Type of the credentials on the server that contain the settings of this API, such as `UnifiController`. */
  readonly sentType: string;
  /** Converts a credential from the server to settings, which `parseSettings` must still check. */
  readonly sentSettings: (credential: Fields) => unknown;
  /** Parses the settings; undefined if they are invalid. */
  parseSettings(settings: unknown): unknown;
}

interface Particulars<Settings, Client> {
  readonly name: string;
  readonly needs: SourceNeeds;
  readonly port: number;
  readonly sentType: string;
  readonly sentSettings: (credential: Fields) => unknown;
  /** Schema of the settings apart from address, port and fingerprint. Valid settings are never undefined. */
  readonly settings: z.ZodType<Settings & object>;
  /** Sends a request that every valid credential is allowed to send, to check the connection. */
  readonly reach: (client: Client, settings: Settings) => Promise<unknown>;
  /** Reads the machines. Throws ApiFailure if nothing can be read. */
  readonly read: (client: Client, settings: Settings, place: ApiPlace) => Promise<Reading>;
}

interface OverHttp<Settings> {
  /** Returns the headers that contain the credential. */
  readonly headers: (settings: Settings) => Readonly<Record<string, string>>;
  /**
   * Returns how requests are sent, for example with a client certificate or without TLS. By default, requests use TLS
   * without a client certificate.
   */
  readonly channel?: (settings: Settings, place: ApiPlace) => ApiChannel;
  /** Returns the sign-in request for a session; undefined if the headers with the credential suffice. */
  readonly session?: (
    settings: Settings,
    client: ApiClient,
  ) => ApiSession | undefined | Promise<ApiSession | undefined>;
}

/** Creates a data source that reads an API by HTTP. */
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

/** Creates a data source that uses any protocol. Each reading opens a client, and closes the client at the end. */
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

/**
 * The value of a secret in the server's credential; undefined if the credential refers to a file instead, which is not
 * supported.
 */
export function sentSecret(secret: unknown): unknown {
  const isObject = typeof secret === 'object' && secret !== null;
  return isObject && 'value' in secret ? secret.value : undefined;
}
