// The stream of topology changes. It sends the ids of networks whose topology clients must read again.
import { networkChanges } from '../../../data/tenancy/network-changes';
import { builder } from '../../../graphql/builder';
import { openStream } from '../../../graphql/streams/event-streams';

const changeRef = builder.objectRef<{ networkId: string }>('TopologyChange').implement({
  description: 'A network whose topology changed.',
  fields: (t) => ({ networkId: t.expose('networkId', { type: 'UUID' }) }),
});

builder.subscriptionField('topologyChanges', (t) =>
  t.field({
    type: changeRef,
    description:
      'Sends the ids of networks whose topology changed; changes shortly after one another are sent together. Open to sessions only; ends with the session or the access to the network.',
    args: { networkId: t.arg({ type: 'UUID', description: 'Id of a network; left out: all accessible networks.' }) },
    subscribe: (_root, { networkId }, context) =>
      openStream(context, {
        poll: context.streams.pollOf(networkChanges),
        networkId,
        arrival: (id) => ({ key: id, networkId: id }),
      }),
    resolve: ({ networkId }) => ({ networkId }),
  }),
);
