// Reserved addresses: at the end of the first LAN and of the first management subnet of a network.
import type { NetworkDraft } from './network-draft';
import { toAddress, toNumber } from './numbering';
import { at } from './timeline';

const day = 24 * 60 * 60_000;
const prefixOf256 = /\/24$/;

interface Plan {
  readonly subnetType: 'Lan' | 'Management';
  /** First and last address, as offsets from the subnet's base address. */
  readonly offsets: readonly [first: number, last: number];
  readonly purpose: string;
  readonly description?: string;
  readonly daysLeft?: number;
}

const plans: readonly Plan[] = [
  {
    ...{ subnetType: 'Lan', offsets: [230, 239], purpose: 'Machines on order', daysLeft: 60 },
    description: 'They are installed when they arrive.',
  },
  { subnetType: 'Lan', offsets: [250, 250], purpose: 'Spare machine for repairs' },
  { subnetType: 'Management', offsets: [240, 247], purpose: 'Consoles of new racks' },
];

/** Reserves addresses in the name of the user. */
export function addReservations(network: NetworkDraft, createdByUserId: string): void {
  const { rows, timeline, scope } = network;
  const { createdAt, updatedAt, validFrom } = timeline.manual(20);
  for (const { subnetType, offsets, purpose, description = null, daysLeft } of plans) {
    const subnet = rows.subnets.find((one) => one.subnetType === subnetType && prefixOf256.test(one.cidr));
    if (!subnet) continue;
    const [firstAddress, lastAddress] = offsets.map((offset) =>
      toAddress(toNumber(subnet.cidr.split('/')[0]!) + offset),
    ) as [string, string];
    rows.address_reservations.push({
      ...{ id: network.id(`reservation/${purpose}`), createdAt, updatedAt, validFrom },
      ...{ networkId: scope.networkId, organizationId: scope.organizationId, createdByUserId },
      ...{ subnetId: subnet.id!, subnetCidr: subnet.cidr, firstAddress, lastAddress },
      ...{ purpose, description, until: daysLeft === undefined ? null : at(scope.now + daysLeft * day) },
    });
  }
}
