// Compares the API contracts with those of the last release. Each breaking change must be listed as accepted, together
// with a reason.
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import {
  buildSchema,
  DangerousChangeType,
  findBreakingChanges,
  findDangerousChanges,
  isInputObjectType,
} from 'graphql';
import { openapiBreaks } from './openapi-breaks.mjs';
import { Failure, inProject } from './project.mjs';

const files = { 'released.graphql': 'schema.graphql', 'released.json': 'openapi.json' };
const acceptedFile = inProject('schema', 'accepted-breaking-changes.json');
const shortestReason = 20;

function graphqlBreaks(before, after) {
  return [
    ...findBreakingChanges(before, after),
    // A changed default value counts as breaking, because callers that omit the argument get a different result.
    ...findDangerousChanges(before, after).filter(({ type }) => type === DangerousChangeType.ARG_DEFAULT_VALUE_CHANGE),
  ]
    .map(({ description }) => description)
    .concat(inputDefaultBreaks(before, after), directiveBreaks(before, after));
}

const defaultOf = ({ astNode }) =>
  JSON.stringify(astNode?.defaultValue, (key, value) => (key === 'loc' ? undefined : value));

function inputDefaultBreaks(before, after) {
  return Object.values(before.getTypeMap())
    .filter((type) => isInputObjectType(type) && isInputObjectType(after.getType(type.name)))
    .flatMap((type) => {
      const now = after.getType(type.name).getFields();
      return Object.values(type.getFields())
        .filter(
          (field) =>
            now[field.name] && defaultOf(field) !== undefined && defaultOf(field) !== defaultOf(now[field.name]),
        )
        .map(({ name }) => `${type.name}.${name} has another default value.`);
    });
}

function directiveBreaks(before, after) {
  return before.getDirectives().flatMap((directive) => {
    const now = after.getDirective(directive.name)?.args ?? [];
    return directive.args.flatMap(({ name, type }) => {
      const keptDirective = now.find((one) => one.name === name);
      const isSafe =
        !keptDirective || String(keptDirective.type) === String(type) || `${keptDirective.type}!` === String(type);
      return isSafe
        ? []
        : [`The argument ${name} of @${directive.name} changed type from ${type} to ${keptDirective.type}.`];
    });
  });
}

/** All changes that break clients, one line each, beginning with the name of the contract. */
export function contractBreaks(releasedContract, current) {
  const [before, after] = [releasedContract, current].map(({ sdl }) => buildSchema(sdl));
  return [
    ...graphqlBreaks(before, after).map((change) => `GraphQL: ${change}`),
    ...openapiBreaks(releasedContract.openapi, current.openapi).map((change) => `REST: ${change}`),
  ];
}

/**
 * Throws a Failure if `breaks` contains a change that is not in `acceptedChanges`, or if `acceptedChanges` contains a
 * change that is not in `breaks`. Each accepted change needs a reason.
 */
export function assertAccepted(breaks, acceptedChanges) {
  const isForm = ({ change, reason, ...others }) =>
    Object.keys(others).length === 0 &&
    typeof change === 'string' &&
    typeof reason === 'string' &&
    reason.trim().length >= shortestReason;
  if (!Array.isArray(acceptedChanges) || !acceptedChanges.every((one) => one && isForm(one)))
    throw new Failure(
      `schema/accepted-breaking-changes.json must be a list of { "change", "reason" }, each reason of at least ${shortestReason} characters.`,
    );
  const changes = acceptedChanges.map(({ change }) => change);
  const unacceptedChanges = breaks.filter((change) => !changes.includes(change));
  const unusedChanges = changes.filter((change, index) => !breaks.includes(change) || changes.indexOf(change) < index);
  const list = (title, lines) => (lines.length > 0 ? [title, ...lines.map((line) => `  ${line}`)] : []);
  const complaints = [
    ...list(
      'Clients of the release would break. Undo the change, or add it to schema/accepted-breaking-changes.json with a reason:',
      unacceptedChanges,
    ),
    ...list(
      'schema/accepted-breaking-changes.json has reasons for changes that break nothing or are listed twice; remove them:',
      unusedChanges,
    ),
  ];
  if (complaints.length > 0) throw new Failure(complaints.join('\n'));
}

const read = (name) => readFileSync(inProject('schema', name), 'utf8');
const contractsIn = (names) => ({ sdl: read(names[0]), openapi: JSON.parse(read(names[1])) });

export function checkReleased() {
  const breaks = contractBreaks(contractsIn(Object.keys(files)), contractsIn(Object.values(files)));
  assertAccepted(breaks, JSON.parse(readFileSync(acceptedFile, 'utf8')));
}

/** Makes the current contracts the released contracts, with which later contracts are compared. */
export function release() {
  for (const [releasedFiles, current] of Object.entries(files))
    copyFileSync(inProject('schema', current), inProject('schema', releasedFiles));
  writeFileSync(acceptedFile, '[]\n');
}
