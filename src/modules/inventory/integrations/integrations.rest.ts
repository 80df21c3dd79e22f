// REST routes in the formats of other programs: Prometheus's HTTP service discovery and Ansible's inventory.
// `integrations.rest.graphql` has their GraphQL documents.
import {
  GetAnsibleInventoryDocument,
  ListAnsibleHostsDocument,
  ListAnsibleSubnetsDocument,
  ListPrometheusHostsDocument,
  ListPrometheusServicesDocument,
} from '../../../generated/operations';
import { listingRoute } from '../../../rest/route';
import { ansibleInventory } from './ansible.rest';
import { groupsOfHost, groupsOfService, streamTargets } from './prometheus.rest';

/** Maximum number of rows in a response, far more than Prometheus or Ansible can use. */
const most = 50_000;

const object = (description: string, properties: object, requiredNames: readonly string[]) => ({
  type: 'object',
  description,
  properties,
  required: requiredNames,
});
const mapOf = (description: string, values: object) => ({ type: 'object', description, additionalProperties: values });

const targetGroups = {
  type: 'array',
  items: object(
    'A target group.',
    {
      targets: { type: 'array', description: 'Address and port.', items: { type: 'string' } },
      labels: mapOf('Labels of the targets, all of them `__meta_netloom_…`.', { type: 'string' }),
    },
    ['targets', 'labels'],
  ),
};
const prometheus = (description: string) =>
  `Targets for \`http_sd_configs\` of Prometheus: ${description} Rows without an address are left out. At most ${most} rows, else \`query_too_expensive\`.`;

const group = {
  type: 'object',
  properties: {
    hosts: { type: 'array', description: 'Hosts of the group.', items: { type: 'string' } },
    children: { type: 'array', description: 'Groups below it.', items: { type: 'string' } },
  },
};
const inventory = {
  ...object(
    'The inventory: `_meta`, `all`, and a member for each group.',
    {
      _meta: object(
        'Variables of the hosts.',
        { hostvars: mapOf('Variables by the name of the host.', { type: 'object', additionalProperties: true }) },
        ['hostvars'],
      ),
      all: { ...group, description: 'Every group.' },
    },
    ['_meta', 'all'],
  ),
  // In the response, `_meta` is a member beside the groups. Client generators for TypeScript need one type for all
  // members of an object, so the schema of a group also has the `hostvars` of `_meta`.
  additionalProperties: {
    ...group,
    properties: { ...group.properties, hostvars: { description: 'Only in `_meta`.' } },
  },
};

const exampleLabels = {
  __meta_netloom_host: 'lyo-sw-1',
  __meta_netloom_network: 'Lyon Branch',
  __meta_netloom_tags: ',Core,',
};
const exampleVariables = {
  ansible_host: '10.16.0.2',
  netloom_name: { __ansible_unsafe: 'lyo-sw-1' },
  netloom_tags: [{ __ansible_unsafe: 'Core' }],
};

export const integrationRoutes = [
  listingRoute('/integrations/prometheus/hosts', ListPrometheusHostsDocument, {
    description: prometheus('one for each host.'),
    schema: targetGroups,
    example: [{ targets: ['10.16.0.2:9100'], labels: exampleLabels }],
    most,
    write: streamTargets(groupsOfHost),
  }),
  listingRoute('/integrations/prometheus/services', ListPrometheusServicesDocument, {
    description: prometheus('one for each address and port that a service is bound to.'),
    schema: targetGroups,
    example: [
      {
        targets: ['10.16.0.2:443'],
        labels: { __meta_netloom_service: 'Admin', __meta_netloom_port: '443', ...exampleLabels },
      },
    ],
    most,
    write: streamTargets(groupsOfService),
  }),
  listingRoute('/integrations/ansible/inventory', GetAnsibleInventoryDocument, {
    description: `An inventory for Ansible, in the form of \`--list\` of an inventory script. Hosts without an address are left out. Texts are marked so that Ansible does not run them as templates. At most ${most} hosts, else \`query_too_expensive\`.`,
    schema: inventory,
    example: {
      _meta: { hostvars: { 'lyo-sw-1': exampleVariables } },
      all: { children: ['ungrouped', 'network_lyon_branch', 'tag_core'] },
      network_lyon_branch: { hosts: ['lyo-sw-1'] },
      tag_core: { hosts: ['lyo-sw-1'] },
    },
    most,
    beside: [ListAnsibleHostsDocument, ListAnsibleSubnetsDocument],
    write: ansibleInventory,
  }),
];
