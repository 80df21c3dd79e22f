// Descriptions of groups, for GraphiQL and the OpenAPI document.
import { registerTexts } from '../../../graphql/descriptions/texts';

registerTexts({
  enums: {
    EdgeStyle: {
      type: 'Line style of the edges of a group.',
      values: {
        Straight: 'A straight line.',
        Bezier: 'A Bézier curve.',
        SmoothStep: 'Horizontal and vertical segments with rounded corners.',
      },
    },
    GroupMemberType: {
      type: 'Kinds of group members.',
      values: { Services: 'Services.', Bindings: 'Bindings of services.' },
    },
    GroupType: { metadata: 'groupTypes', type: 'Structure of a group.' },
  },
  fields: {
    groupId: 'Id of the group.',
    groupType: 'Structure of the group.',
    memberType: 'Kind of the members.',
    edgeStyle: 'Line style of its edges.',
    members: 'Its members, in order.',
    memberIds: 'Ids of its members, in order. The first is the hub of a HubAndSpoke.',
    sourceId: 'Id of the group member that the edge starts from.',
    targetId: 'Id of the group member that the edge leads to.',
  },
});
