// Sample rows of organizations.
import type { Samples } from '../../support/samples';

export const samples: Samples = {
  cases: {
    update_org_name: ({ organizationId }) => ({ id: organizationId, name: 'Renamed' }),
    reset_organization: ({ organizationId }) => ({ id: organizationId }),
    delete_organization: ({ organizationId }) => ({ id: organizationId }),
    set_organization_api_access: ({ organizationId }) => ({ id: organizationId, api_access_enabled: true }),
    set_organization_second_factor: ({ organizationId }) => ({ id: organizationId, second_factor_required: false }),
  },
  operations: {
    set_organization_second_factor: 'whether an organization asks its people for one',
    set_organization_api_access: 'the switch that the rights of an Owner speak of has no path in the reference',
  },
};
