// Sample rows of mail rules.
import { randomUUID } from 'node:crypto';
import { nextName } from '../../support/sample-values';
import type { Samples } from '../../support/samples';

export const samples: Samples = {
  rows: async ({ addOwn, organizationId, personId, networkId, tagIds }) => {
    const ruleId = await addOwn('MailRule', {
      ...{ organizationId, userId: personId, networkIds: [networkId], tagIds, roles: ['Switch'], kinds: ['PortDown'] },
      ...{ timing: 'Daily', hour: 7, quietFrom: 22, quietTo: 6, timeZone: 'Europe/Paris' },
    });
    await addOwn('MailRuleEvent', { ruleId, organizationId, eventId: randomUUID() });
  },
  cases: {
    create_mail_rule: (side) => ({
      ...{ name: nextName(side, 'mail rule'), network_ids: [side.networkId], kinds: ['PortDown', 'MachineSilent'] },
      ...{ severities: ['Warning'], roles: ['Switch'], timing: 'Hourly', quiet_from: 22, quiet_to: 6 },
      time_zone: 'Europe/Paris',
    }),
    get_mail_rule_by_id: async (side) => ({ id: await side.create('create_mail_rule') }),
    get_mail_rule_preview: () => ({ kinds: ['PortDown'], time_zone: 'Europe/Paris' }),
  },
  operations: {
    list_mail_rules: 'which events the caller gets by mail',
    export_mail_rules_csv: 'spreadsheets read them',
    create_mail_rule: 'one of them',
    get_mail_rule_by_id: 'one of them',
    update_mail_rule: 'one of them',
    delete_mail_rule: 'one of them',
    bulk_delete_mail_rules: 'several of them',
    get_mail_rule_preview: 'what its mails look like',
  },
};
