// A network in memory that files are imported into, for suites without a database. Each import plans the whole file
// with the stored rows, and then stores the rows that the plan writes.
import { SharedMacs } from '../../../../../src/modules/discovery/importing/plan/shared-macs';
import { ImportPlanner } from '../../../../../src/modules/discovery/importing/plan/import-planner';
import type { StoredHost } from '../../../../../src/modules/discovery/importing/plan/host-draft';
import type { NetworkRows } from '../../../../../src/modules/discovery/importing/plan/network-drafts';
import type { PlannedRow } from '../../../../../src/modules/discovery/importing/plan/planned-row';
import { readEntries } from '../formats/reading';

const updatedAt = new Date(0);

export class MemoryNetwork {
  hosts: readonly StoredHost[] = [];
  subnets: NetworkRows['subnets'];
  vlans: NetworkRows['vlans'] = [];

  constructor({ subnets = [] }: { subnets?: readonly object[] } = {}) {
    this.subnets = subnets.map((one) => ({ namespace: '', updatedAt, ...one })) as unknown as NetworkRows['subnets'];
  }

  /** Imports a file, and returns the rows of its plan. `namespace` is that of subnets for which the file names none. */
  async importFile(file: string, namespace = ''): Promise<readonly PlannedRow[]> {
    const entries = await readEntries(file);
    const sharedMacs = new SharedMacs();
    for (const entry of entries) sharedMacs.note(entry);
    const declared = entries.filter(({ kind }) => kind === 'Subnet' || kind === 'Vlan');
    const place = { fileName: 'file', namespace };
    const planner = await ImportPlanner.of(this, place, declared, sharedMacs.all());
    await planner.hosts.know(this.hosts);
    const rows: PlannedRow[] = [];
    for (const entry of entries) rows.push(...(await planner.plan(entry)));
    this.store(planner);
    return rows;
  }

  private store({ network, hosts }: ImportPlanner): void {
    const rowsOf = (drafts: readonly { row: object }[]) => drafts.map(({ row }) => ({ updatedAt, ...row }));
    this.subnets = rowsOf(network.subnets) as unknown as NetworkRows['subnets'];
    this.vlans = rowsOf(network.vlans) as unknown as NetworkRows['vlans'];
    this.hosts = Array.from(hosts.drafts.values(), (draft, order) => {
      if (draft.absorbedHosts.length > 0) throw new Error('merged hosts are not stored in memory');
      const writes = draft.writes();
      const before = this.hosts.find(({ host }) => host.id === draft.id);
      const isGone = new Set(writes.goneBindings);
      return {
        ...{ evidence: [], documentedLinks: [], taggedVlans: [] },
        host: { createdAt: new Date(order), updatedAt, formerMacs: [], ...writes.host.row },
        addresses: draft.addresses,
        interfaces: draft.interfaces,
        ports: [...(before?.ports ?? []), ...writes.ports.added],
        services: [...(before?.services ?? []), ...writes.services],
        bindings: [...(before?.bindings ?? []).filter(({ id }) => !isGone.has(id)), ...writes.bindings],
      } as unknown as StoredHost;
    });
  }
}
