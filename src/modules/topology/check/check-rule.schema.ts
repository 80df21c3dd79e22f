// Rules and selections of checks in GraphQL. Inputs and outputs are built from the table `checkKinds`.
import { builder } from '../../../graphql/builder';
import { inputField, type Inputs } from '../../../graphql/entity/sheet-fields';
import { enumRef } from '../../../graphql/enums';
import { holds, integer, list, text, type BoundKeywords } from '../../../graphql/plugin/bounds';
import { AppError } from '../../../errors';
import {
  linkProperties,
  type CheckKind,
  type CheckRule,
  type CheckSelection,
  type ServicePattern,
} from '../judging/check-rules';
import { hostRoles } from '../judging/vocabulary';
import { allParameters, checkKinds, offeredKinds, parametersOf, type Parameter } from './check-kinds';
import { memberOf } from './check-selection';

export const kindEnum = builder.enumType('CheckKind', {
  description: 'Kinds of rules of checks.',
  values: Object.fromEntries(
    offeredKinds.map((kind) => [kind, { description: checkKinds[kind].description }]),
  ) as Record<CheckKind, { description: string }>,
});
const propertyEnum = builder.enumType('LinkProperty', {
  description: 'Properties that the ports at both ends of a cable have.',
  values: {
    NativeVlan: { description: 'VLAN of untagged frames (IEEE 802.1Q).' },
    Speed: { description: 'Speed in bit/s (IF-MIB ifHighSpeed).' },
    Duplex: { description: 'Duplex mode (EtherLike-MIB).' },
    Mtu: { description: 'Largest packet in octets (IF-MIB ifMtu).' },
  },
});
const wayViewEnum = builder.enumType('CheckWayView', {
  description: 'View whose paths count.',
  values: {
    L2Physical: { description: 'Along cables, blocked ones included.' },
    L3Logical: { description: 'Through subnets and the hosts that forward packets.' },
  },
});

const serviceTexts = {
  category: 'Category of the service definition.',
  definition: 'Id of the service definition.',
  port: 'Port on which the service listens.',
  number: 'Number of the port.',
  protocol: 'Protocol of the port.',
};
const protocolEnum = enumRef('TransportProtocol');
const portRef = builder.objectRef<NonNullable<ServicePattern['port']>>('CheckServicePort').implement({
  description: serviceTexts.port,
  fields: (t) => ({
    number: t.exposeInt('number', { description: serviceTexts.number }),
    protocol: t.expose('protocol', { type: protocolEnum, description: serviceTexts.protocol }),
  }),
});
const serviceRef = builder.objectRef<ServicePattern>('CheckService').implement({
  description: 'A service that hosts must or must not have. All members that are given must match.',
  fields: (t) => ({
    category: t.string({
      nullable: true,
      description: serviceTexts.category,
      resolve: ({ category }) => category ?? null,
    }),
    definition: t.string({
      nullable: true,
      description: serviceTexts.definition,
      resolve: ({ definition }) => definition ?? null,
    }),
    port: t.field({
      type: portRef,
      nullable: true,
      description: serviceTexts.port,
      resolve: ({ port }) => port ?? null,
    }),
  }),
});
const portInput = builder.inputType('CheckServicePortInput', {
  description: serviceTexts.port,
  fields: (t) => ({
    number: t.int({ required: true, ...integer(1, 65_535, serviceTexts.number) }),
    protocol: t.field({ type: protocolEnum, required: true, description: serviceTexts.protocol }),
  }),
});
const bounded = (most: number, description: string) => {
  const { description: bounds, extensions } = text(1, most);
  return { description: `${description} ${bounds}`, extensions };
};
const serviceInput = builder.inputType('CheckServiceInput', {
  description: 'A service that hosts must or must not have. All members that are given must match; none: any service.',
  fields: (t) => ({
    category: t.string(bounded(100, serviceTexts.category)),
    definition: t.string(bounded(100, serviceTexts.definition)),
    port: t.field({ type: portInput, description: serviceTexts.port }),
  }),
});

/** GraphQL input type and output type of a rule's parameter, with its bounds. */
function typesOf(parameter: Parameter): { input: unknown; output: unknown; bounds?: BoundKeywords; text?: string } {
  switch (parameter.type) {
    case 'Int': {
      const { min, max } = parameter;
      const { description, extensions } = integer(min, max);
      return { input: 'Int', output: 'Int', bounds: extensions.jsonSchema, text: description };
    }
    case 'Id':
      return { input: 'UUID', output: 'UUID' };
    case 'Ids': {
      const { most } = parameter;
      return { input: ['UUID'], output: ['UUID'], bounds: { maxItems: most }, text: `At most ${most}.` };
    }
    case 'Instant':
      return { input: 'DateTime', output: 'DateTime' };
    case 'LinkProperties':
      return { input: [propertyEnum], output: [propertyEnum], bounds: { maxItems: linkProperties.length } };
    case 'WayView':
      return { input: wayViewEnum, output: wayViewEnum };
    case 'Text': {
      const { description, extensions } = text(1, parameter.most);
      return { input: 'String', output: 'String', bounds: extensions.jsonSchema, text: description };
    }
    case 'ServicePattern':
      return { input: serviceInput, output: serviceRef };
  }
}

