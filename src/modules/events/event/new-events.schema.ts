// The subscription to the events of a network, in the order in which they are stored.
import { getRefFromModel, queryFromInfo } from '@pothos/plugin-prisma';
import { builder } from '../../../graphql/builder';
import { filterRef, filterToWhere } from '../../../graphql/lists/filter';
import { holds } from '../../../graphql/plugin/bounds';
import { mostPerMessage, openEventStream, readPosition, type EventsMessage } from './event-stream';

const messageRef = builder.objectRef<EventsMessage>('NewNetworkEvents').implement({
  description: 'New events of a network.',
  fields: (t) => ({
    hasGap: t.exposeBoolean('hasGap', {
      description: 'Whether events between `since` and this message may be missing, because they are no longer kept.',
    }),
    cursor: t.exposeString('cursor', {
      description: 'Cursor for `since`: all events up to this message were received.',
    }),
    events: t.field({
      type: [getRefFromModel('NetworkEvent', builder)],
      description: `At most ${mostPerMessage} events in the order in which they were stored; none in the first message if there are none.`,
      ...holds(mostPerMessage, 2),
      resolve: async ({ eventIds }, _args, context, info) => {
        if (eventIds.length === 0) return [];
        const query = queryFromInfo({ context, info });
        const order = [{ createdAt: 'asc' as const }, { id: 'asc' as const }];
        return context.db.networkEvent.findMany({ ...query, where: { id: { in: [...eventIds] } }, orderBy: order });
      },
    }),
  }),
});

builder.subscriptionField('newNetworkEvents', (t) =>
  t.field({
    type: messageRef,
    description:
      'Sends a cursor, or with `since` the events after it, then each new event of a network. Ends with an error when the credential or the access to the network ends.',
    args: {
      networkId: t.arg({ type: 'UUID', required: true }),
      filter: t.arg({ type: filterRef('NetworkEvent') }),
      since: t.arg.string({ description: 'Cursor of the last message received.' }),
    },
    subscribe: (_root, { networkId, filter, since }, context) => {
      if (since != null) readPosition(since);
      return openEventStream(context, { networkId, filter: filterToWhere('NetworkEvent', filter), since });
    },
    resolve: ({ message, refusal }) => {
      if (refusal) throw refusal;
      return message!;
    },
  }),
);
