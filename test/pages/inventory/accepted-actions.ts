// Queries the API for the inventory suites: which rows the API lists for a role, and which actions the API accepts from
// the role.
import type { Page } from 'playwright-core';
import { findForm } from '../../../src/pages/inventory/address/form-facts';
import { kinds, type Kind, type ListAnswer } from '../../../src/pages/inventory/address/kinds-by-list';
import { upperFirst } from '../../../src/pages/inventory/texts';
import type { Caller } from '../../support/world';
import type { Visitor } from '../browser';

export interface Role {
  readonly name: string;
  readonly caller: Caller;
  readonly visitor: Visitor;
  readonly page: Page;
  /** Names of the operations that the API allows the role. */
  readonly may: ReadonlySet<string>;
}

/**
 * The rows of a kind that the API lists for a caller: those of the network or, for kinds without a network, those of
 * the organization.
 */
export async function listed(caller: Caller, kind: Kind, networkId: string): Promise<ListAnswer['list']> {
  const scope = kind.isInNetwork ? { networkId } : {};
  const { list } = (await caller.query(String(kind.listDocument), {
    ...{ ...scope, first: 100, withTotal: true },
  })) as ListAnswer;
  return list;
}

/** The error code with which the API refuses a request; undefined if the API accepts it. */
export async function refusalCode({ caller }: Role, document: unknown, variables: Record<string, unknown>) {
  const { body } = await caller.graphql(String(document), variables);
  const [error] = (body as { errors?: { extensions: { code: string } }[] }).errors ?? [];
  return error?.extensions.code;
}
export const refusesRights = (code: string | undefined) =>
  ['auth_permission_denied', 'entity_access_denied'].includes(code ?? '');

/** Names of the actions that the page must offer above a list, and for its selected rows. */
export function acceptedForList({ may }: Role, kind: Kind, total: number): string[] {
  const form = findForm(kind.list);
  const isNamed = (name: string | null | undefined) => may.has(name ?? '');
  return [
    ...(isNamed(form?.create) ? ['New'] : []),
    ...(total > 0 && form?.isTaggable && may.has('addTagToEntities') ? ['Add tag'] : []),
    ...(total > 0 && form?.isTaggable && may.has('removeTagFromEntities') ? ['Remove tag'] : []),
    ...(total > 0 && isNamed(form?.removeMany) ? ['Delete'] : []),
  ];
}

/** Names of the actions that the page of a row must offer, except deleting the row. */
export async function acceptedForRow(role: Role, kind: Kind, id: string): Promise<string[]> {
  const form = findForm(kind.list);
  if (!form) return [];
  const { may } = role;
  // With this outdated time the update changes nothing. The API checks rights first, so the code `entity_changed`
  // shows that the role may write.
  const input = { expectedUpdatedAt: '1999-01-01T00:00:00Z' };
  const isUpdated = form.update && (await refusalCode(role, form.documents.update, { id, input })) === 'entity_changed';
  const isCreated = may.has(form.create ?? '');
  const owningId = `${kind.type.charAt(0).toLowerCase()}${kind.type.slice(1)}Id`;
  const parts = kinds.filter(({ list }) => {
    const part = findForm(list);
    return may.has(part?.create ?? '') && part!.fields.some(({ name, isRequired }) => name === owningId && isRequired);
  });
  return [
    ...(isUpdated ? ['Edit'] : []),
    ...(isCreated && form.fields.some((field) => field.isCreated) ? ['Clone'] : []),
    ...parts.map(({ singular }) => `Add ${upperFirst(singular)}`),
  ];
}

/** Names of the operations by which the role may write rows of a kind. */
export function writeRights({ may }: Role, kind: Kind): string[] {
  const { create, update, remove, removeMany } = findForm(kind.list) ?? {};
  return [create, update, remove, removeMany, 'restoreRevision'].filter((name) => may.has(name ?? '')) as string[];
}
