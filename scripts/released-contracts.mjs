// What clients of the last release count on: changes of the contracts that break it, but for those that are meant.
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
const meantFile = inProject('schema', 'meant-breaks.json');
const shortestReason = 20;

function graphqlBreaks(before, after) {
  return [
    ...findBreakingChanges(before, after),
    // A caller that leaves the argument out is answered otherwise.
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
      const kept = now.find((one) => one.name === name);
      const isSafe = !kept || String(kept.type) === String(type) || `${kept.type}!` === String(type);
      return isSafe ? [] : [`The argument ${name} of @${directive.name} changed type from ${type} to ${kept.type}.`];
    });
  });
}

/** Every change that breaks clients, a line each, named by its contract. */
export function contractBreaks(released, current) {
  const [before, after] = [released, current].map(({ sdl }) => buildSchema(sdl));
  return [
    ...graphqlBreaks(before, after).map((change) => `GraphQL: ${change}`),
    ...openapiBreaks(released.openapi, current.openapi).map((change) => `REST: ${change}`),
  ];
}

/** Throws a Failure that names each break without a reason, and each reason without a break. */
export function assertMeant(breaks, meant) {
  const isForm = ({ change, reason, ...others }) =>
    Object.keys(others).length === 0 &&
    typeof change === 'string' &&
    typeof reason === 'string' &&
    reason.trim().length >= shortestReason;
  if (!Array.isArray(meant) || !meant.every((one) => one && isForm(one)))
    throw new Failure(
      `schema/meant-breaks.json must be a list of { "change", "reason" }, each reason of at least ${shortestReason} characters.`,
    );
  const changes = meant.map(({ change }) => change);
  const unmeant = breaks.filter((change) => !changes.includes(change));
  const idle = changes.filter((change, index) => !breaks.includes(change) || changes.indexOf(change) < index);
  const list = (title, lines) => (lines.length > 0 ? [title, ...lines.map((line) => `  ${line}`)] : []);
  const complaints = [
    ...list(
      'Clients of the release would break. Undo it, or write it down in schema/meant-breaks.json with its reason:',
      unmeant,
    ),
    ...list('schema/meant-breaks.json has reasons for what is no break, or has one already; take them out:', idle),
  ];
  if (complaints.length > 0) throw new Failure(complaints.join('\n'));
}

const read = (name) => readFileSync(inProject('schema', name), 'utf8');
const contractsIn = (names) => ({ sdl: read(names[0]), openapi: JSON.parse(read(names[1])) });

export function checkReleased() {
  const breaks = contractBreaks(contractsIn(Object.keys(files)), contractsIn(Object.values(files)));
  assertMeant(breaks, JSON.parse(readFileSync(meantFile, 'utf8')));
}

/** Makes the contracts of today those that are kept from here on. */
export function release() {
  for (const [released, current] of Object.entries(files))
    copyFileSync(inProject('schema', current), inProject('schema', released));
  writeFileSync(meantFile, '[]\n');
}
