// Judges whether the ports at both ends of each cable have equal properties, such as speed and native VLAN.
import { portLinks } from '../../graph/edges/link-edges';
import type { Inventory, InventoryInterface } from '../../graph/inventory';
import { memoizeByIdentity } from '../../graph/remembered';
import { carrying } from '../cabling';
import type { LinkProperty } from '../check-rules';
import type { Judge } from '../context';
import type { FactsIndex } from '../facts-index';
import { forwardingOf } from '../roles';
import type { MissingEvidenceCode } from '../texts';
import { carriedVlans } from '../../graph/carried-vlans';

interface PropertyFacts {
  readonly finding: 'native_vlan_differs' | 'speed_differs' | 'duplex_differs' | 'mtu_differs';
  readonly missing: MissingEvidenceCode;
  /** Returns the property that must be equal at both ends of a cable; null if the property was not read. */
  valueOf(index: FactsIndex, port: InventoryInterface): string | null;
  /** Formats the value for users. If absent, the value is shown unchanged. */
  format?(index: FactsIndex, value: string): string;
}

const properties: Readonly<Record<LinkProperty, PropertyFacts>> = {
  NativeVlan: {
    finding: 'native_vlan_differs',
    missing: 'native_vlan_not_read',
    valueOf: ({ present }, port) => carriedVlans(carrying(present.interfaces))(port).nativeVlanId,
    format({ lookup }, value) {
      const vlan = lookup.vlans.get(value);
      return vlan ? `VLAN ${vlan.vlanNumber}` : value;
    },
  },
  Speed: {
    finding: 'speed_differs',
    missing: 'speed_not_read',
    valueOf({ portFacts }, { id }) {
      const speed = portFacts.get(id)?.speedBps ?? null;
      // A port without a link reports the speed 0, which says nothing about its configuration.
      return speed === '0' ? null : speed;
    },
  },
  Duplex: {
    finding: 'duplex_differs',
    missing: 'duplex_not_read',
    valueOf: ({ portFacts }, { id }) => portFacts.get(id)?.duplex ?? null,
  },
  Mtu: {
    finding: 'mtu_differs',
    missing: 'mtu_not_read',
    valueOf({ portFacts }, { id }) {
      const mtu = portFacts.get(id)?.mtu ?? null;
      return mtu === null ? null : String(mtu);
    },
  },
};

export const judgeLinkEnds: Judge<'LinkEndsAgree'> = ({ index, selected, report }, { properties: names }) => {
  const interfaces = carrying(index.present.interfaces);
  const knowsVlans = hostsWithVlans(interfaces);
  const forwarding = forwardingOf(index);
  const hasVlans = ({ hostId }: InventoryInterface) => knowsVlans.has(hostId) || forwarding.byCable(hostId) !== 'No';
  for (const { a, b } of portLinks({ inventory: { interfaces } })) {
    if (!selected.presentHostIds.has(a.hostId) && !selected.presentHostIds.has(b.hostId)) continue;
    // An endpoint without known VLANs sends untagged frames, so the native VLAN of its port is not compared.
    const judgedNames = [...new Set(names)].filter((name) => name !== 'NativeVlan' || (hasVlans(a) && hasVlans(b)));
    if (judgedNames.length > 0) report.addJudged(1);
    for (const name of judgedNames) {
      const { finding, missing, valueOf, format = (_index, text) => text } = properties[name];
      const [value, otherValue] = [valueOf(index, a), valueOf(index, b)];
      if (value === null) report.lack(missing, a.id);
      if (otherValue === null) report.lack(missing, b.id);
      if (value === null || otherValue === null || value === otherValue) continue;
      report.find(finding, [a.id, b.id, value, otherValue], () => ({
        subject: 'Interface',
        elementIds: [a.id, b.id, a.hostId, b.hostId],
        params: {
          ...{ host: index.nameOfHost(a.hostId), port: index.nameOfPort(a.id), value: format(index, value) },
          ...{ otherHost: index.nameOfHost(b.hostId), otherPort: index.nameOfPort(b.id) },
          otherValue: format(index, otherValue),
        },
      }));
    }
  }
};

const hostsWithVlans = memoizeByIdentity(
  (interfaces: Inventory['interfaces']): ReadonlySet<string> =>
    new Set(
      interfaces.flatMap(({ hostId, nativeVlanId, taggedVlanIds }) =>
        nativeVlanId !== null || taggedVlanIds.length > 0 ? hostId : [],
      ),
    ),
);
