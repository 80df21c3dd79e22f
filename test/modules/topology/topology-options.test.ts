// Tests the options of a topology: default values, values that are stored as they were sent, and refused values with
// their path in the error.
import { randomUUID } from 'node:crypto';
import type { GraphQLInputType } from 'graphql';
import type { AppError } from '../../../src/errors';
import { schema } from '../../../src/modules/types';
import { checkVariable } from '../../../src/graphql/documents/variables';
import { completeOptions } from '../../../src/modules/topology/options';
import { checkedOptions } from '../../../src/modules/topology/answers/options-check';
import { topologyViews } from '../../../src/modules/topology/graph/options';

const topologyId = randomUUID();
const [a, b] = [randomUUID(), randomUUID()];
const faultOf = (options: unknown): string | undefined => {
  try {
    checkedOptions(options);
    return undefined;
  } catch (error) {
    expect(error).toMatchObject({ code: 'validation_invalid_format' });
    return (error as { params: { field: string } }).params.field;
  }
};
const element = (...rules: unknown[]) => ({ request: { elementRules: rules } });

test('an unknown or missing member is reported with its full path', () => {
  const type = schema.getType('UpdateTopologyInput') as GraphQLInputType;
  const fieldOf = (options: unknown) => {
    try {
      return checkVariable({ name: 'input', type, isRequired: true }, { options });
    } catch (error) {
      return (error as AppError).params.field;
    }
  };
  expect(fieldOf({ local: { showMap: true } })).toBe('input.options.local.showMap');
  expect(fieldOf({ request: { elementRules: [{ id: a, rule: 'ByVLAN', also: 1 }] } })).toBe(
    'input.options.request.elementRules.also',
  );
  expect(fieldOf({ request: { elementRules: [{ rule: 'ByVLAN' }] } })).toBe('input.options.request.elementRules.id');
});

test('a row without saved options has all defaults', () => {
  const { local, request } = completeOptions(topologyId, {});
  expect(local).toEqual({
    bundleEdges: true,
    showMinimap: true,
    noFadeEdges: false,
    hideEdgeTypes: ['Hypervisor'],
    tagFilter: { hiddenHostTagIds: [], hiddenServiceTagIds: [], hiddenSubnetTagIds: [] },
  });
  const rules = Object.entries(request.containerRules).map(([view, entries]) => [
    view,
    entries.map(({ rule }) => rule),
  ]);
  expect(Object.fromEntries(rules)).toEqual({
    L2Physical: ['ByHost'],
    L3Logical: ['BySubnet', 'MergeContainerBridges'],
    Workloads: ['ByHost'],
    Application: [{ ByApplication: { tag_ids: [] } }],
  });
  expect(request.elementRules.map(({ rule }) => (typeof rule === 'string' ? rule : Object.keys(rule)[0]))).toEqual([
    'ByTrunkPort',
    'ByVLAN',
    'ByPortOpStatus',
    'ByServiceCategory',
    'ByTag',
    'ByHypervisor',
    'ByContainerRuntime',
    'ByStack',
  ]);
  expect(request.hideEntities).toEqual({});
  for (const view of topologyViews)
    expect(request.hideMetadataValues[view]!.Service).toEqual({ Category: ['OpenPorts'] });
  expect(request.hideMetadataValues.L2Physical!.Interface).toEqual({ LinkState: ['Unlinked'] });
});

