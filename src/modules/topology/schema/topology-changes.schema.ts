// The stream of a topology's changes: which networks to read anew.
import { builder } from '../../../graphql/builder';
import { openStream } from '../../../graphql/event-streams';

const changeRef = builder.objectRef<{ networkId: string }>('TopologyChange').implement({
  description: 'Something that graphs are made of has changed in a network: read it anew.',
  fields: (t) => ({ networkId: t.expose('networkId', { type: 'UUID' }) }),
});

builder.subscriptionField('topologyChanges', (t) =>
  t.field({
    type: changeRef,
    description:
      'Tells the ids of networks whose hosts, subnets, services, links, groups, VLANs or tags have changed, several changes at a time. Open to sessions only; ends with the session, and when the named network is lost.',
    args: { networkId: t.arg({ type: 'UUID', description: 'Absent: all networks within reach.' }) },
    subscribe: (_root, { networkId }, context) =>
      openStream(context, {
        poll: context.streams.watch.inventories,
        networkId,
        arrival: (id) => ({ key: id, networkId: id }),
      }),
    resolve: ({ networkId }) => ({ networkId }),
  }),
);
