// Creates pairs of hosts with any parts and references, and compares the rows of a network before and after a merge.
import { randomUUID } from 'node:crypto';
import { touchedModels } from '../../../src/modules/inventory/host/consolidation/merge-rows.sql';
import { tableOf } from '../../../src/data/model/model-fields';
import type { Service } from '../../../src/generated/prisma/client';
import type { World } from '../../support/world';

/** Pseudorandom numbers from 0 (inclusive) to 1 (exclusive), repeatable by their seed (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixedBits = Math.imul(state ^ (state >>> 15), 1 | state);
    mixedBits = (mixedBits + Math.imul(mixedBits ^ (mixedBits >>> 7), 61 | mixedBits)) ^ mixedBits;
    return ((mixedBits ^ (mixedBits >>> 14)) >>> 0) / 4294967296;
  };
}

/** Matches columns that differ after each write: times, and columns of the history. */
const ofWrites = /_at$|^(lineage_id|valid_from|valid_to|audit_event_id|last_discovery_id)$/;

/** All rows of the network that a merge of the pair may change, except the records of merges. */
export async function rowsOfPair({ prisma }: World, networkId: string, pair: readonly string[]): Promise<string[]> {
  const rows: string[] = [];
  for (const table of [...touchedModels.map(tableOf), 'host_credentials', 'daemons', 'discoveries']) {
    const foundRows = await prisma.$queryRawUnsafe<{ row: Record<string, unknown> }[]>(
      `SELECT to_jsonb(r) AS row FROM "${table}" r WHERE network_id = $1::uuid`,
      networkId,
    );
    for (const { row } of foundRows) {
      if (
        table === 'identity_suggestions' &&
        [row.host_id, row.other_host_id].every((id) => pair.includes(id as string))
      )
        continue;
      const keptRows = Object.entries(row).filter(([name]) => !ofWrites.test(name));
      rows.push(`${table} ${JSON.stringify(Object.fromEntries(keptRows))}`);
    }
  }
  return rows.sort();
}

let blocks = 0;
export interface HostPair {
  readonly destination: string;
  readonly other: string;
  readonly subnet: object;
  readonly addresses: readonly object[];
}