test('default rules have stable ids; each row and each place has its own', () => {
  const idsOf = (id: string) => {
    const { containerRules, elementRules } = completeOptions(id, {}).request;
    return [...Object.values(containerRules).flat(), ...elementRules].map((entry) => entry.id);
  };
  expect(idsOf(topologyId)).toEqual(idsOf(topologyId));
  expect(new Set([...idsOf(topologyId), ...idsOf(randomUUID())]).size).toBe(26);
  for (const id of idsOf(topologyId))
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

test('reading does not change the defaults for later reads', () => {
  completeOptions(topologyId, {}).request.hideMetadataValues.L2Physical!.Service!.Category!.push('DNS');
  completeOptions(topologyId, {}).local.hideEdgeTypes.push('SameHost');
  const { request, local } = completeOptions(topologyId, {});
  expect(request.hideMetadataValues.L2Physical!.Service).toEqual({ Category: ['OpenPorts'] });
  expect(local.hideEdgeTypes).toEqual(['Hypervisor']);
});

test('saved empty lists are kept; only missing members get defaults', () => {
  const { local, request } = completeOptions(topologyId, {
    local: { hideEdgeTypes: [], tagFilter: { hiddenHostTagIds: [a] } },
    request: {
      elementRules: [],
      containerRules: { L3Logical: [] },
      hideMetadataValues: { L2Physical: { Service: { Category: [] }, Host: { Staleness: ['stale'] } } },
    },
  });
  expect(local).toMatchObject({
    bundleEdges: true,
    hideEdgeTypes: [],
    tagFilter: { hiddenHostTagIds: [a], hiddenServiceTagIds: [] },
  });
  expect(request.elementRules).toEqual([]);
  expect(request.containerRules.L3Logical).toEqual([]);
  expect(request.containerRules.Workloads).toHaveLength(1);
  expect(request.hideMetadataValues.L2Physical).toEqual({
    Service: { Category: [] },
    Interface: { LinkState: ['Unlinked'] },
    Host: { Staleness: ['stale'] },
  });
});

test('completed options can be saved unchanged', () => {
  const completedTopologyOptions = completeOptions(topologyId, {});
  expect(completeOptions(topologyId, checkedOptions(completedTopologyOptions))).toEqual(completedTopologyOptions);
});

test('repeatable rules may repeat; ids are stored in lower case', () => {
  const rule = { ByTag: { tag_ids: [a.toUpperCase()], title: null } };
  const storedOptions = checkedOptions(
    element({ id: a, rule }, { id: b, rule: { ByTag: { tag_ids: [], title: 'Shop' } } }),
  );
  expect(storedOptions.request!.elementRules![0]!.rule).toEqual({ ByTag: { tag_ids: [a], title: null } });
});

test.each<[string, unknown]>([
  ['options.request.elementRules.0.rule', element({ id: a, rule: 'ByNothing' })],
  ['options.request.elementRules.0.rule', element({ id: a, rule: 'ByHost' })],
  ['options.request.elementRules.0.rule', element({ id: a, rule: { constructor: {} } })],
  ['options.request.elementRules.0.rule', element({ id: a, rule: 7 })],
  ['options.request.elementRules.1.rule', element({ id: a, rule: 'ByVLAN' }, { id: b, rule: 'ByVLAN' })],
  ['options.request.elementRules.1.id', element({ id: a, rule: 'ByVLAN' }, { id: a, rule: 'ByStack' })],
  ['options.request.elementRules.0.id', element({ id: 'first', rule: 'ByVLAN' })],
  ['options.request.elementRules.0.colour', element({ id: a, rule: 'ByVLAN', colour: 'red' })],
  ['options.request.elementRules.0.rule.ByTag.title', element({ id: a, rule: { ByTag: { tag_ids: [] } } })],
  [
    'options.request.elementRules.0.rule.ByTag.tag_ids.0',
    element({ id: a, rule: { ByTag: { tag_ids: ['x'], title: '' } } }),
  ],
  [
    'options.request.elementRules.0.rule.ByServiceCategory.categories.0',
    element({ id: a, rule: { ByServiceCategory: { categories: ['Magic'], is_infra_rule: true, title: '' } } }),
  ],
  [
    'options.request.containerRules.L2Physical.0.rule',
    { request: { containerRules: { L2Physical: [{ id: a, rule: 'BySubnet' }] } } },
  ],
  ['options.request.containerRules.L4', { request: { containerRules: { L4: [] } } }],
  ['options.request.hideEntities.L3Logical.0', { request: { hideEntities: { L3Logical: ['Cat'] } } }],
  ['options.request.hideEntities', { request: { hideEntities: [] } }],
  ['options.request.hideEntities.L3Logical', { request: { hideEntities: { L3Logical: 'Port' } } }],
  ['options.request.hideEntities.__proto__', { request: { hideEntities: JSON.parse('{"__proto__": ["Port"]}') } }],
  [
    'options.request.elementRules.0.rule.ByVLAN',
    element({ id: a, rule: { ByTag: { tag_ids: [], title: '' }, ByVLAN: 1 } }),
  ],
  ['options.request.elementRules.0.rule', element({ id: a, rule: {} })],
  ['options.request.elementRules.0.rule', element({ id: a, rule: null })],
  ['options.request.elementRules.0.rule', element({ id: a, rule: 'ByTag' })],
  ['options.request.elementRules.0.rule', element({ id: a, rule: { ByVLAN: {} } })],
  ['options.request.elementRules.0.rule', element({ id: a, rule: ['ByVLAN'] })],
  [
    'options.request.elementRules.0.rule.ByTag.title',
    element({ id: a, rule: { ByTag: { tag_ids: [], title: '\u0000' } } }),
  ],
  ['options.request.elementRules.1.id', element({ id: a, rule: 'ByVLAN' }, { id: a.toUpperCase(), rule: 'ByStack' })],
  ['options.request.elementRules.0', element('ByVLAN')],
  ['options.request.elementRules', { request: { elementRules: { 0: 'ByVLAN' } } }],
  [
    'options.request.containerRules.Application.1.rule',
    {
      request: {
        containerRules: { Application: [a, b].map((id) => ({ id, rule: { ByApplication: { tag_ids: [] } } })) },
      },
    },
  ],
  [
    'options.request.hideMetadataValues.L2Physical.Router',
    { request: { hideMetadataValues: { L2Physical: { Router: {} } } } },
  ],
  [
    'options.request.hideMetadataValues.L2Physical.Interface.LinkState.1',
    { request: { hideMetadataValues: { L2Physical: { Interface: { LinkState: ['Linked', 'Broken'] } } } } },
  ],
  [
    'options.request.hideMetadataValues.L2Physical.Interface.LinkState',
    { request: { hideMetadataValues: { L2Physical: { Interface: { LinkState: 'Linked' } } } } },
  ],
  ['options.request', { request: [] }],
  ['options.local.tagFilter.hiddenHostTagIds.0', { local: { tagFilter: { hiddenHostTagIds: [7] } } }],
  [
    'options.request.hideMetadataValues.Workloads.Interface.Category',
    { request: { hideMetadataValues: { Workloads: { Interface: { Category: [] } } } } },
  ],
  ['options.local.bundleEdges', { local: { bundleEdges: 'yes' } }],
  ['options.local.hideEdgeTypes.0', { local: { hideEdgeTypes: ['Rope'] } }],
  ['options.local.zoom', { local: { zoom: 1 } }],
])('the error for invalid options is reported at %s', (field, options) => {
  expect(faultOf(options)).toBe(field);
});

test('an id is unique over container and element rules together', () => {
  const request = {
    containerRules: { L2Physical: [{ id: a, rule: 'ByHost' }] },
    elementRules: [{ id: a, rule: 'ByVLAN' }],
  };
  expect(faultOf({ request })).toBe('options.request.elementRules.0.id');
});

test('every kind that a view can hide may be hidden', () => {
  const hideEntities = { L3Logical: ['Host', 'Service', 'Subnet', 'IPAddress', 'Interface', 'Port', 'VLAN', 'Tag'] };
  expect(checkedOptions({ request: { hideEntities } })).toEqual({ request: { hideEntities } });
});
