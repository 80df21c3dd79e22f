// Publishes all Prisma enums and the error codes as GraphQL enums. Their values have the same spelling in PostgreSQL,
// GraphQL and REST.
import type { EnumRef } from '@pothos/core';
import * as prismaEnums from '../generated/prisma/enums';
import { errorCodes, describeErrorCode } from '../errors';
import { builder } from './builder';

type Enums = typeof prismaEnums;
export type EnumName = keyof Enums;
type ValueOf<N extends EnumName> = Enums[N][keyof Enums[N]];

const refs = new Map(
  Object.entries<Readonly<Record<string, string>>>(prismaEnums).map(([name, values]) => [
    name,
    builder.enumType(name, { values: Object.values(values) }),
  ]),
);

/** The GraphQL enum of the Prisma enum with this name. */
export const enumRef = <N extends EnumName>(name: N) => refs.get(name) as EnumRef<never, ValueOf<N>, ValueOf<N>>;

builder.enumType('ErrorCode', {
  description: 'Error codes in `errors[].extensions.code`, the same as `code` in REST.',
  values: Object.fromEntries(errorCodes.map((code) => [code, { description: describeErrorCode(code) }])),
});
