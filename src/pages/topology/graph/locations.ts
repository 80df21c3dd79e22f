// Finds locations of machines among the results of a search. A location is the first part of SNMP's `sysLocation`,
// often a building: `Main Hall` for `Main Hall, floor 2`.
import { siteIn, siteKey } from '../../../modules/topology/graph/folding/site';

export interface FoundLocation {
  readonly name: string;
  /** The full `sysLocation` texts that belong to this location and match the search. */
  readonly values: readonly string[];
  readonly deviceCount: number;
}

/** Maximum number of locations in a list of results. */
const mostLocations = 10;

/**
 * Groups values of `sysLocation`, each with its number of devices, by location. Locations with most devices come first.
 */
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

/** Merges locations into the results of a search. Exact matches come first, then locations that begin with the text. */
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
