// The columns of each model that a search covers, in the order in which the trigram index lists them.
import { marks } from '../../generated/model-facts';

export { shortestIndexed } from '../../platform/text/search-text';

/** Searched columns by model, in the order of the index on `search_keys(network_id, ARRAY[…])`. */
export const searchedTexts = marks.searched;
