// A session of `net-snmp` that ignores unusable answers. A request stays open until a usable answer arrives or the
// request times out.
import snmp from 'net-snmp';
import { Session, type Message, type OnAnswer, type OpenRequest, type SessionInternals } from './internals';

/**
 * Number of times that a request is sent because of Reports: after the discovery of the engine, and after the
 * synchronization of its time (RFC 3414, 4).
 */
const mostSendings = 2;

/** A session whose options name the version of SNMP, with a community or the user of SNMPv3 as authenticator. */
export class CheckedSession extends Session {
  #isReading = false;
  /** While a datagram is read: closes the request that the datagram belongs to, and returns the request's callback. */
  #closeRequest: (() => OnAnswer) | undefined;
  readonly #sendings = new WeakMap<object, number>();

  /** `net-snmp` throws errors for some messages, such as a Report to a request of SNMPv2c. */
  override onMsg(datagram: Buffer): void {
    this.#isReading = true;
    try {
      super.onMsg(datagram);
    } catch {
      // The message is ignored.
    } finally {
      this.#isReading = false;
      this.#closeRequest = undefined;
    }
  }

  /**
   * While a datagram is read, returns the request without closing it, because `net-snmp` checks the datagram only
   * after this call. The errors of these checks do not reach the caller of the request.
   */
  override unregisterRequest(id: number): OpenRequest | null {
    if (!this.#isReading) return super.unregisterRequest(id);
    const request = this.reqs[id];
    if (!request) return null;
    const closeRequest = (): OnAnswer => {
      super.unregisterRequest(id);
      return request.responseCb;
    };
    this.#closeRequest = closeRequest;
    let isAnswer = false;
    const checkedRequest: OpenRequest = Object.assign(Object.create(request) as OpenRequest, {
      onResponse(_request: OpenRequest, message: Message): void {
        isAnswer = isAnswerTo(request.message, message);
        if (isAnswer) request.onResponse(checkedRequest, message);
      },
      responseCb(error: Error | null, result?: unknown): void {
        if (isAnswer || isUnexpectedReport(error)) closeRequest()(error, result);
      },
    });
    return checkedRequest;
  }

  /** Without a limit, a device that answers each request with a Report would be sent requests without end. */
  override sendV3Req(
    ...[pdu, feed, onAnswer, options, port, allowReport]: Parameters<SessionInternals['sendV3Req']>
  ): void {
    const sendings = (this.#sendings.get(pdu) ?? 0) + 1;
    this.#sendings.set(pdu, sendings);
    const onFinalAnswer = this.#closeRequest?.() ?? onAnswer;
    super.sendV3Req(pdu, feed, onFinalAnswer, options, port, allowReport && sendings <= mostSendings);
  }

  /** Called for a Report with the reason of a refusal, such as an unknown user. */
  override userSecurityModelError(request: OpenRequest, oid: string): void {
    super.userSecurityModelError({ responseCb: this.#closeRequest?.() ?? request.responseCb }, oid);
  }
}

/**
 * Whether a GetResponse may answer the request. Engine discovery is answered by a Report only, and an authenticated
 * request by an authenticated message only (RFC 3412, 7.2). `net-snmp` verifies the digest of a message that has one.
 * Encryption is not required, because some devices encrypt no answers.
 */
function isAnswerTo(request: Message, message: Message): boolean {
  if (message.version !== snmp.Version3) return true;
  if (!request.hasAuthoritativeEngineID()) return false;
  return !request.hasAuthentication() || Boolean(message.hasAuthentication());
}

const isUnexpectedReport = (error: Error | null): boolean =>
  error instanceof snmp.ResponseInvalidError && error.code === snmp.ResponseInvalidCode.EUnexpectedReport;