const describe = ({ description }: Parameter, more: string | undefined) =>
  [description, more].filter(Boolean).join(' ');

const parameterFields = (t: Inputs, kind: CheckKind) =>
  Object.fromEntries(
    Object.entries(parametersOf(kind)).map(([name, parameter]) => {
      const { input, bounds, text: more } = typesOf(parameter);
      return [
        name,
        inputField(t, {
          type: input,
          required: !parameter.isOptional,
          description: describe(parameter, more),
          ...(bounds && { extensions: { jsonSchema: bounds } }),
        }),
      ];
    }),
  );

function assertTrue(field: string, value: boolean): void {
  if (!value) throw new AppError('validation_invalid_format', { field });
}

type Values = Readonly<Record<string, unknown>>;
/**
 * The input type for a kind of check: an input object with the parameters of the kind, or Boolean (`true`) if the kind
 * has no parameters.
 */
function kindInput(kind: CheckKind) {
  if (Object.keys(parametersOf(kind)).length === 0) return 'Boolean';
  return builder.inputType(`Check${kind}Input`, {
    description: checkKinds[kind].description,
    fields: (t) => parameterFields(t, kind),
  });
}
const kindInputs = offeredKinds.map((kind) => [kind, kindInput(kind)] as const);

export const ruleInput = builder.inputType('CheckRuleInput', {
  description: 'The rule of a check: one member, which is the kind with its parameters; true for a kind without any.',
  isOneOf: true,
  fields: (t) =>
    Object.fromEntries(
      kindInputs.map(([kind, type]) => [
        memberOf(kind),
        inputField(t, {
          type,
          description: checkKinds[kind].description,
          ...(type === 'Boolean' && { extensions: { form: assertTrue } }),
        }),
      ]),
    ),
});

interface OutputFields {
  field(options: object): never;
}
const outputFields = (t: object) =>
  Object.fromEntries(
    Object.entries(allParameters).map(([name, parameter]) => {
      const { output, bounds } = typesOf(parameter);
      const kinds = offeredKinds.filter((kind) => name in parametersOf(kind));
      return [
        name,
        (t as OutputFields).field({
          type: output,
          nullable: true,
          description: `${parameter.description} Null for kinds without it: it is of ${kinds.join(', ')}.`,
          ...(bounds?.maxItems !== undefined && holds(bounds.maxItems)),
          resolve: (rule: Values) => rule[name] ?? null,
        }),
      ];
    }),
  );

export const ruleRef = builder.objectRef<CheckRule>('CheckRule').implement({
  description: 'The rule of a check: its kind, and the parameters of that kind.',
  fields: (t) => ({
    type: t.field({ type: kindEnum, description: 'Kind of the rule.', resolve: ({ kind }) => kind as CheckKind }),
    ...(outputFields(t) as object),
  }),
});

const mostSelected = 1_000;
const selectionTexts = {
  hostIds: 'Ids of hosts; null = all that are not hidden.',
  tagIds: 'Ids of tags, of which a host has at least one; null = any.',
  roles: 'Roles of hosts; null = any.',
  subnetIds: 'Ids of subnets, in which a host has an address; null = any.',
};
const roleEnum = enumRef('HostRole');
const selected = (description: string) => ({
  ...list(mostSelected),
  description: `${description} At most ${mostSelected}.`,
});
export const selectionInput = builder.inputType('CheckSelectionInput', {
  description:
    'Hosts that a check judges, with their ports, addresses and services. All members that are given must match.',
  fields: (t) => ({
    hostIds: t.field({ type: ['UUID'], ...selected(selectionTexts.hostIds) }),
    tagIds: t.field({ type: ['UUID'], ...selected(selectionTexts.tagIds) }),
    roles: t.field({ type: [roleEnum], ...list(hostRoles.length), description: selectionTexts.roles }),
    subnetIds: t.field({ type: ['UUID'], ...selected(selectionTexts.subnetIds) }),
  }),
});
export const selectionRef = builder.objectRef<CheckSelection>('CheckSelection').implement({
  description: 'Hosts that a check judges, with their ports, addresses and services.',
  fields: (t) => ({
    hostIds: t.field({
      type: ['UUID'],
      nullable: true,
      ...holds(mostSelected),
      description: selectionTexts.hostIds,
      resolve: ({ hostIds }) => hostIds && [...hostIds],
    }),
    tagIds: t.field({
      type: ['UUID'],
      nullable: true,
      ...holds(mostSelected),
      description: selectionTexts.tagIds,
      resolve: ({ tagIds }) => tagIds && [...tagIds],
    }),
    roles: t.field({
      type: [roleEnum],
      nullable: true,
      ...holds(hostRoles.length),
      description: selectionTexts.roles,
      resolve: ({ roles }) => roles && [...roles],
    }),
    subnetIds: t.field({
      type: ['UUID'],
      nullable: true,
      ...holds(mostSelected),
      description: selectionTexts.subnetIds,
      resolve: ({ subnetIds }) => subnetIds && [...subnetIds],
    }),
  }),
});
