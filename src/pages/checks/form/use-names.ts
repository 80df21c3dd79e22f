// Reads the display names of the rows whose ids a stored check contains, in its rule or its selection of hosts.
import { ChecksPageNamesDocument, type SearchKind } from '../../../generated/checks-page-operations';
import { ask, useAsked } from '../../kit/asking';
import type { FormField } from './form-facts';
import type { Values } from './rule-values';

export type Names = ReadonlyMap<string, string>;

export interface Stored {
  readonly fields: readonly FormField[];
  readonly values: Values;
}

/** Maximum number of rows of each kind whose names are read. Further rows are counted, but not named. */
export const mostNames = 100;

const idsOf = (stored: readonly Stored[], kind: SearchKind): string[] => {
  const ids = stored.flatMap(({ fields, values }) =>
    fields.filter(({ of }) => of === kind).flatMap(({ path }) => values(path)),
  );
  return [...new Set(ids)].slice(0, mostNames);
};

async function readNames(stored: readonly Stored[]): Promise<Names> {
  const variables = {
    hostIds: idsOf(stored, 'Host'),
    interfaceIds: idsOf(stored, 'Interface'),
    vlanIds: idsOf(stored, 'VLAN'),
    tagIds: idsOf(stored, 'Tag'),
    subnetIds: idsOf(stored, 'Subnet'),
  };
  if (Object.values(variables).every((ids) => ids.length === 0)) return new Map();
  const { hosts, interfaces, vlans, tags, subnets } = await ask(ChecksPageNamesDocument, variables);
  return new Map([
    ...hosts.nodes.map(({ id, displayName }) => [id, displayName] as const),
    ...interfaces.nodes.map(
      ({ id, displayName, host }) => [id, [host?.displayName, displayName].filter(Boolean).join(' ')] as const,
    ),
    ...vlans.nodes.map(({ id, vlanNumber, name }) => [id, `${vlanNumber} ${name}`.trim()] as const),
    ...tags.nodes.map(({ id, name }) => [id, name] as const),
    ...subnets.nodes.map(({ id, cidr, name }) => [id, name === cidr ? cidr : `${cidr} ${name}`.trim()] as const),
  ]);
}

/**
 * The display names of rows by id; undefined until the response arrives. The names are read again when `key` changes.
 */
export function useNames(stored: readonly Stored[], key: string): { names: Names | undefined; problem: string | null } {
  const { data, problem } = useAsked(() => readNames(stored), key);
  return { names: data, problem };
}
