// Decodes the version line of SSH (RFC 4253, 4.2): the software, and the operating system that the line's comment
// names.
import { entityOf, type BannerFacts } from './facts';

/** Operating systems, recognized by the comment that their OpenSSH packages add to the version line. */
const systems: readonly (readonly [pattern: RegExp, os: string])[] = [
  [/\bUbuntu\b/i, 'Ubuntu'],
  [/\bRaspbian\b/i, 'Raspbian'],
  [/\bDebian\b/i, 'Debian'],
  [/\bFreeBSD\b/i, 'FreeBSD'],
  [/\bNetBSD\b/i, 'NetBSD'],
  [/OpenSSH_for_Windows/, 'Windows'],
];
/** Manufacturers by SSH software that only their devices run. */
const makers: readonly (readonly [pattern: RegExp, manufacturer: string, os?: string])[] = [
  [/^Cisco-/, 'Cisco'],
  [/^ROSSSH/, 'MikroTik', 'RouterOS'],
  [/^HUAWEI-/i, 'Huawei'],
  [/^Comware-/, 'HPE', 'Comware'],
  [/^mpSSH_/, 'HPE'],
];

export function decodeSsh(bytes: Buffer): BannerFacts | undefined {
  const line = /^SSH-(?:2\.0|1\.99|1\.5)-([!-~]{1,100})(?: ([ -~]{0,100}))?\r?$/m.exec(bytes.toString('latin1'));
  if (!line || line.index !== 0) return undefined;
  const [, software = '', comment = ''] = line;
  const [, manufacturer, ownOs] = makers.find(([pattern]) => pattern.test(software)) ?? [];
  const os = ownOs ?? systems.find(([pattern]) => pattern.test(`${software} ${comment}`))?.[1];
  return { source: 'ssh', definition: 'SSH', ...(os !== undefined && { os }), ...entityOf({ manufacturer }) };
}
