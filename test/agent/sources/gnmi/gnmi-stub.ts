// A gNMI server on loopback, which imitates a device. The stub has its own copy of the protobuf schema, written from
// the public specification (https://github.com/openconfig/reference/blob/master/rpc/gnmi/gnmi-specification.md). The
// test determines its responses.
import { createServer, connect, type AddressInfo, type Server as NetServer, type Socket } from 'node:net';
import {
  Server,
  ServerCredentials,
  status as codes,
  type handleBidiStreamingCall,
  type ServerDuplexStream,
} from '@grpc/grpc-js';
import { parse } from 'protobufjs';
import { certificate } from '../../support/certificate';
import type { StubReply, StubRequest, StubServer } from '../api-stub';

const { root } = parse(
  `syntax = "proto3";
  message Elem { string name = 1; map<string, string> key = 2; }
  message Path { string origin = 2; repeated Elem elem = 3; }
  message List { repeated Val element = 1; }
  message Val { oneof of { string text = 1; int64 int = 2; uint64 uint = 3; bool flag = 4; List list = 8; bytes json = 10;
    bytes ietf = 11; double real = 14; } }
  message Update { Path path = 1; Val val = 3; uint32 duplicates = 4; }
  message Notification { int64 timestamp = 1; Path prefix = 2; repeated Update update = 4; bool atomic = 6; }
  message Model { string name = 1; string organization = 2; string version = 3; }
  message Capabilities { repeated Model models = 1; repeated int32 encodings = 2; string version = 3; }
  message GetRequest { Path prefix = 1; repeated Path path = 2; int32 type = 3; int32 encoding = 5; }
  message GetResponse { repeated Notification notification = 1; }
  message Subscription { Path path = 1; int32 mode = 2; }
  message Subscriptions { repeated Subscription subscription = 2; int32 mode = 5; int32 encoding = 8; }
  message SubscribeRequest { Subscriptions subscribe = 1; }
  message SubscribeResponse { oneof of { Notification update = 1; bool sync = 3; } }`,
  { keepCase: true },
);

type Elem = { name: string; key?: Record<string, string> };
interface Update {
  readonly path: readonly Elem[];
  readonly value: unknown;
}

/** gRPC status codes by HTTP status, so that tests can use the same replies for gNMI as for HTTP stubs. */
const codesByStatus: Readonly<Record<number, number>> = {
  400: codes.INVALID_ARGUMENT,
  401: codes.UNAUTHENTICATED,
  403: codes.PERMISSION_DENIED,
  404: codes.NOT_FOUND,
  429: codes.RESOURCE_EXHAUSTED,
  500: codes.INTERNAL,
  501: codes.UNIMPLEMENTED,
  503: codes.UNAVAILABLE,
};
export const encodingNumbers = { JSON: 0, PROTO: 2, JSON_IETF: 4 } as const;

const elementsOf = (path: string): Elem[] =>
  [...path.matchAll(/\/([^/[\]]+)((?:\[[^\]]*\])*)/g)].map(([, name = '', keys = '']) => ({
    name,
    key: Object.fromEntries([...keys.matchAll(/\[([^=]+)=([^\]]*)\]/g)].map(([, key, value]) => [key!, value!])),
  }));
const textOf = (elements: readonly Elem[]): string =>
  elements
    .map(({ name, key = {} }) => `/${name}${Object.entries(key).map(([one, value]) => `[${one}=${value}]`)}`)
    .join('');

/**
 * The single values of a subtree, each with its path. In OpenConfig, the simple members of a list item are its keys.
 */
