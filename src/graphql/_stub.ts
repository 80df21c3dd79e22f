// Stand-ins for the entities that are not written yet; goes when all are.
import { getRefFromModel } from '@pothos/plugin-prisma';
import { columnsOf, modelNames } from '../db/model-fields';
import { builder } from './builder';
import { baseFields } from './common-fields';
import { defineList, isListDefined } from './list';
for (const m of modelNames as never[]) {
  if (builder.configStore.hasConfig(getRefFromModel(m, builder)) || !columnsOf(m).has('updatedAt')) continue;
  builder.prismaObject(m, { fields: (t: object) => baseFields(t) as never });
  if (!isListDefined(m)) defineList(m, { filter: { columns: ['id'] }, order: ['createdAt'] });
}
