// Which fields the GraphQL documents of checks may read. The test walks the whole schema, so that no new type or field
// gives access to users, keys, credentials or audit events.
import {
  getNamedType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isUnionType,
  type GraphQLInputObjectType,
  type GraphQLNamedType,
} from 'graphql';
import { modelNames, relationsOf } from '../../../src/data/model/model-fields';
import { modelOfType } from '../../../src/graphql/pothos-extensions';
import { schema } from '../../../src/modules/types';
import { isReadableField, isReadableName } from '../../../src/modules/topology/query-check/readable-fields';

/** Models of users and their rights, secrets, and records of who did what. */
const privateModels: ReadonlySet<string> = new Set([
  ...['AuditEvent', 'Check', 'CheckAcceptance', 'Credential', 'DaemonApiKey', 'EmailToken', 'EnrolmentCode'],
  ...['HostCredential', 'ImportPlan', 'Invite', 'InviteNetwork', 'LoginFailure', 'NetworkCredential', 'OidcFlow'],
  ...['Organization', 'Passkey', 'RecoveryCode', 'SavedView', 'SecondFactor', 'Session', 'Share', 'User'],
  ...['UserApiKey', 'UserApiKeyNetwork', 'UserNetwork', 'Webhook', 'WebhookDelivery', 'WebhookNetwork'],
  ...['MailRule', 'MailRuleEvent', 'WorkingCredential'],
]);

interface Reached {
  readonly type: GraphQLNamedType;
  /** Names of the type's fields that documents of checks may select. */
  readonly fields: readonly string[];
}

/**
 * Everything that documents of checks can reach: types with their readable fields, and input types with their members.
 */
function reach() {
  const types = new Map<string, Reached>();
  const inputs = new Map<string, GraphQLInputObjectType>();
  const enterInput = (type: GraphQLNamedType): void => {
    if (!isInputObjectType(type) || inputs.has(type.name)) return;
    inputs.set(type.name, type);
    for (const field of Object.values(type.getFields())) {
      const fieldType = getNamedType(field.type);
      if (isReadableName(field.name, fieldType)) enterInput(fieldType);
    }
  };
  const enter = (type: GraphQLNamedType): void => {
    if (types.has(type.name)) return;
    if (isInterfaceType(type) || isUnionType(type)) schema.getPossibleTypes(type).forEach(enter);
    if (!isObjectType(type) && !isInterfaceType(type)) return;
    const readable = Object.values(type.getFields()).filter((field) =>
      isReadableField(type, field, getNamedType(field.type)),
    );
    types.set(type.name, { type, fields: readable.map(({ name }) => name) });
    for (const field of readable) {
      enter(getNamedType(field.type));
      for (const { name, type: argument } of field.args)
        if (isReadableName(name, getNamedType(argument))) enterInput(getNamedType(argument));
    }
  };
  enter(schema.getQueryType()!);
  return { types, inputs };
}
const { types, inputs } = reach();

test('the private models exist', () => {
  expect([...privateModels].filter((model) => !modelNames.includes(model))).toEqual([]);
});

test('the inventory is readable, with its relations and filters', () => {
  const models = [...types.values()].flatMap(({ type }) => modelOfType(type) ?? []);
  // A new model must be added here, or the documents of checks must not be able to reach it.
  expect([...new Set(models)].sort()).toEqual([
    ...['AddressReservation', 'ArpEvidence', 'Binding', 'Daemon', 'Discovery', 'DiscoverySession', 'DocumentedLink'],
    ...['FhrpGroup', 'FhrpMember', 'ForwardingEvidence', 'Group', 'GroupMember', 'Host', 'IdentitySuggestion'],
    ...[
      'Interface',
      'InterfaceCounters',
      'InterfaceNeighbor',
      'IpAddress',
      'LinkDecision',
      'NeighborEvidence',
      'Network',
    ],
    ...['NetworkEvent', 'Port', 'Route', 'RoutingNeighbor', 'Service', 'Snapshot', 'Subnet'],
    ...['Tag', 'Vlan', 'WirelessAssociation', 'WirelessSignal'],
  ]);
  expect(types.get('Host')!.fields).toEqual(
    expect.arrayContaining(['interfacesConnection', 'services', 'tags', 'name']),
  );
  expect([...inputs.keys()]).toEqual(expect.arrayContaining(['HostFilter', 'ServiceFilter', 'TagListFilter']));
});

