// Tests the GraphQL documents that the built pages send: each document costs at most three tokens of the rate limit,
// and the list of trusted documents contains all of them.
import {
  getNamedType,
  getNullableType,
  getOperationAST,
  isEnumType,
  isInputObjectType,
  isListType,
  isRequiredInputField,
  parse,
  print,
  validate,
  type GraphQLInputType,
} from 'graphql';
import * as sentByChecksPage from '../../../src/generated/checks-page-operations';
import * as sentByDiscoveryPage from '../../../src/generated/discovery-page-operations';
import * as sentByInventory from '../../../src/generated/inventory-operations';
import * as sentByKit from '../../../src/generated/kit-operations';
import * as sent from '../../../src/generated/page-operations';
import * as sentByPeople from '../../../src/generated/people-operations';
import { documentCost, costInTokens } from '../../../src/graphql/documents/cost';
import { schema } from '../../../src/modules/types';
import { pageDocuments } from '../../../src/pages/built-pages';
import { toPastQuery } from '../../../src/pages/kit/as-of';
import { createWorld } from '../../support/world';

const documentsOf = (module: object) =>
  Object.entries(module).flatMap(([name, document]): [string, string][] =>
    name.endsWith('Document') ? [[name, String(document)]] : [],
  );
const documentsOfPeople = documentsOf(sentByPeople);
const documentsOfInventory = documentsOf(sentByInventory);
const documents = [sent, sentByKit, sentByInventory, sentByPeople, sentByDiscoveryPage, sentByChecksPage].flatMap(
  documentsOf,
);

test('the pages have documents', () => {
  expect(documentsOfPeople.length).toBeGreaterThan(20);
  expect(documentsOfInventory.length).toBeGreaterThan(40);
  expect(documentsOf(sent).length).toBeGreaterThan(10);
  expect(documentsOf(sentByDiscoveryPage).length).toBeGreaterThan(10);
  expect(documentsOf(sentByChecksPage).length).toBeGreaterThan(8);
});

test.each(documents)(
  'the service accepts %s, and queries of topology and inventory also as of a past instant',
  (name, text) => {
    const knownTexts = pageDocuments.map((document) => print(document));
    expect(knownTexts).toContain(print(parse(text)));
    if (!text.trim().startsWith('query') || /^(People|DiscoveryPage)/.test(name)) return;
    const past = parse(toPastQuery(text));
    expect(validate(schema, past)).toEqual([]);
    expect(print(past)).toContain('@at(instant: $at)');
    expect(knownTexts).toContain(print(past));
  },
);

/** A value of an input type that sets the required fields only, or one field where exactly one is required. */
function leastValue(type: GraphQLInputType): unknown {
  const namedType = getNamedType(type);
  if (isListType(getNullableType(type))) return [];
  if (isEnumType(namedType)) return namedType.getValues()[0]!.name;
  if (!isInputObjectType(namedType))
    return { Int: 1, Boolean: true, String: 'x', DateTime: anyTime }[namedType.name] ?? anyId;
  const all = Object.values(namedType.getFields());
  const fields = namedType.isOneOf ? all.slice(0, 1) : all.filter(isRequiredInputField);
  return Object.fromEntries(fields.map((field) => [field.name, leastValue(field.type)]));
}
const leastInput = (name: string): unknown => {
  const type = schema.getType(name);
  return isInputObjectType(type) && !/Filter$/.test(name) ? leastValue(type) : undefined;
};
const anyId = '6f2b5c1e-0000-4000-8000-000000000001';
const anyTime = '2026-11-21T10:00:00Z';

test.each(documents)('%s costs at most three tokens', (_name, text) => {
  // The service parses every document with the same limit of lexical tokens.
  const document = parse(text, { maxTokens: 2000 });
  const id = anyId;
  const inputs: Readonly<Record<string, unknown>> = {
    PlanImportInput: { networkId: id, file: 'x' },
    AdminUpdateUserInput: { networkIds: [id] },
    AuditEventFilter: { eventType: { eq: 'SignIn' }, actorName: { contains: 'x' } },
    CreateCredentialInput: { name: 'x', credentialType: 'SnmpV2c' },
    CreateDaemonApiKeyInput: { name: 'x', networkId: id },
    CreateInviteInput: { permissions: 'Viewer', networkIds: [id] },
    CreateNetworkInput: { name: 'x' },
    CreateShareInput: { name: 'x', networkId: id, topologyId: id },
    CreateTagInput: { name: 'x' },
    CreateUserApiKeyInput: { name: 'x' },
    EmailSettingsInput: { discoveryDigest: true },
    NetworkEventFilter: { severity: { in: ['Critical'] }, kind: { eq: 'PortDown' }, happenedAt: { lte: anyTime } },
    NetworkEventKind: 'PortDown',
    ...{ '[NetworkEventKind]': ['PortDown'], '[NetworkEventSeverity]': ['Critical'] },
    WebhookFormat: 'Slack',
    UpdateCredentialInput: { name: 'x' },
    UpdateNetworkInput: { name: 'x' },
    UpdateOrganizationInput: { name: 'x' },
    UpdateTagInput: { name: 'x' },
    CreateSavedViewInput: { topologyId: id, name: 'x', view: 'L2Physical' },
    UpdateSavedViewInput: { name: 'x' },
    CreateLinkDecisionInput: { networkId: id, interfaceId: id, remoteHostId: id, verdict: 'Refuted' },
  };
  const valuesByName = {
    detail: { limit: 400 },
    optionalEdgeTypes: ['AggregateLink'],
    followedEdgeTypes: ['WirelessAssociation'],
    view: 'L2Physical',
    format: 'Csv',
    text: 'core',
    kind: 'Host',
    kinds: ['Host'],
    failing: [id],
    changes: [{ hostFails: { hostId: id } }],
    isEnabled: true,
    answer: 'Later',
    builtin: 'DiscoveryDigest',
  };
  // Variables for the documents of the inventory's lists, which request a full page of rows with all columns.
  const ofLists: Readonly<Record<string, unknown>> = { Int: 100, 'Int!': 100, Boolean: true, 'Boolean!': true };
  const isNarrowing = (type: string) => /Order!\]$|Filter$/.test(type);
  const operation = getOperationAST(document)!;
  const variables = Object.fromEntries(
    (operation.variableDefinitions ?? []).map(({ variable: { name }, type }) => [
      name.value,
      print(type).startsWith('DateTime')
        ? anyTime
        : (inputs[print(type).replace('!', '')] ??
          leastInput(print(type).replace('!', '')) ??
          ofLists[print(type)] ??
          (isNarrowing(print(type)) ? null : (valuesByName[name.value as keyof typeof valuesByName] ?? id))),
    ]),
  );
  const cost = documentCost(schema, document, operation, variables, Number.MAX_SAFE_INTEGER);
  expect(costInTokens(cost)).toBeLessThanOrEqual(3);
});

test('the documents run where only trusted documents are allowed', async () => {
  const world = await createWorld({ TRUSTED_DOCUMENTS_ONLY: 'on' });
  const post = (query: string) => world.viewer.send('POST', '/graphql', { body: { query } });
  const [ownReply, otherReply] = [await post(String(sent.PageStartDocument)), await post('{ viewer { userId } }')];
  await world.close();
  expect([ownReply.status, ownReply.body.errors, otherReply.status]).toEqual([200, undefined, 400]);
  expect(otherReply.body.errors[0].extensions.code).toBe('document_not_trusted');
});
