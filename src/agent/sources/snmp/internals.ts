// Members of `net-snmp` that its types do not declare, or declare as private.
import snmp from 'net-snmp';

export interface Engine {
  readonly engineID: Buffer;
  readonly engineBoots: number;
}
export interface Algorithm {
  encryptPdu(
    pdu: Buffer,
    protocol: number,
    password: string,
    auth: snmp.AuthProtocols,
    engine: Engine,
  ): { encryptedPdu: Buffer; msgPrivacyParameters: Buffer };
  decryptPdu(
    encrypted: Buffer,
    protocol: number,
    salt: Buffer,
    password: string,
    auth: snmp.AuthProtocols,
    engine: Engine,
  ): Buffer;
}

export type OnAnswer = (error: Error | null, result?: unknown) => void;
export interface Message {
  readonly version: number;
  hasAuthentication(): unknown;
  hasAuthoritativeEngineID(): unknown;
}
export interface OpenRequest {
  readonly message: Message;
  readonly responseCb: OnAnswer;
  /** Called for a message of the type GetResponse. */
  onResponse(request: OpenRequest, message: Message): void;
}
export interface SessionInternals extends Pick<snmp.Session, 'on' | 'get' | 'getNext' | 'getBulk' | 'close'> {
  readonly reqs: Readonly<Record<number, OpenRequest | undefined>>;
  onMsg(datagram: Buffer): void;
  unregisterRequest(id: number): OpenRequest | null;
  sendV3Req(
    pdu: object,
    feed: unknown,
    onAnswer: OnAnswer,
    options: unknown,
    port: unknown,
    allowReport: boolean,
  ): void;
  userSecurityModelError(request: Pick<OpenRequest, 'responseCb'>, oid: string): void;
}

interface Internals {
  readonly Authentication: { passwordToKey(auth: snmp.AuthProtocols, password: string, engineID: Buffer): Buffer };
  readonly Encryption: { readonly algorithms: Record<number, Algorithm> };
  readonly Session: new (address: string, authenticator: string | snmp.User, options: object) => SessionInternals;
}
export const { Authentication, Encryption, Session } = snmp as unknown as Internals;
