// Builds valid values for input types. The service checks formats and bounds before it reads a row, so ids that no row
// has suffice.
import {
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  type GraphQLInputType,
} from 'graphql';
import { formedExample } from '../tenancy/id-places';

/** An id that no row has. */
export const absentId = '6f1c2a52-5f4e-4d0a-9a6e-0d3f5f1c7b11';

/** A value of the type that meets every bound. Optional fields are left out. */
export function buildExample(type: GraphQLInputType, name: string): unknown {
  const bare = getNullableType(type);
  if (isListType(bare)) return [buildExample(bare.ofType as GraphQLInputType, name)];
  if (isInputObjectType(bare)) {
    const fields = Object.values(bare.getFields());
    const requiredFields = bare.isOneOf ? fields.slice(0, 1) : fields.filter((inner) => isNonNullType(inner.type));
    return Object.fromEntries(requiredFields.map((inner) => [inner.name, buildExample(inner.type, inner.name)]));
  }
  const formExample = formedExample(name, (bare as { name: string }).name);
  if (formExample !== undefined) return formExample;
  if (isEnumType(bare)) return bare.getValues()[0]!.name;
  const scalars: Readonly<Record<string, unknown>> = {
    UUID: absentId,
    ID: 'made by a test',
    String: 'made by a test',
    Int: 7,
    Float: 7.5,
    Boolean: true,
    DateTime: '2020-01-01T00:00:00Z',
    JSON: {},
  };
  return scalars[(bare as { name: string }).name];
}
