// Declares enrolment codes as an entity: models of its parts, unique constraints and conflict errors of its mutations.
import { defineEntity } from '../../../data/model/entity-manifest';

export const enrolmentCodeManifest = defineEntity('EnrolmentCode', {
  conflicts: {
    createEnrolmentCode: { enrolment_codes_exceeded: 'the network has too many open codes.' },
  },
});
