// Reads the model and serial number of a device from vendors' MIBs if ENTITY-MIB does not contain them.
import type { EntityFacts, SystemFacts } from '../facts';
import { toText } from '../values';
import type { Device } from '../walk';
import { enterpriseNumber } from './makers';
import { getValues } from './system';

type Fact = 'model' | 'serialNumber' | 'manufacturer' | 'firmwareRevision' | 'softwareRevision';
/** For a property of the hardware, the id of the object in a vendor's MIB that contains the property. */
type Objects = Partial<Record<Fact, string>>;

const maker = (number: string): string => `1.3.6.1.4.1.${number}`;
const fastpath = (root: string): Objects => ({
  model: maker(`${root}.1.1.1.3.0`),
  serialNumber: maker(`${root}.1.1.1.4.0`),
});
/** Object rlPhdUnitGenParamSerialNum of RADLAN-Physicaldescription-MIB. */
const radlan: Objects = { serialNumber: maker('89.53.14.1.5.1') };

/**
 * Objects of vendors' MIBs, by the vendor's enterprise number in sysObjectID. If several objects contain the same
 * property, the first that has a value is used.
 */
const objects: Readonly<Record<string, readonly Objects[]>> = {
  // Cisco: OLD-CISCO-CHASSIS-MIB chassisId. Small switches have RADLAN's table below Cisco's number.
  '9': [{ serialNumber: maker('9.3.6.3.0') }, { serialNumber: maker('9.6.1.101.53.14.1.5.1') }],
  // HP: SEMI-MIB.
  '11': [{ model: maker('11.2.36.1.1.2.5.0'), serialNumber: maker('11.2.36.1.1.2.9.0') }],
  '89': [radlan],
  '35265': [radlan],
  // D-Link: AGENT-GENERAL-MIB agentSerialNumber.
  '171': [{ serialNumber: maker('171.12.1.1.12.0') }],
  // APC: PowerNet-MIB, UPS and rack PDU.
  '318': [
    { model: maker('318.1.1.1.1.1.1.0'), serialNumber: maker('318.1.1.1.1.2.3.0') },
    { model: maker('318.1.1.12.1.5.0'), serialNumber: maker('318.1.1.12.1.6.0') },
  ],
  // Dell: Dell-Vendor-MIB, then FASTPATH and RADLAN.
  '674': [
    { model: maker('674.10895.3000.1.2.100.1.0'), serialNumber: maker('674.10895.3000.1.2.100.8.1.2.1') },
    fastpath('674.10895.5000.2.6132.1.1.1'),
    radlan,
  ],
  // Zyxel: ZYXEL-ES-COMMON.
  '890': [{ model: maker('890.1.15.3.1.11.0'), serialNumber: maker('890.1.15.3.1.12.0') }],
  // Foundry: FOUNDRY-SN-AGENT-MIB snChasSerNum.
  '1991': [{ serialNumber: maker('1991.1.1.1.1.2.0') }],
  // Juniper: JUNIPER-MIB jnxBoxDescr, jnxBoxSerialNo.
  '2636': [{ model: maker('2636.3.1.2.0'), serialNumber: maker('2636.3.1.3.0') }],
  '4413': [fastpath('4413.1.1.1')],
  '4526': [fastpath('4526.10'), fastpath('4526.11')],
  // Nokia: TIMETRA-CHASSIS-MIB tmnxHwSerialNumber of the chassis.
  '6527': [{ serialNumber: maker('6527.3.1.2.2.1.8.1.5.1.50331649') }],
  // SYNOLOGY-SYSTEM-MIB. Synology's devices report the enterprise number of net-snmp.
  '8072': [{ model: maker('6574.1.5.1.0'), serialNumber: maker('6574.1.5.2.0') }],
  '6574': [{ model: maker('6574.1.5.1.0'), serialNumber: maker('6574.1.5.2.0') }],
  // TP-Link: TPLINK-SYSINFO-MIB tpSysInfoHwVersion, tpSysInfoSerialNum.
  '11863': [{ model: maker('11863.6.1.1.5.0'), serialNumber: maker('11863.6.1.1.8.0') }],
  // Fortinet: FORTINET-CORE-MIB fnSysSerial.
  '12356': [{ serialNumber: maker('12356.100.1.1.1.0') }],
  // MikroTik: mtxrBoardName, mtxrSerialNumber, mtxrFirmwareVersion.
  '14988': [
    {
      model: maker('14988.1.1.7.8.0'),
      serialNumber: maker('14988.1.1.7.3.0'),
      firmwareRevision: maker('14988.1.1.7.4.0'),
    },
  ],
  // Palo Alto: PAN-COMMON-MIB panSysSerialNumber.
  '25461': [{ serialNumber: maker('25461.2.1.2.1.3.0'), softwareRevision: maker('25461.2.1.2.1.1.0') }],
  // Ubiquiti: UBNT-UniFi-MIB unifiApSystemModel.
  '41112': [{ model: maker('41112.1.6.3.3.0') }],
};

/**
 * Edge-Core, and vendors that resell its switches, have swProdName and swSerialNumber below the device's own
 * sysObjectID.
 */
const belowObjectId: ReadonlySet<string | undefined> = new Set(['259', '52642']);

/**
 * Objects of standard MIBs: `ups` for UPSs (UPS-MIB upsIdent), `printer` for printers (Printer-MIB
 * prtGeneralSerialNumber).
 */
const ups: Objects = { manufacturer: '1.3.6.1.2.1.33.1.1.1.0', model: '1.3.6.1.2.1.33.1.1.2.0' };
const printer: Objects = { serialNumber: '1.3.6.1.2.1.43.5.1.1.17.1' };

/**
 * Completes what ENTITY-MIB says about the device's hardware (`entity`) from the MIB of its vendor. If ENTITY-MIB
 * contains model and serial number, nothing is read.
 */
export async function withMakersHardware(
  device: Device,
  { objectId }: SystemFacts,
  entity: EntityFacts | undefined,
): Promise<EntityFacts | undefined> {
  if (entity?.model !== undefined && entity.serialNumber !== undefined) return entity;
  const enterprise = enterpriseNumber(objectId);
  const candidateObjects = [...(objects[enterprise ?? ''] ?? []), ups, printer];
  if (belowObjectId.has(enterprise))
    candidateObjects.unshift({ model: `${objectId}.1.1.5.1.0`, serialNumber: `${objectId}.1.1.3.1.10.1` });
  const oids = [...new Set(candidateObjects.flatMap((one) => Object.values(one)))];
  const textByOid = new Map((await getValues(device, oids)).map(({ oid, value }) => [oid, toText(value)]));
  const facts: Partial<Record<Fact, string>> = {};
  for (const one of candidateObjects)
    for (const [fact, oid] of Object.entries(one) as [Fact, string][]) facts[fact] ??= textByOid.get(oid);
  const entityFacts = Object.fromEntries(Object.entries(entity ?? {}).filter(([, value]) => value !== undefined));
  const all = { ...facts, ...entityFacts };
  return Object.values(all).some((value) => value !== undefined) ? all : undefined;
}
