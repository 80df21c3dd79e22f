// The texts of a row that a search looks in together; the database keeps an index of their trigrams, in this order.
import { marks } from '../../generated/model-facts';

/** Columns by model, in the order of the indexes on `search_keys(network_id, ARRAY[…])`. */
export const searchedTexts = marks.searched;

/** Shorter texts have no trigram. */
export const shortestIndexed = 3;
