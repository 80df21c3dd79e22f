// Sample rows of checks, their verdicts and accepted findings.
import { randomUUID } from 'node:crypto';
import { nextName } from '../../support/sample-values';
import type { Samples, Side } from '../../support/samples';

const finding = (key: string, elementIds: readonly string[], name: string) => ({
  ...{ key, code: 'not_seen', subject: 'Host', elementIds, params: { host: name } },
  isAccepted: false,
});

const acceptance = (side: Side) => ({
  id: side.id('Check'),
  network_id: side.networkId,
  finding_key: 'sample finding',
  note: 'known',
});

export const samples: Samples = {
  rows: async ({ add, networkId, organizationId, personId, hostId, interfaceId, tagIds }) => {
    const checkId = await add('Check', {
      ...{ organizationId, kind: 'NothingNewWithoutTag', mutedByUserId: personId, mutedUntil: new Date('2999-01-01') },
      rule: { since: '2020-01-01T00:00:00.000Z', tagIds },
      selection: { hostIds: [hostId], tagIds },
    });
    const place = { checkId, networkId, organizationId };
    await add('CheckNetwork', place);
    await add('CheckVerdict', {
      ...{ ...place, state: 'Failing', since: new Date(), sinceIsAtLeast: true, judged: 1, findingCount: 1 },
      ...{ acceptedCount: 0, findings: [finding('sample finding', [hostId, interfaceId], hostId)], missing: [] },
    });
    await add('CheckVerdictChange', {
      ...place,
      changedAt: new Date(),
      fromState: null,
      toState: 'Failing',
      findingCount: 1,
    });
    await add('CheckAcceptance', { ...place, acceptedByUserId: personId, findingKey: randomUUID() });
  },
  cases: {
    create_check: (side) => ({
      name: nextName(side, 'check'),
      severity: 'Critical',
      network_ids: [side.networkId],
      rule: { survivesAnyFailure: { rootHostIds: [side.id('Host')] } },
      selection: { roles: ['Switch'], hostIds: [side.id('Host')] },
    }),
    test_check: (side) => ({
      network_id: side.networkId,
      rule: { noAddressTwice: true },
      selection: { roles: ['Switch'] },
    }),
    get_check_timeline: (side) => ({
      id: side.id('Check'),
      network_id: side.networkId,
      from: '2020-01-01T00:00:00.000Z',
    }),
    create_suggested_checks: (side) => ({ network_id: side.networkId }),
    get_suggested_checks: (side) => ({ network_id: side.networkId }),
    mute_check: (side) => ({ id: side.id('Check'), until: '2999-01-01T00:00:00.000Z', reason: 'maintenance' }),
    unmute_check: (side) => ({ id: side.id('Check') }),
    accept_finding: acceptance,
    withdraw_acceptance: async (side) => ({ id: await side.create('accept_finding') }),
  },
  operations: {
    list_checks: 'what an organization demands of its networks',
    create_check: 'one of them',
    get_check_by_id: 'one of them',
    update_check: 'one of them',
    delete_check: 'one of them',
    bulk_delete_checks: 'several of them',
    export_checks_csv: 'spreadsheets read them',
    test_check: 'what a check would say, before it is saved',
    get_check_timeline: 'since when it fails, also from before it existed',
    get_suggested_checks: 'a beginning for those who do not know what to demand',
    create_suggested_checks: 'all of them at once',
    mute_check: 'maintenance ends, and nobody wants to hear of it until then',
    unmute_check: 'maintenance ended earlier',
    list_check_verdicts: 'what fails now',
    export_check_verdicts_csv: 'spreadsheets read them',
    get_check_verdict_by_id: 'why it fails',
    list_prometheus_checks: 'Prometheus alerts when a check fails',
    list_check_verdict_changes: 'since when, and how often',
    export_check_verdict_changes_csv: 'spreadsheets read them',
    get_check_verdict_change_by_id: 'one of them',
    accept_finding: 'a finding that is meant to be so',
    withdraw_acceptance: 'it is not meant to be so any more',
    list_check_acceptances: 'what people have accepted',
    export_check_acceptances_csv: 'spreadsheets read them',
    get_check_acceptance_by_id: 'one of them',
  },
};
