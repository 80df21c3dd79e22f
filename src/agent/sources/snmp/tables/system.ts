// Reads the system group of SNMPv2-MIB: sysDescr, sysName, sysObjectID and others.
import type { SystemFacts } from '../facts';
import { SnmpFailure, type Binding, type SnmpSession } from '../session';
import { toDottedText, toText } from '../values';
import type { Device } from '../walk';

const group = '1.3.6.1.2.1.1';
const numbers = { descr: 1, objectId: 2, contact: 4, name: 5, location: 6 };

export async function readSystem(session: SnmpSession): Promise<SystemFacts> {
  const values = new Map(
    (await getEach(session, Object.values(numbers).map(oidOf))).map((one) => [one.oid, one.value]),
  );
  const text = (number: number): string | undefined => toText(values.get(oidOf(number)));
  return {
    descr: text(numbers.descr),
    objectId: toDottedText(values.get(oidOf(numbers.objectId))),
    contact: text(numbers.contact),
    name: text(numbers.name),
    location: text(numbers.location),
  };
}

const oidOf = (number: number): string => `${group}.${number}.0`;

/**
 * Resolves with the values of those requested objects that the device has. SNMPv1 returns no object if one is missing,
 * and some devices cannot return all objects together. In both cases, each object is read separately.
 */
export async function getEach(session: SnmpSession, oids: readonly string[]): Promise<Binding[]> {
  try {
    return (await session.get(oids)).filter(({ isMissing }) => !isMissing);
  } catch (error) {
    if (!(error instanceof SnmpFailure) || !['noSuchName', 'tooBig', 'error'].includes(error.kind)) throw error;
    if (oids.length < 2) return [];
    const bindings: Binding[] = [];
    for (const oid of oids) bindings.push(...(await getEach(session, [oid])));
    return bindings;
  }
}

/** Reads values of a device. If the device has stopped responding, throws an SnmpFailure without sending a request. */
export async function getValues({ session, pace }: Device, oids: readonly string[]): Promise<Binding[]> {
  if (pace.gone) throw new SnmpFailure('overtime', 'the device no longer answers');
  return getEach(session, oids);
}
