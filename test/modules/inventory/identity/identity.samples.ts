// Sample rows of host identities.
import { randomUUID } from 'node:crypto';
import type { Samples } from '../../../support/samples';

export const samples: Samples = {
  rows: async ({ add, networkId, hostId, otherHostId, macs }) => {
    const reasons = [{ evidence: 'SerialNumber', strength: 'Decides', values: ['s-1'] }];
    await add('HostMerge', {
      ...{ networkId, reasons, hostId, intoHostId: hostId, mergedHostId: randomUUID(), mergedName: 'twin' },
      ...{ sharedMac: macs[3], taken: {} },
    });
    await add('IdentitySuggestion', { networkId, reasons, hostId, otherHostId });
  },
  cases: {
    consolidate_hosts: async (side) => ({
      destination_host: await side.create('create_host'),
      other_host: await side.create('create_host'),
    }),
    why_same_host: async (side) => ({ id: side.id('Host'), other: await side.create('create_host') }),
    list_identity_suggestions: () => ({}),
    answer_identity_suggestion: async (side) => ({
      id: await side.create('list_identity_suggestions', { host_id: await side.create('split_host') }),
      answer: 'Later',
    }),
    split_host: async (side) => {
      const other_host = await side.create('create_host');
      await side.create('consolidate_hosts', { other_host });
      return { id: other_host };
    },
  },
  operations: {
    list_identity_suggestions: 'hosts that may be one machine, for people to say',
    get_identity_suggestion_by_id: 'one of them',
    answer_identity_suggestion: 'what people say of it',
    export_identity_suggestions_csv: 'spreadsheets read them',
    get_host_identity: 'what a host is known by, and what was merged into it',
    why_same_host: 'the reasons why two hosts are one machine, or two',
    split_host: 'a merge taken apart',
  },
};
