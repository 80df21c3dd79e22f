// Locations of machines among the results of a search. A location is what the page groups machines by: the site in
// `sysLocation`.
import { siteIn, siteKey } from '../../../modules/topology/graph/folding/site';

export interface FoundLocation {
  readonly name: string;
  /** The values of `sysLocation` with this site that contain the searched text. */
  readonly values: readonly string[];
  /** Number of devices that report one of these values. */
  readonly deviceCount: number;
}

/** Maximum number of locations in a list of results. */
const mostLocations = 10;

/** Locations by values of `sysLocation` with their numbers of devices. Locations with most devices come first. */
export function groupLocations(
  counts: readonly { readonly value: string | null; readonly count: number }[],
): readonly FoundLocation[] {
  const locations = new Map<string, FoundLocation>();
  for (const { value, count } of counts) {
    const name = siteIn(value);
    if (value === null || name === '') continue;
    const locationSoFar = locations.get(siteKey(name)) ?? { name, values: [], deviceCount: 0 };
    const values = [...locationSoFar.values, value];
    locations.set(siteKey(name), { ...locationSoFar, values, deviceCount: locationSoFar.deviceCount + count });
  }
  return [...locations.values()].sort((a, b) => b.deviceCount - a.deviceCount).slice(0, mostLocations);
}

/**
 * Adds locations to the other matches of a text: behind a node of exactly this name, and before other matches if the
 * location begins with the text.
 */
export function withLocations<Match extends { readonly name: string }>(
  matches: readonly Match[],
  locations: readonly Match[],
  text: string,
): Match[] {
  const searchText = text.trim().toLowerCase();
  const isBeginning = ({ name }: Match) => name.toLowerCase().startsWith(searchText);
  const isNamed = ({ name }: Match) => name.toLowerCase() === searchText;
  return [
    ...matches.filter(isNamed),
    ...locations.filter(isBeginning),
    ...matches.filter((match) => !isNamed(match)),
    ...locations.filter((location) => !isBeginning(location)),
  ];
}
