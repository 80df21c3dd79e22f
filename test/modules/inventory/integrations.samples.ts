// Sample rows of integrations.
import type { Samples } from '../../support/samples';

export const samples: Samples = {
  operations: {
    list_prometheus_hosts: 'Prometheus takes its targets from it',
    list_prometheus_services: 'Prometheus takes its targets from it',
    get_ansible_inventory: 'Ansible reads it',
  },
};
