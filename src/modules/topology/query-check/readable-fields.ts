// What the documents of checks may read: only the inventory. A check runs without a signed-in user, and everyone who
// has access to the network sees its findings.
import { isEnumType, isInputObjectType, type GraphQLField, type GraphQLNamedType } from 'graphql';
import { isHeavyMarked, isHeavyType } from '../../../graphql/heavy-work/heavy-operations';

/** Fields of the GraphQL query type that documents of checks may select. */
const readableRoots: ReadonlySet<string> = new Set([
  ...['addressReservation', 'addressReservations', 'binding', 'bindings', 'daemon', 'daemons', 'discoveries'],
  ...['discovery', 'discoverySession', 'discoverySessions', 'fhrpGroup', 'fhrpGroups', 'group', 'groups', 'host'],
  ...['hosts', 'identitySuggestions', 'interface', 'interfaces', 'ipAddress', 'ipAddresses', 'linkDecisions'],
  ...['neighborEvidence', 'network', 'networks', 'networkEvent', 'networkEvents', 'port', 'ports', 'route', 'routes'],
  ...['routingNeighbor', 'routingNeighbors', 'service', 'serviceDefinitions', 'services', 'snapshot', 'snapshots'],
  ...['subnet', 'subnets', 'tag', 'tags', 'vlan', 'vlans', 'wirelessAssociation', 'wirelessAssociations'],
]);

/**
 * Names of types, fields and values that documents of checks must not use: people and their rights, secrets, and who
 * changed what.
 */
const privateNames =
  /user|person|viewer|owner|credential|key|secret|password|token|community|audit|actor|invite|share|enrol|organization|revision|history/i;
/** Types that documents of checks must not use, because these types do not belong to the inventory. */
const otherTypes = /^(Topology|Graph|SavedView|Check|WhatIf|Change|Import|Plan|Webhook|Node$|Past$|__Schema$|__Type$)/;

const isClosed = (typeName: string): boolean => privateNames.test(typeName) || otherTypes.test(typeName);

/** Whether documents of checks may read objects of a type, or name the type in a fragment. */
export const isReadableType = (type: GraphQLNamedType): boolean => !isClosed(type.name) && !isHeavyType(type);

/** Whether documents of checks may select a field of a type. */
export const isReadableField = (
  parent: GraphQLNamedType,
  field: GraphQLField<unknown, unknown>,
  type: GraphQLNamedType,
): boolean =>
  (parent.name === 'Query' ? readableRoots.has(field.name) : isReadableType(parent)) &&
  !privateNames.test(field.name) &&
  isReadableType(type) &&
  !isHeavyMarked(field);

/** Whether documents of checks may use an argument, a field of a filter, or a value of an enum with this name. */
export const isReadableName = (name: string, type?: GraphQLNamedType): boolean =>
  !privateNames.test(name) && !(type && (isInputObjectType(type) || isEnumType(type)) && isClosed(type.name));
