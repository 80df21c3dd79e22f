// What the API accepts from a role of the inventory suites: the rows that it lists, and which actions it does not refuse.
import type { Page } from 'playwright-core';
import { formOf } from '../../../src/pages/inventory/address/form-facts';
import { kinds, type Kind, type ListAnswer } from '../../../src/pages/inventory/address/kinds-by-list';
import { upperFirst } from '../../../src/pages/inventory/texts';
import type { Caller } from '../../support/world';
import type { Visitor } from '../browser';

export interface Role {
  readonly name: string;
  readonly caller: Caller;
  readonly visitor: Visitor;
  readonly page: Page;
  /** The operations that the API names. */
  readonly may: ReadonlySet<string>;
  /** Rows whose pages are looked at. */
  readonly mostRows: number;
}

/** The rows that the API lists, those of the kind's network or of the organization. */
export async function listed(caller: Caller, kind: Kind, networkId: string): Promise<ListAnswer['list']> {
  const scope = kind.isInNetwork ? { networkId } : {};
  const { list } = (await caller.query(String(kind.listDocument), {
    ...{ ...scope, first: 100, withTotal: true },
  })) as ListAnswer;
  return list;
}

/** Why the API refuses a request; undefined if it does not. */
export async function refusalCode({ caller }: Role, document: unknown, variables: Record<string, unknown>) {
  const { body } = await caller.graphql(String(document), variables);
  const [error] = (body as { errors?: { extensions: { code: string } }[] }).errors ?? [];
  return error?.extensions.code;
}
export const refusesRights = (code: string | undefined) =>
  ['auth_permission_denied', 'entity_access_denied'].includes(code ?? '');

/** Names of what is offered above a list, and for its selected rows. */
export function acceptedForList({ may }: Role, kind: Kind, total: number): string[] {
  const form = formOf(kind.list);
  const isNamed = (name: string | null | undefined) => may.has(name ?? '');
  return [
    ...(isNamed(form?.create) ? ['New'] : []),
    ...(total > 0 && form?.isTaggable && may.has('addTagToEntities') ? ['Add tag'] : []),
    ...(total > 0 && form?.isTaggable && may.has('removeTagFromEntities') ? ['Remove tag'] : []),
    ...(total > 0 && isNamed(form?.removeMany) ? ['Delete'] : []),
  ];
}

/** Names of what is offered on the page of a row, but for its deletion. */
export async function acceptedForRow(role: Role, kind: Kind, id: string): Promise<string[]> {
  const form = formOf(kind.list);
  if (!form) return [];
  const { may } = role;
  // No row is changed: none has this time. The API refuses for rights first.
  const input = { expectedUpdatedAt: '1999-01-01T00:00:00Z' };
  const isUpdated = form.update && (await refusalCode(role, form.documents.update, { id, input })) === 'entity_changed';
  const isCreated = may.has(form.create ?? '');
  const owningId = `${kind.type.charAt(0).toLowerCase()}${kind.type.slice(1)}Id`;
  const parts = kinds.filter(({ list }) => {
    const part = formOf(list);
    return may.has(part?.create ?? '') && part!.fields.some(({ name, isRequired }) => name === owningId && isRequired);
  });
  return [
    ...(isUpdated ? ['Edit'] : []),
    ...(isCreated && form.fields.some((field) => field.isCreated) ? ['Clone'] : []),
    ...parts.map(({ singular }) => `Add ${upperFirst(singular)}`),
  ];
}
