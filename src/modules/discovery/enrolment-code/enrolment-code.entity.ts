// Declares the entity EnrolmentCode: the conflict errors (409) of its mutations.
import { defineEntity } from '../../../data/model/entity-manifest';

export const enrolmentCodeManifest = defineEntity('EnrolmentCode', {
  conflicts: {
    createEnrolmentCode: { enrolment_codes_exceeded: 'the network has too many open codes.' },
  },
});
