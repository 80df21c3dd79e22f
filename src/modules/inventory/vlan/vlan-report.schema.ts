// The GraphQL mutation with which daemons report VLANs: creates new VLANs, and renames VLANs whose name has changed.
import type { Viewer } from '../../../data/tenancy/viewer';
import { builder } from '../../../graphql/builder';
import { idText } from '../../../graphql/descriptions/common-texts';
import { integer, list, text } from '../../../graphql/plugin/bounds';
import { changeTime } from '../../../data/tenancy/change-times';
import { lockNetwork } from '../shared/host-locks.sql';
import { requireScope } from '../../../data/tenancy/rows';
import type { ScopedDb } from '../../../data/tenancy/scoped-db';
import { setRows } from '../../../data/tenancy/set-rows';
import { maximumVlans, vlanNumbers } from '../../../platform/text/vlan-numbers';

const reportedVlan = builder.inputType('ReportedVlanInput', {
  description: 'A VLAN configured on a device.',
  fields: (t) => ({
    vlanNumber: t.int({ required: true, ...integer(vlanNumbers.min, vlanNumbers.max, 'IEEE 802.1Q VLAN ID.') }),
    name: t.string({ required: true, ...text(1, 100) }),
  }),
});
const reportInput = builder.inputType('ReportVlansInput', {
  fields: (t) => ({
    networkId: t.field({ type: 'UUID', required: true, description: "Id of the network of the daemon's key." }),
    vlans: t.field({
      type: [reportedVlan],
      required: true,
      ...list(maximumVlans),
      description: `At most ${maximumVlans}. If a VLAN ID occurs twice, the last name counts.`,
    }),
  }),
});

interface Numbered {
  readonly id: string;
  readonly vlanNumber: number;
}
const numberedRef = builder.objectRef<Numbered>('NumberedVlan').implement({
  description: 'A VLAN ID and its row.',
  fields: (t) => ({
    vlanId: t.field({ type: 'UUID', description: idText, resolve: ({ id }) => id }),
    vlanNumber: t.exposeInt('vlanNumber'),
  }),
});
const resultRef = builder.objectRef<{ vlans: Numbered[] }>('ReportVlansResult').implement({
  fields: (t) => ({
    vlans: t.field({
      type: [numberedRef],
      description: 'One entry for each VLAN ID, ascending.',
      resolve: ({ vlans }) => vlans,
    }),
  }),
});

builder.mutationField('reportVlans', (t) =>
  t.field({
    type: resultRef,
    description: 'Stores scan results for VLANs: creates and renames, never deletes. For daemons.',
    authScopes: { action: 'reportVlans' },
    args: { input: t.arg({ type: reportInput, required: true }) },
    resolve: async (_root, { input: { networkId, vlans } }, { db, viewer }) => {
      requireScope(viewer, { networkId });
      const names = new Map(vlans.map(({ vlanNumber, name }) => [vlanNumber, name]));
      return { vlans: await writeVlans(db, viewer, networkId, names) };
    },
  }),
);

/**
 * Creates new VLANs and renames stored VLANs. The times of stored VLANs are updated even if their names are unchanged.
 */
async function writeVlans(
  db: ScopedDb,
  viewer: Viewer,
  networkId: string,
  names: ReadonlyMap<number, string>,
): Promise<Numbered[]> {
  const where = { networkId, vlanNumber: { in: [...names.keys()] } };
  return db.$transaction(async (tx) => {
    await lockNetwork(tx, networkId);
    const now = await changeTime(tx, networkId);
    const storedVlans = await tx.vlan.findMany({ where, select: { id: true, vlanNumber: true, name: true } });
    const storedNumbers = new Set(storedVlans.map(({ vlanNumber }) => vlanNumber));
    const renamedVlans = storedVlans.filter(({ vlanNumber, name }) => names.get(vlanNumber) !== name);
    await setRows(
      tx,
      viewer,
      'Vlan',
      ['name'],
      renamedVlans.map(({ id, vlanNumber }) => ({ id, name: names.get(vlanNumber) })),
    );
    const times = { lastSeenAt: now, updatedAt: now };
    await tx.vlan.updateMany({ where: { id: { in: storedVlans.map(({ id }) => id) } }, data: times });
    const newVlans = [...names].filter(([vlanNumber]) => !storedNumbers.has(vlanNumber));
    const row = { networkId, organizationId: viewer.organizationId, sourceType: 'Discovery' as const };
    await tx.vlan.createMany({
      data: newVlans.map(([vlanNumber, name]) => ({
        ...row,
        ...times,
        createdAt: now,
        validFrom: now,
        vlanNumber,
        name,
      })),
    });
    const all = await tx.vlan.findMany({ where, select: { id: true, vlanNumber: true } });
    return all.sort((a, b) => a.vlanNumber - b.vlanNumber);
  });
}
