// Describes a service and its machine by the properties that a BACnet/IP device returned.
import type { BacnetDevice } from '../../sources/scan/bacnet-messages';
import { entityOf, textOf, type BannerFacts } from './facts';

export function describeBacnet(device: BacnetDevice): BannerFacts {
  const lineOf = (text: string | undefined) => (text === undefined ? undefined : textOf(Buffer.from(text)));
  const model = lineOf(device.modelName);
  return {
    ...{ source: 'bacnet', definition: 'bacnet-device', name: lineOf(device.objectName) ?? model },
    ...entityOf({
      manufacturer: lineOf(device.vendorName),
      model,
      firmwareRevision: lineOf(device.firmwareRevision),
    }),
  };
}
