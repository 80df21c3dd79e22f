// Chooses a few kinds of rows whose inventory pages together have all types of columns, facts and form controls. Only
// these pages are checked for accessibility, because all pages are built from the same components.
import { findForm, type FormField, type FormPart } from '../../../src/pages/inventory/address/form-facts';
import { kinds, type Field, type Kind } from '../../../src/pages/inventory/address/kinds-by-list';

const scalars = ['String', 'Int', 'Float', 'BigInt', 'Boolean', 'DateTime', 'UUID', 'JSON'];

/** The name of the control in a form for this field, which follows from the field's properties. */
function controlOf({ name, type, isList, of, ofPart, isOrdered, addressIn, maxLength = 0 }: FormField): string {
  if (of !== undefined) return `reference${isList ? ' list' : ''}${isOrdered ? ' in order' : ''}`;
  if (ofPart !== undefined) return 'reference to a part';
  if (addressIn !== undefined) return 'address';
  if (name === 'serviceDefinition') return 'software';
  return `${scalars.includes(type) ? type : 'Enum'}${isList ? ' list' : ''}${maxLength > 255 ? ' of lines' : ''}`;
}
const controlsOf = ({ fields, parts }: Pick<FormPart, 'fields' | 'parts'>): string[] => [
  ...fields.flatMap((field) => [`control ${controlOf(field)}`, ...(field.isRequired ? ['required control'] : [])]),
  ...parts.flatMap((part) => ['parts', ...controlsOf(part)]),
];

/**
 * Names of the elements that the pages of a kind contain, such as a column of dates in the list, a history on the page
 * of a row, or a checkbox in the form. Kinds with the same elements need not all be tested.
 */
function structuresOf(kind: Kind): string[] {
  const form = findForm(kind.list);
  const shapes = (place: string, fields: readonly Field[]) => fields.map(({ shape }) => `${place} ${shape}`);
  return [
    ...shapes(
      'column',
      kind.fields.filter(({ name }) => kind.columns.includes(name)),
    ),
    ...shapes('fact', kind.fields),
    ...(kind.download ? ['download'] : []),
    ...(kind.historyKind === null ? [] : ['history']),
    ...(kind.mapView ? ['map'] : []),
    ...(form?.isTaggable ? ['tagging'] : []),
    ...(form?.update ? ['update'] : []),
    ...(form?.removeMany ? ['selection'] : []),
    ...(form?.create ? controlsOf(form) : []),
  ];
}

/**
 * A few kinds whose pages together contain every element that `structuresOf` knows. Each step chooses the kind with the
 * most elements that no chosen kind has.
 */
export function kindsOfAllStructures(): Kind[] {
  const chosenKinds: Kind[] = [];
  const missing = new Set(kinds.flatMap(structuresOf));
  const added = (kind: Kind) => new Set(structuresOf(kind).filter((structure) => missing.has(structure))).size;
  while (missing.size > 0) {
    const next = kinds.reduce((best, kind) => (added(kind) > added(best) ? kind : best));
    chosenKinds.push(next);
    for (const structure of structuresOf(next)) missing.delete(structure);
  }
  return chosenKinds;
}
