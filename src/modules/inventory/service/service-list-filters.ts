// Conditions of the service filter that test related rows or the definition of the software.
import type { Prisma } from '../../../generated/prisma/client';
import type { ComputedCondition } from '../../../graphql/lists/filter';
import { beginsWithText, longestSearch, searchTexts } from '../../../graphql/lists/search-filter';
import { parseSearchText } from '../../../platform/text/search-text';
import type { ServiceCategory } from '../shared/service-categories';
import { serviceDefinitions } from '../shared/service-definitions';
import { virtualizationFilters } from '../shared/virtualization-filters';
import { serviceCategoryRef } from './service-definition.schema';

/**
 * Returns the condition for services whose definition has one of the categories. A definition that is not in the
 * registry has the category Custom.
 */
function inCategories(categories: ServiceCategory[]): Prisma.ServiceWhereInput {
  const ids = serviceDefinitions.filter(({ category }) => categories.includes(category)).map(({ id }) => id);
  const categoryFilter = { serviceDefinition: { in: ids } };
  if (!categories.includes('Custom')) return categoryFilter;
  return { OR: [categoryFilter, { serviceDefinition: { notIn: serviceDefinitions.map(({ id }) => id) } }] };
}

/** Returns the filter for services that match the search text. An empty text matches all services. */
function searchServices(text: string): Prisma.ServiceWhereInput {
  const parsedText = parseSearchText(text);
  if (!parsedText) return {};
  const searchText = text.trim();
  if (parsedText.isShort) return { OR: beginsWithText(['name'], searchText) };
  return { OR: [searchTexts('Service', searchText), { host: { is: searchTexts('Host', searchText) } }] };
}

export const serviceListFilters = {
  categories: {
    type: [serviceCategoryRef],
    description: 'Its software is of one of these categories.',
    where: inCategories,
  },
  excludeCategories: {
    type: [serviceCategoryRef],
    description: 'Its software is of none of these categories.',
    where: (categories: ServiceCategory[]) => ({ NOT: inCategories(categories) }),
  },
  portNumbers: {
    type: ['Int'],
    description: 'Is bound to a port with one of these numbers.',
    where: (numbers: number[]) => ({ bindings: { some: { port: { is: { number: { in: numbers } } } } } }),
  },
  search: {
    type: 'String',
    maxLength: longestSearch,
    description: 'Its name or software, or a text of its host, contains this text, case-insensitive.',
    where: searchServices,
  },
  ...virtualizationFilters({ flag: 'includeUncontainerized', rows: 'services', verb: 'runs' }),
} satisfies Record<string, ComputedCondition>;
