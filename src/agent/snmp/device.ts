// Reads one device.
import type { DeviceFacts, SnmpCredential, SnmpOptions, SnmpTrial } from './facts';

export declare function trySnmp(address: string, credential: SnmpCredential, options: SnmpOptions): Promise<SnmpTrial>;
export declare function readDevice(
  address: string,
  credential: SnmpCredential,
  options: SnmpOptions,
): Promise<DeviceFacts>;
