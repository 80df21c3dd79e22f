// Finds locations of machines by a part of their text, and shows the machines of a location.
import { PageHostsOfLocationDocument, PageLocationsDocument } from '../../../../generated/page-operations';
import { ask } from '../../../kit/ask-as-of';
import { groupLocations, type FoundLocation } from '../../graph/locations';
import type { Page } from '../../page/page';
import { currentTopology } from '../../state/store';

/** Maximum number of values of `sysLocation` in a request. */
const mostValues = 100;

export async function findLocations(page: Page, text: string): Promise<readonly FoundLocation[]> {
  const { networkId } = currentTopology(page.store.state)!;
  const { hosts } = await ask(PageLocationsDocument, { networkId, text }, { at: page.scene().at });
  return groupLocations(hosts.groupCounts ?? []);
}

export async function showLocation(page: Page, { name, values }: FoundLocation): Promise<void> {
  const { networkId } = currentTopology(page.store.state)!;
  const variables = { networkId, locations: values.slice(0, mostValues) };
  const { hosts } = await ask(PageHostsOfLocationDocument, variables, { at: page.scene().at });
  page.showLocation(
    name,
    hosts.nodes.map(({ id }) => id),
  );
}
