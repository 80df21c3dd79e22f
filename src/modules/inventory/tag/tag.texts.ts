// Descriptions of tags, for GraphiQL and the OpenAPI document.
import { registerTexts } from '../../../graphql/descriptions/texts';

registerTexts({
  enums: {
    Color: { type: 'Colour names.' },
    TaggableEntityType: { metadata: 'entities', type: 'Kinds of entities that can carry tags.' },
  },
  fields: {
    tagId: 'Id of the tag.',
    tags: 'Its tags.',
    tagIds: 'Ids of its tags.',
    color: 'Colour in clients.',
    isApplication: 'Marks an application: the Application view draws its services in one box.',
  },
});
