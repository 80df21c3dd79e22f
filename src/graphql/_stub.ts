import { builder } from './builder';
import { baseFields } from './common-fields';
import { defineList, relatedList } from './list';
for (const m of ['Network','Organization','Subnet','Interface'] as const) builder.prismaObject(m, { fields: (t) => ({ ...baseFields(t), ...(m==='Network' ? {vlans: relatedList(t,'vlans','Network')}: {}) }) as never });
for (const m of ['Network','Subnet','Interface'] as const) defineList(m, { filter: {columns: ['id']}, order: ['createdAt'] });
