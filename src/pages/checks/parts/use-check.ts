// Reads a check with its verdicts.
import { ChecksPageCheckDocument, type ChecksPageCheckQuery } from '../../../generated/checks-page-operations';
import { ask, useAsked } from '../../kit/asking';
import { useHere } from './here';

export type StoredCheck = NonNullable<ChecksPageCheckQuery['check']>;

export function useCheck(id: string) {
  const { network } = useHere();
  return useAsked(() => ask(ChecksPageCheckDocument, { id, networkId: network.id }), `${id} ${network.id}`);
}