/** Creates two hosts that discovery found as two interfaces of one machine, and a third host that refers to both. */
export async function createHostPair(
  { prisma, organizationId }: World,
  networkId: string,
  seed: number,
): Promise<HostPair> {
  const random = randomOf(seed);
  const chance = (share: number) => random() < share;
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)]!;
  const block = `10.77.${(blocks += 1)}`;
  const ownColumns = { networkId };
  const subnet = { id: randomUUID(), name: block, cidr: `${block}.0/24`, subnet_type: 'Lan' };
  await prisma.subnet.create({
    data: { ...ownColumns, id: subnet.id, name: block, cidr: subnet.cidr, subnetType: 'Lan' },
  });
  const vlans = await Promise.all(
    [1, 2].map((last) =>
      prisma.vlan.create({
        data: { ...ownColumns, organizationId, name: `v${blocks} ${last}`, vlanNumber: 100 + 2 * blocks + last },
      }),
    ),
  );
  const tags = await Promise.all(
    ['a', 'b', 'c'].map((name) => prisma.tag.create({ data: { organizationId, name: `${block} ${name}` } })),
  );
  const groupOf = (memberType: 'Services' | 'Bindings') =>
    prisma.group.create({
      data: { ...ownColumns, name: `${block} ${memberType}`, groupType: 'RequestPath', memberType, color: 'Blue' },
    });
  const [ofServices, ofBindings] = [await groupOf('Services'), await groupOf('Bindings')];
  const credential = await prisma.credential.create({
    data: { organizationId, name: block, credentialType: 'SnmpV2c', secrets: Buffer.from('sealed') },
  });
  const third = await prisma.host.create({ data: { ...ownColumns, name: `third ${block}`, sourceType: 'Discovery' } });
  const farPort = await prisma.interface.create({
    data: { ...ownColumns, hostId: third.id, ifName: 'far', ifIndex: 1 },
  });
  let position = 0;

  const hosts: string[] = [];
  for (const at of [0, 1]) {
    const facts = {
      ...(chance(0.5) && { hostname: `h${at}`, hostnameSource: 'x' }),
      ...(chance(0.5) && { model: `m${at}`, modelSource: 'x' }),
      ...(chance(0.3) && { description: `d${at}` }),
    };
    const createdAt = new Date(Date.UTC(2026, 0, 1 + at));
    const { id: hostId } = await prisma.host.create({
      data: {
        ...ownColumns,
        ...facts,
        name: `${block} ${at}`,
        sourceType: 'Discovery',
        createdAt,
        lastSeenAt: createdAt,
      },
    });
    hosts.push(hostId);
    const mac = (last: number) => `00:1b:21:77:${(blocks & 255).toString(16).padStart(2, '0')}:0${last}`;
    const part = { ...ownColumns, hostId };
    const address = await prisma.ipAddress.create({
      data: {
        ...{ ...part, subnetId: subnet.id, subnetCidr: subnet.cidr, ipAddress: `${block}.${at + 1}` },
        macAddress: mac(at + 1),
      },
    });
    const services: Service[] = [];
    for (const name of ['nginx', 'docker', 'own'].filter(() => chance(0.7))) {
      const service = await prisma.service.create({
        data: {
          ...{ ...part, name: name === 'own' ? `own ${at}` : name, serviceDefinition: name, position: services.length },
          ...(chance(0.3) && { virtualizationType: 'Docker' as const, containerName: `c${at}` }),
        },
      });
      services.push(service);
      const tag = pick(tags);
      if (chance(0.5))
        await prisma.tagAssignment.create({
          data: { organizationId, networkId, tagId: tag.id, serviceId: service.id },
        });
      if (chance(0.5))
        await prisma.groupMember.create({
          data: { ...ownColumns, groupId: ofServices.id, serviceId: service.id, position: position++ },
        });
    }
    for (const number of [22, 80, 443].filter(() => chance(0.6))) {
      const port = await prisma.port.create({ data: { ...part, number, protocol: 'Tcp' } });
      const service = services[Math.floor(random() * services.length)];
      if (!service || chance(0.3)) continue;
      const binding = await prisma.binding.create({
        data: { ...part, serviceId: service.id, portId: port.id, ipAddressId: chance(0.5) ? address.id : null },
      });
      if (chance(0.5))
        await prisma.groupMember.create({
          data: { ...ownColumns, groupId: ofBindings.id, bindingId: binding.id, position: position++ },
        });
    }
    if (services[0] && chance(0.5))
      await prisma.host.update({ where: { id: third.id }, data: { virtualizationServiceId: services[0].id } });
    if (services[1] && chance(0.4))
      await prisma.service.update({
        where: { id: services[1].id },
        data: { virtualizationServiceId: services[0]!.id },
      });
    if (services[0] && chance(0.5)) {
      const bridge = await prisma.subnet.create({
        data: {
          ...{ ...ownColumns, name: 'bridge', cidr: `10.78.${blocks}.0/24`, subnetType: 'DockerBridge' },
          virtualizationServiceId: services[0].id,
        },
      });
      await prisma.ipAddress.create({
        data: {
          ...{ ...part, subnetId: bridge.id, subnetCidr: bridge.cidr, ipAddress: `10.78.${blocks}.1` },
          position: 1,
        },
      });
    }
    for (const [index, ifName] of ['eth0', 'eth1'].entries()) {
      if (chance(0.3)) continue;
      const interfaceId = randomUUID();
      const macAddress = ifName === 'eth0' && chance(0.7) ? mac(at + 1) : null;
      await prisma.interface.create({
        data: {
          ...{ ...part, id: interfaceId, ifName, ifIndex: chance(0.5) ? index + 1 : null, macAddress },
          ...{ ifAlias: chance(0.5) ? `alias ${at}` : null, fdbMacs: chance(0.3) ? ['00:1b:21:00:00:01'] : [] },
          ...(chance(0.5) && { nativeVlanId: pick(vlans).id }),
          // A port with a MAC address is always linked to the host's address, as after a report.
          ...(ifName === 'eth0' && (macAddress !== null || chance(0.5)) && { ipAddressId: address.id }),
        },
      });
      for (const { id: vlanId } of vlans)
        if (chance(0.4)) await prisma.interfaceVlan.create({ data: { ...ownColumns, interfaceId, vlanId } });
      const ends = { ...ownColumns, interfaceId, remoteInterfaceId: farPort.id };
      if (chance(0.5)) await prisma.interfaceNeighbor.create({ data: { ...ends, protocol: 'LLDP', basis: 'LLDP' } });
      if (chance(0.3))
        await prisma.interfaceNeighbor.create({
          data: { ...ownColumns, interfaceId: farPort.id, remoteInterfaceId: interfaceId, protocol: 'LLDP' },
        });
      if (chance(0.4)) await prisma.linkDecision.create({ data: { ...ends, organizationId, verdict: 'Confirmed' } });
      if (chance(0.4))
        await prisma.documentedLink.create({
          data: {
            ...{ ...ownColumns, interfaceId, remoteHostName: 'x', remotePortName: `p ${at}`, sourceName: 'netbox' },
            ...{ resolvedInterfaceId: farPort.id, state: 'Confirmed' as const },
          },
        });
      if (chance(0.5))
        await prisma.neighborEvidence.create({
          data: {
            ...ownColumns,
            interfaceId,
            protocol: 'LLDP',
            lldpSysName: `n ${at}`,
            resolvedInterfaceId: farPort.id,
            reason: null,
          },
        });
      if (chance(0.5))
        await prisma.neighborEvidence.create({
          data: {
            ...{
              ...ownColumns,
              interfaceId: farPort.id,
              protocol: 'CDP' as const,
              cdpDeviceId: `h ${at}`,
              reason: null,
            },
            ...(chance(0.5)
              ? { resolvedInterfaceId: interfaceId }
              : { resolvedHostId: hostId, reason: 'UnknownPort' as const }),
          },
        });
      if (chance(0.4))
        await prisma.forwardingEvidence.create({
          data: { ...ownColumns, interfaceId, readAt: createdAt, reason: null },
        });
      if (chance(0.4))
        await prisma.arpEvidence.create({
          data: { ...ownColumns, interfaceId, macAddresses: ['00:1b:21:00:00:02'], readAt: createdAt, reason: null },
        });
    }
    if (chance(0.4))
      await prisma.interfaceNeighbor.create({
        data: { ...ownColumns, interfaceId: farPort.id, remoteHostId: hostId, protocol: 'CDP' },
      });
    for (const [from, over] of [
      [hostId, third.id],
      [third.id, hostId],
    ] as const) {
      const nextHop = { ...ownColumns, hostId: from, nextHopHostId: over, destination: `10.7${at}.0.0/16` };
      if (chance(0.5)) await prisma.route.create({ data: { ...nextHop, protocol: 'Static', type: 'Remote' } });
      const neighbor = { ...ownColumns, hostId: from, neighborHostId: over, neighborAddress: `10.7${at}.0.1` };
      if (chance(0.5)) await prisma.routingNeighbor.create({ data: { ...neighbor, protocol: 'Ospf', state: 'Full' } });
      const station = { ...ownColumns, hostId: from, clientMac: `00:1b:21:0${at}:00:01` };
      if (chance(0.5))
        await prisma.wirelessAssociation.create({
          data: pick([
            { ...station, isOwnRadio: true, accessPointHostId: from, clientHostId: over },
            { ...station, accessPointHostId: over, clientHostId: from },
          ]),
        });
    }
    const aggregate = await prisma.interface.create({ data: { ...part, ifName: chance(0.5) ? 'bond0' : `bond${at}` } });
    await prisma.interface.updateMany({ where: { hostId, ifName: 'eth1' }, data: { aggregateId: aggregate.id } });
    for (const tag of tags)
      if (chance(0.4))
        await prisma.tagAssignment.create({ data: { organizationId, networkId, tagId: tag.id, hostId } });
    if (chance(0.5))
      await prisma.hostCredential.create({ data: { networkId, organizationId, hostId, credentialId: credential.id } });
    if (chance(0.5))
      await prisma.identitySuggestion.create({
        data: { ...ownColumns, hostId, otherHostId: third.id, reasons: [], state: chance(0.5) ? 'Refused' : 'Open' },
      });
  }
  const addresses = [0, 1].map((at) => ({
    ...{ subnet_id: subnet.id, ip_address: `${block}.${at + 1}` },
    mac_address: `00:1b:21:77:${(blocks & 255).toString(16).padStart(2, '0')}:0${at + 1}`,
  }));
  return { destination: hosts[0]!, other: hosts[1]!, subnet, addresses };
}
