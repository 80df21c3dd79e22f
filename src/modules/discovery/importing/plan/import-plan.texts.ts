// Descriptions of import plans, for GraphiQL and the OpenAPI document.
import { registerTexts } from '../../../../graphql/descriptions/texts';

const count = (clause: string): string => `Number of rows that ${clause}.`;

registerTexts({
  fields: {
    'ImportPlan.fileName': 'Name of the file, kept as the reason of the source of imported rows.',
    'ImportPlan.created': count('would be created'),
    'ImportPlan.changed': count('would be changed'),
    'ImportPlan.matched': count('the network has already'),
    'ImportPlan.refused': count('are left out'),
    'ImportPlan.expiresAt': 'When it can no longer be applied.',
    'ImportPlan.appliedAt': 'When it was applied.',
  },
  enums: {
    ImportAction: {
      type: 'What applying an import plan does with a row.',
      values: {
        Create: 'The network does not have it.',
        Change: 'The network has it with other values.',
        Match: 'The network has it with these values.',
        Refuse: 'It is left out.',
      },
    },
    ImportRowKind: {
      type: 'What a row of an import plan is about.',
      values: {
        Host: 'A host with its parts.',
        Interface: 'A part of a host.',
        Subnet: 'A subnet.',
        Vlan: 'A VLAN.',
        Entry: 'An entry that was refused when it was read.',
      },
    },
  },
});
