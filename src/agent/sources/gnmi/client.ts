// A read-only gNMI client: Capabilities, Get, and Subscribe with the mode ONCE. Time, size and number of responses are
// limited.
import { isIP } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, credentials, Metadata, status as codes, type ServiceError } from '@grpc/grpc-js';
import { errorMessage } from '../../failure';
import { fieldsOf, type Fields } from '../../evidence/json';
import { ApiFailure, usualLimits, type ApiLimits } from '../http/api-client';
import { placeName, type PeerOptions } from '../http/trust';
import { elementsOf, encodings, messages, onceMode, type Encoding, type MessageName } from './messages';
import { TrustingCredentials } from './trusting-credentials';

export interface GnmiOptions extends PeerOptions {
  readonly username: string;
  readonly password: string;
  /**
   * Whether TLS is used. Without TLS, the device's identity is not checked, and others on the network can read the
   * password.
   */
  readonly isSecure: boolean;
  readonly signal: AbortSignal;
  readonly limits?: Partial<ApiLimits>;
}

/** An error response of the device, with its gRPC status code. */
export class GnmiFailure extends ApiFailure {
  constructor(
    kind: ApiFailure['kind'],
    message: string,
    readonly code: number,
  ) {
    super(kind, message);
  }
}

/**
 * How a path is requested from a device. `origin` names the schema of the path; empty for the device's default schema.
 */
export interface PathRequest {
  readonly method: 'Subscribe' | 'Get';
  readonly origin: '' | 'openconfig';
  readonly encoding: Encoding;
}

export interface GnmiClient {
  /** Resolves with the encoding that the agent prefers among those that the device supports. Throws ApiFailure. */
  encoding(): Promise<Encoding>;
  /**
   * Calls `onNotification` for each notification about the path. Throws ApiFailure, possibly after some notifications.
   */
  read(path: string, requestMode: PathRequest, onNotification: (notification: unknown) => void): Promise<void>;
  close(): void;
}

const mostMessages = 1_000_000;

interface Method {
  readonly path: string;
  readonly request: MessageName;
  readonly response: MessageName;
}
const methods = {
  Capabilities: { path: '/gnmi.gNMI/Capabilities', request: 'capabilityRequest', response: 'capabilityResponse' },
  Get: { path: '/gnmi.gNMI/Get', request: 'getRequest', response: 'getResponse' },
  Subscribe: { path: '/gnmi.gNMI/Subscribe', request: 'subscribeRequest', response: 'subscribeResponse' },
} as const satisfies Record<string, Method>;

const same = (bytes: Buffer): Buffer => bytes;

export function createGnmiClient(options: GnmiOptions): GnmiClient {
  const limits = { ...usualLimits, ...options.limits };
  const trusting = options.isSecure ? new TrustingCredentials(options) : undefined;
  const client = new Client(targetOf(options), trusting ?? credentials.createInsecure(), {
    'grpc.enable_http_proxy': 0,
    'grpc.enable_retries': 0,
    'grpc.service_config_disable_resolution': 1,
    'grpc.use_local_subchannel_pool': 1,
    'grpc.max_receive_message_length': limits.answerBytes,
  });
  const exchange = exchanger(options, limits, client, trusting);
  return {
    async encoding() {
      let offered: unknown[] = [];
      await exchange('Capabilities', {}, ({ supported_encodings: numbers }) => {
        if (Array.isArray(numbers)) offered = numbers;
        return true;
      });
      const names = Object.keys(encodings) as Encoding[];
      // Every device must support JSON (gNMI specification, section 2.3.1).
      return names.find((name) => offered.includes(encodings[name])) ?? 'JSON';
    },
    async read(path, { method, origin, encoding }, onNotification) {
      const at = { elem: elementsOf(path), ...(origin !== '' && { origin }) };
      if (method === 'Get')
        return exchange('Get', { path: [at], encoding: encodings[encoding] }, ({ notification }) => {
          if (Array.isArray(notification)) notification.forEach(onNotification);
          return true;
        });
      const subscribe = { subscription: [{ path: at }], mode: onceMode, encoding: encodings[encoding] };
      return exchange('Subscribe', { subscribe }, ({ update, sync_response: isSynchronized }) => {
        if (update !== undefined && update !== null) onNotification(update);
        return isSynchronized === true;
      });
    },
    close() {
      client.close();
      trusting?.close();
    },
  };
}

const targetOf = ({ address, port }: GnmiOptions): string => {
  if (isIP(address) === 0) return `dns:///${address}:${port}`;
  return isIP(address) === 6 ? `ipv6:[${address}]:${port}` : `ipv4:${address}:${port}`;
};

/**
 * Sends a request and calls `onMessage` for each message of the response. `onMessage` returns true after the last
 * message.
 */
type Exchange = (
  method: keyof typeof methods,
  request: object,
  onMessage: (message: Fields) => boolean,
) => Promise<void>;