function leavesOf({ path, value }: Update): Update[] {
  const isNode = (one: unknown) => typeof one === 'object' && one !== null && !Array.isArray(one);
  if (!isNode(value)) return [{ path, value }];
  return Object.entries(value as object).flatMap(([name, member]: [string, unknown]) => {
    if (!Array.isArray(member) || !member.some(isNode)) return leavesOf({ path: [...path, { name }], value: member });
    return member.flatMap((item: unknown) => {
      const members = isNode(item) ? Object.entries(item as object) : [];
      const keys = members.filter(([, one]) => typeof one !== 'object').map(([one, key]) => [one, String(key)]);
      return leavesOf({
        path: [...path, { name, key: Object.fromEntries(keys) as Record<string, string> }],
        value: item,
      });
    });
  });
}

function scalar(value: unknown): object {
  if (Array.isArray(value)) return { list: { element: value.map(scalar) } };
  if (typeof value === 'boolean') return { flag: value };
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value < 0 ? { int: value } : { uint: value };
  return typeof value === 'number' ? { real: value } : { text: String(value) };
}

/** Converts the body of a reply, which is a list of subtrees with their paths, to gNMI notifications. */
function notificationsOf(body: unknown, requested: readonly Elem[], encoding: number): object[] {
  const updates: Update[] = Array.isArray(body)
    ? body.map((one: unknown) => {
        const { path, value } = Object(one) as { path?: unknown; value?: unknown };
        return { path: typeof path === 'string' ? elementsOf(path) : requested, value };
      })
    : [{ path: requested, value: body }];
  const json = (value: unknown) => Buffer.from(typeof value === 'string' ? value : (JSON.stringify(value) ?? 'null'));
  if (encoding !== encodingNumbers.PROTO)
    return updates.map(({ path, value }) => {
      const val = encoding === encodingNumbers.JSON ? { json: json(value) } : { ietf: json(value) };
      return { timestamp: 1, update: [{ path: { elem: path }, val }] };
    });
  // The path that all leaves have in common is the notification's prefix, as in responses of devices.
  return updates.map((update) => ({
    prefix: { elem: update.path },
    update: leavesOf({ path: [], value: update.value }).map(({ path, value }) => ({
      ...{ path: { elem: path }, val: scalar(value) },
    })),
  }));
}

type Call = ServerDuplexStream<Buffer, Buffer>;

export class GnmiStub implements StubServer {
  readonly requests: StubRequest[] = [];
  reply: (request: StubRequest) => StubReply | undefined = () => undefined;
  /** The encodings that the stub supports. */
  encodings: readonly (keyof typeof encodingNumbers)[] = ['JSON_IETF', 'JSON'];
  port = 0;
  private readonly server = new Server();
  private front: NetServer | undefined;
  private readonly sockets = new Set<Socket>();

  constructor(private readonly isSecure = true) {}

