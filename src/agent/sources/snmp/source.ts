// Data source SNMP: reads interfaces, addresses, neighbors and other tables of a device.
import type { Source } from '../source';
import { readDevice, trySnmp } from './device';
import type { SnmpCredential, SnmpOptions } from './facts';
import type { DeviceFacts } from './row-tables';

export interface SnmpTarget {
  readonly address: string;
  readonly credential: SnmpCredential;
  readonly options: SnmpOptions;
}

export const snmpSource: Source<SnmpTarget, DeviceFacts> = {
  name: 'snmp',
  needs: {
    credentials: ['SnmpV1', 'SnmpV2c', 'SnmpV3'],
    rights: 'a read-only community, or a user of SNMPv3 with a read view',
    ports: 'UDP 161, or the port of the credential',
  },
  reach: ({ address, credential, options }) => trySnmp(address, credential, options),
  read: ({ address, credential, options }) => readDevice(address, credential, options),
};