test('no readable type is of a private model', () => {
  const opened = [...types.values()].filter(({ type }) => privateModels.has(modelOfType(type) ?? ''));
  expect(opened.map(({ type }) => type.name)).toEqual([]);
});

test('no readable field has the id of a private row', () => {
  const columns = [...types.values()].flatMap(({ type, fields }) => {
    const model = modelOfType(type);
    const relations = model === undefined ? [] : [...relationsOf(model).values()];
    const keys = relations.filter((one) => privateModels.has(one.model) && one.foreignKey.isHere);
    return keys.map(({ foreignKey: { field } }) => ({ name: `${type.name}.${field}`, isOpen: fields.includes(field) }));
  });
  expect(columns.length).toBeGreaterThan(5);
  expect(columns.filter(({ isOpen }) => isOpen)).toEqual([]);
});

test('no filter reads a private model', () => {
  const names = [...inputs.keys()];
  expect(names.length).toBeGreaterThan(20);
  const ofPrivate = [...privateModels].flatMap((model) => [`${model}Filter`, `${model}ListFilter`, `${model}Order`]);
  expect(names.filter((name) => ofPrivate.includes(name))).toEqual([]);
  const members = [...inputs.values()].flatMap((type) =>
    Object.values(type.getFields()).filter((field) => isReadableName(field.name, getNamedType(field.type))),
  );
  expect(members.map(({ name }) => name).filter((name) => /user|credential|apiKey/i.test(name))).toEqual([]);
});

/**
 * Fields of the type Query that documents of checks cannot select. A new field of Query must be added here, or be
 * readable.
 */
const unreadableRoots = [
  ...['activeDiscoverySessions', 'agentInstallation', 'asOf', 'auditEvent', 'auditEvents', 'check', 'checkAcceptance'],
  ...['checkAcceptances', 'checkTimeline', 'checkVerdict', 'checkVerdictChange', 'checkVerdictChanges'],
  ...['checkVerdicts', 'checks', 'credential', 'credentials', 'daemonApiKey', 'daemonApiKeys'],
  ...['daemonInstallCommands', 'dashboardSummary', 'enrolmentCode', 'enrolmentCodes', 'history', 'hostAliases'],
  ...['identitySuggestion', 'importPlan', 'importPlanRows', 'importPlans', 'inventoryDiff', 'invite', 'invites'],
  ...[
    'linkDecision',
    'locate',
    'mailRule',
    'mailRulePreview',
    'mailRules',
    'metadata',
    'nextFreeAddress',
    'node',
    'nodes',
    'organization',
    'plan',
    'plans',
    'publicShare',
  ],
  ...['publicShareTopology', 'savedView', 'savedViews', 'scheduledRuns', 'search', 'share', 'shares'],
  ...['suggestedChecks', 'testCheck', 'topologies', 'topology', 'topologyData', 'topologyDiff', 'user', 'userApiKey'],
  ...[
    'userApiKeys',
    'users',
    'viewer',
    'webhook',
    'webhookDeliveries',
    'webhookDelivery',
    'webhookPreview',
    'webhooks',
  ],
  'whySameHost',
];

test('each field of the query type is readable or not, by a decision', () => {
  const readable = types.get('Query')!.fields;
  const all = Object.keys(schema.getQueryType()!.getFields());
  expect(all.filter((name) => !readable.includes(name)).sort()).toEqual([...unreadableRoots].sort());
});