  async start(): Promise<this> {
    const same = (bytes: Buffer): Buffer => bytes;
    const method = (name: string, handle: (call: Call, request: Buffer) => void) => ({
      [name]: {
        ...{ path: `/gnmi.gNMI/${name}`, requestStream: true, responseStream: true },
        ...{ requestSerialize: same, requestDeserialize: same, responseSerialize: same, responseDeserialize: same },
        handle,
      },
    });
    const all = {
      ...method('Capabilities', (call) => this.answer(call, 'Capabilities', [], 0, '')),
      ...method('Get', (call, bytes) => {
        const { path: [path] = [], encoding = 0 } = this.read('GetRequest', bytes) as {
          path?: PathMessage[];
          encoding?: number;
        };
        this.answer(call, 'Get', path?.elem ?? [], encoding, path?.origin ?? '');
      }),
      ...method('Subscribe', (call, bytes) => {
        const { subscribe } = this.read('SubscribeRequest', bytes) as { subscribe?: SubscriptionsMessage };
        const { subscription: [first] = [], encoding = 0, mode } = subscribe ?? {};
        if (mode !== 1) return void call.emit('error', { code: codes.UNIMPLEMENTED });
        this.answer(call, 'Subscribe', first?.path?.elem ?? [], encoding, first?.path?.origin ?? '');
      }),
    };
    this.server.addService(
      all,
      Object.fromEntries(
        Object.entries(all).map(([name, { handle }]) => {
          const handler: handleBidiStreamingCall<Buffer, Buffer> = (call) => {
            call.on('error', () => undefined);
            call.once('data', (bytes: Buffer) => handle(call, bytes));
          };
          return [name, handler];
        }),
      ),
    );
    const pair = { cert_chain: Buffer.from(certificate.cert), private_key: Buffer.from(certificate.key) };
    const credentials = this.isSecure ? ServerCredentials.createSsl(null, [pair]) : ServerCredentials.createInsecure();
    const inner = await new Promise<number>((resolve, reject) =>
      this.server.bindAsync('127.0.0.1:0', credentials, (error, port) => (error ? reject(error) : resolve(port))),
    );
    // Clients connect to this server, which forwards their bytes to the gRPC server and can close connections at any
    // time.
    this.front = createServer((socket) => {
      const behind = connect(inner, '127.0.0.1');
      for (const [one, other] of [
        [socket, behind],
        [behind, socket],
      ] as const) {
        this.sockets.add(one);
        one.pipe(other);
        one.on('error', () => other.destroy());
        one.on('close', () => {
          this.sockets.delete(one);
          other.destroy();
        });
      }
    });
    await new Promise<void>((resolve) => this.front!.listen(0, '127.0.0.1', resolve));
    this.port = (this.front.address() as AddressInfo).port;
    return this;
  }

  async stop(): Promise<void> {
    this.cut();
    await new Promise((resolve) => this.front!.close(resolve));
    this.server.forceShutdown();
  }

  private cut(): void {
    for (const socket of this.sockets) socket.destroy();
  }

  private read(name: string, bytes: Buffer): object {
    const type = root.lookupType(name);
    return type.toObject(type.decode(bytes));
  }

  private answer(call: Call, method: string, elements: readonly Elem[], encoding: number, origin: string): void {
    const metadata = call.metadata.getMap();
    const headers = { ...metadata, origin, encoding: String(encoding) } as StubRequest['headers'];
    const request = { method, path: textOf(elements), headers };
    this.requests.push(request);
    const reply = this.reply(request) ?? { status: 404, body: {} };
    if (reply === 'hang') return;
    if (reply === 'drop') return this.cut();
    const isHalf = reply === 'half';
    const { status = 200, body } = isHalf ? { body: this.halfOf(elements) } : reply;
    if (status !== 200)
      return void call.emit('error', { code: codesByStatus[status] ?? codes.UNKNOWN, details: String(body) });
    const send = (type: string, message: object) =>
      call.write(Buffer.from(root.lookupType(type).encode(root.lookupType(type).fromObject(message)).finish()));
    if (method === 'Capabilities') {
      if (typeof body === 'string') call.write(Buffer.from(body));
      else send('Capabilities', { encodings: this.encodings.map((name) => encodingNumbers[name]), version: '0.7.0' });
    } else {
      const notifications = notificationsOf(body, elements, encoding);
      if (method === 'Get') send('GetResponse', { notification: notifications });
      else for (const update of notifications) send('SubscribeResponse', { update });
      if (method === 'Subscribe' && !isHalf) send('SubscribeResponse', { sync: true });
    }
    if (isHalf) setTimeout(() => this.cut(), 20);
    else call.end();
  }

  /** For the reply `half`: the part of the requested subtree that is sent before the stub closes the connection. */
  private halfOf(elements: readonly Elem[]): unknown {
    return elements[0]?.name === 'interfaces'
      ? [{ path: '/interfaces', value: { interface: [{ name: 'half' }] } }]
      : [];
  }
}

interface PathMessage {
  readonly origin?: string;
  readonly elem?: Elem[];
}
interface SubscriptionsMessage {
  readonly subscription?: { path?: PathMessage }[];
  readonly mode?: number;
  readonly encoding?: number;
}
