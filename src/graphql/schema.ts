// The schema: one import per entity, in any order.
import './scalars';
import './enums';
import '../entities/vlan/vlan.schema';
import './_stub';
import { builder } from './builder';

export const schema = builder.toSchema({ sortSchema: true });
