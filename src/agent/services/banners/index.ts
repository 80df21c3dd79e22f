// Decodes what the responses of services say about the service and its machine. Pure functions of bytes.
import { modbusTransaction } from '../../sources/scan/requests';
import type { PortFinding } from '../../sources/scan/probe';
import { describeBacnet } from './bacnet';
import { decodeEthernetIp } from './ethernet-ip';
import type { BannerFacts } from './facts';
import { decodeIpp } from './ipp';
import { decodeModbus } from './modbus';
import { decodeMqtt } from './mqtt';
import { decodeOpcUa } from './opc-ua';
import { decodeRdp } from './rdp';
import { decodeRtsp } from './rtsp';
import { decodeSip } from './sip';
import { decodeSmb } from './smb';
import { decodeSsh } from './ssh';

export type { BannerFacts };

type Decode = (bytes: Buffer) => BannerFacts | undefined;

/** The decoders of all protocols. Each decoder returns undefined for responses of any other protocol. */
const decoders: readonly Decode[] = [
  ...[decodeSsh, decodeSmb, decodeRdp, decodeMqtt, decodeRtsp, decodeSip, decodeIpp],
  ...[decodeEthernetIp, (bytes: Buffer) => decodeModbus(bytes, modbusTransaction), decodeOpcUa],
];

export function decodeBanner({ port, banner, bacnet }: PortFinding): BannerFacts | undefined {
  if (bacnet) return describeBacnet(bacnet);
  if (!banner) return undefined;
  for (const decode of decoders) {
    const facts = decode(banner);
    if (!facts) continue;
    const { os: _os, ...others } = facts;
    // An SSH server at a port other than 22 may run in a container. The operating system in its banner is left out,
    // because it may not be that of the machine.
    return facts.source === 'ssh' && port !== 22 ? others : facts;
  }
  return undefined;
}