function exchanger(
  { signal, username, password, ...peer }: GnmiOptions,
  limits: ApiLimits,
  client: Client,
  trusting: TrustingCredentials | undefined,
): Exchange {
  const place = placeName(peer);
  const endsAt = performance.now() + limits.totalMs;
  let [requests, bytes, answers] = [0, 0, 0];

  const attempt: Exchange = (method, request, onMessage) =>
    new Promise((resolve, reject) => {
      const { path, request: requestName, response } = methods[method];
      const metadata = new Metadata();
      metadata.set('username', username);
      metadata.set('password', password);
      const call = client.makeBidiStreamRequest(path, same, same, metadata);
      let timer: NodeJS.Timeout | undefined;
      const settle = (failure?: unknown) => {
        clearTimeout(timer);
        signal.removeEventListener('abort', stop);
        call.cancel();
        if (failure === undefined) resolve();
        else reject(failure as Error);
      };
      const stop = () => settle(signal.reason);
      const wait = () => {
        clearTimeout(timer);
        const remainingMs = endsAt - performance.now();
        const waitMs = Math.max(0, Math.min(limits.answerMs, remainingMs));
        const late =
          remainingMs < limits.answerMs
            ? new ApiFailure('broken', `${place} was not read within ${limits.totalMs / 1000} s`)
            : new ApiFailure('silent', `${place} does not answer within ${Math.ceil(waitMs / 1000)} s`);
        timer = setTimeout(() => settle(late), waitMs);
      };
      signal.addEventListener('abort', stop, { once: true });
      wait();
      // Cancelling a call makes it emit an error later. Without a handler, this error would end the process, so the
      // handler is never removed.
      call.on('error', (error: ServiceError) => {
        const { refusal } = trusting ?? {};
        const isTrusted = refusal === undefined;
        settle(
          isTrusted ? failureOf(error, method, { place, isFirst: answers === 0 }) : new ApiFailure('refused', refusal),
        );
      });
      call.on('end', () => settle(new ApiFailure('broken', `${place} answers ${method} only in part`)));
      call.on('data', (data: Buffer) => {
        wait();
        bytes += data.length;
        answers++;
        try {
          if (bytes > limits.totalBytes)
            throw new ApiFailure('broken', `${place} answers with more than ${limits.totalBytes} bytes`);
          if (answers > mostMessages)
            throw new ApiFailure('broken', `${place} answers with more than ${mostMessages} messages`);
          if (onMessage(decode(response, data, `an answer of ${place} to ${method}`))) settle();
        } catch (error) {
          settle(error);
        }
      });
      call.write(Buffer.from(messages[requestName].encode(messages[requestName].fromObject(request)).finish()));
      // A device may end a subscription when the client closes its side of the stream. So Subscribe does not close it.
      if (method !== 'Subscribe') call.end();
    });

  return async (method, request, onMessage) => {
    for (let repeats = 0; ; repeats++) {
      signal.throwIfAborted();
      if (++requests > limits.requests)
        throw new ApiFailure('broken', `${place} would need more than ${limits.requests} requests`);
      const answersBefore = answers;
      try {
        return await attempt(method, request, onMessage);
      } catch (error) {
        const isBusy = error instanceof GnmiFailure && error.code === codes.RESOURCE_EXHAUSTED;
        if (!isBusy || answers > answersBefore || repeats >= limits.repeats) throw error;
      }
      await sleep(Math.min(limits.pauseMs, 1000), undefined, { signal });
    }
  };
}

/**
 * Converts a gRPC error to an error without the device's own text. `isFirst`: the device has sent no response before.
 */
function failureOf(
  { code, details }: Pick<ServiceError, 'code' | 'details'>,
  method: string,
  { place, isFirst }: { readonly place: string; readonly isFirst: boolean },
): GnmiFailure {
  const name = codes[code] ?? String(code);
  if (code === codes.UNAVAILABLE && isFirst) {
    const [cause] = /E(CONNREFUSED|HOSTUNREACH|NETUNREACH|HOSTDOWN|NETDOWN|TIMEDOUT)\b/.exec(details) ?? [];
    return new GnmiFailure(
      cause === undefined ? 'broken' : 'silent',
      `${place} cannot be read (${cause ?? name})`,
      code,
    );
  }
  if (code === codes.UNAUTHENTICATED || code === codes.PERMISSION_DENIED) {
    const text = `${place} answers ${name} to ${method}: the credential may not read it`;
    return new GnmiFailure('refused', text, code);
  }
  return new GnmiFailure('broken', `${place} answers ${name} to ${method}`, code);
}

function decode(name: MessageName, data: Buffer, subject: string): Fields {
  try {
    return fieldsOf(messages[name].toObject(messages[name].decode(data), { longs: String, oneofs: true }));
  } catch (error) {
    throw new ApiFailure('broken', `${subject} cannot be decoded (${errorMessage(error)})`);
  }
}
