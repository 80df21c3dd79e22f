// Samples of enrolment codes.
import { randomBytes } from 'node:crypto';
import { nextName } from '../../support/sample-values';
import type { Samples } from '../../support/samples';

const inAnHour = () => new Date(Date.now() + 3_600_000);

export const samples: Samples = {
  rows: ({ add, networkId, organizationId, personId }) =>
    add('EnrolmentCode', {
      ...{ networkId, organizationId, createdBy: personId, expiresAt: inAnHour() },
      codeHash: randomBytes(32).toString('hex'),
    }),
  cases: {
    create_enrolment_code: (side) => ({ name: nextName(side, 'code'), network_id: side.networkId }),
    // A code can be exchanged only once, so each case creates a new code.
    exchange_enrolment_code: async (side) => ({ code: (await side.createdData('create_enrolment_code')).code }),
  },
  operations: {
    list_enrolment_codes: 'codes that agents can enrol with, to see which are open',
    create_enrolment_code: 'the page that fills a network shows it in a command',
    get_enrolment_code_by_id: 'whether an agent has used it',
    delete_enrolment_code: 'a code that went to the wrong place is revoked',
    bulk_delete_enrolment_codes: 'several of them',
    export_enrolment_codes_csv: 'spreadsheets read them',
    exchange_enrolment_code: 'an agent gets its key without anybody copying it',
  },
};
