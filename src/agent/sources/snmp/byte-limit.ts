// Limits how much memory the values of one device take while the device is read.
import { SnmpFailure, type Binding, type SnmpSession } from './session';

const mebibyte = 2 ** 20;
/** Walks limit the number of values, but a device may send 64 KB for each of them. */
const mostBytes = 64 * mebibyte;

/**
 * The session, which fails with `overtime` after its values have reached the limit in bytes. Sessions that `ofVlan`
 * opens count towards the same limit.
 */
export function withByteLimit(session: SnmpSession, received = { bytes: 0 }): SnmpSession {
  const check = (): void => {
    if (received.bytes <= mostBytes) return;
    throw new SnmpFailure('overtime', `the device has sent more than ${mostBytes / mebibyte} MiB`);
  };
  const count = <T extends readonly Binding[]>(bindings: T): T => {
    for (const { value } of bindings) if (Buffer.isBuffer(value)) received.bytes += value.length;
    check();
    return bindings;
  };
  return {
    ...session,
    async get(oids) {
      check();
      return count(await session.get(oids));
    },
    async next(oids) {
      check();
      return count(await session.next(oids));
    },
    async bulk(oids, repetitions) {
      check();
      return (await session.bulk(oids, repetitions)).map(count);
    },
    ofVlan: (vlan) => withByteLimit(session.ofVlan(vlan), received),
  };
}
