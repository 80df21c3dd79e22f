// The shares of the shown topology: lists and changes them, and builds their links.
import {
  PageCreateShareDocument,
  PageDeleteShareDocument,
  PageSharesDocument,
  PageUpdateShareDocument,
  type CreateShareInput,
  type PageSharesQuery,
  type UpdateShareInput,
} from '../../../generated/page-operations';
import { ask } from '../../kit/ask-as-of';
import { placeInLink, writePlace, type Place } from './place';

export type ShareRow = PageSharesQuery['shares']['nodes'][number];
export type ShareFields = Required<
  Pick<CreateShareInput, 'name' | 'expiresAt' | 'allowedDomains' | 'enabledViews' | 'options'>
> &
  Pick<CreateShareInput, 'password'>;

export async function readShares(topologyId: string): Promise<ShareRow[]> {
  const rows: ShareRow[] = [];
  let after: string | null = null;
  do {
    const page: PageSharesQuery['shares'] = (await ask(PageSharesDocument, { topologyId, after })).shares;
    rows.push(...page.nodes);
    after = page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null;
  } while (after !== null);
  return rows;
}

/** Resolves with the id of the new share. */
export async function createShare(
  of: Pick<CreateShareInput, 'topologyId' | 'networkId'>,
  fields: ShareFields,
): Promise<string> {
  return (await ask(PageCreateShareDocument, { input: { ...of, ...fields } })).createShare.id;
}

/** Changes some fields of a share. Throws `entity_changed` if another user has changed the share since it was read. */
export const updateShare = ({ id, updatedAt }: ShareRow, input: Partial<UpdateShareInput>): Promise<unknown> =>
  ask(PageUpdateShareDocument, { id, input: { ...input, expectedUpdatedAt: updatedAt } });

export const deleteShare = ({ id }: ShareRow): Promise<unknown> => ask(PageDeleteShareDocument, { id });

/** The link to a share. The share opens as the topology is shown now, except for what visitors may not see. */
export const buildShareLink = (id: string, place: Place, origin = location.origin): string =>
  `${origin}/share/${id}${writePlace(placeInLink(place))}`;

/** Whether the name means the user's own machine, so that links with this name do not work for others. */
export const isOfThisMachine = (hostname: string): boolean =>
  hostname === 'localhost' || hostname.endsWith('.localhost') || /^127\.|^\[::1\]$/.test(hostname);
