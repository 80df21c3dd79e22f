// The text part of searches: a text inside any of the columns that the database keeps a search index of.
import { searchedTexts, shortestIndexed } from '../../data/model/search-texts';
import { unicodeForms } from '../../platform/text/validation';
import { likeText } from './filter';

/** Maximum length of a search text, in characters. */
export const longestSearch = 200;

/** One or two characters are too little to look for inside of texts. */
export const isTooShort = (text: string): boolean => [...text].length < shortestIndexed;

/** A column contains the text in any case, in either of its Unicode forms. */
export const containsText = (column: string, text: string) =>
  unicodeForms(text).map((form) => ({ [column]: { contains: likeText(form), mode: 'insensitive' as const } }));

/** Contains the text in any case, in any of the model's searched columns. */
export const searchTexts = (model: 'Host' | 'Service', text: string) => ({
  OR: searchedTexts[model].flatMap((column) => containsText(column, text)),
});
