// Declares checks, their verdicts and accepted findings as entities: the models of their parts, constraints and
// conflict errors.
import { defineEntity } from '../../../data/model/entity-manifest';

const tooMany = { checks_exceeded: 'the organization has as many checks as it may have.' };

export const checkManifest = defineEntity('Check', {
  parts: ['CheckNetwork', 'JudgedNetwork'],
  constraints: { check_networks_pkey: ['networkId'], judged_networks_pkey: ['networkId'] },
  conflicts: {
    createCheck: tooMany,
    updateCheck: { checks_exceeded: 'the organization has as many checks with a query as it may have.' },
    createSuggestedChecks: tooMany,
    acceptFinding: {
      check_acceptances_exceeded: 'the check has as many accepted findings in the network as it may have.',
    },
  },
});
export const checkVerdictManifest = defineEntity('CheckVerdict', {
  constraints: { check_verdicts_check_id_network_id_key: ['checkId', 'networkId'] },
});
export const checkVerdictChangeManifest = defineEntity('CheckVerdictChange', {});
export const checkAcceptanceManifest = defineEntity('CheckAcceptance', {
  constraints: { check_acceptances_check_id_network_id_finding_key_key: ['findingKey'] },
});
