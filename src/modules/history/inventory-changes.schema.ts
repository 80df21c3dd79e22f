// The subscription to a network's changes: each changed row with its old and new values and the actor.
import { builder } from '../../graphql/builder';
import { list } from '../../graphql/plugin/bounds';
import { asksForRows } from '../../graphql/row-field';
import { changeRef } from './inventory-diff.schema';
import { comparedModels, inventoryKindEnum } from './inventory-kinds';
import { mostAtOnce } from './live/change-feed';
import { readPlace } from './live/change-place';
import { openChanges, type ChangesEvent } from './live/change-reader';
import { justBeforeTime } from './period';

const maximumTags = 100;

const changesRef = builder.objectRef<ChangesEvent>('InventoryChanges').implement({
  description: 'An event of the changes of a network.',
  fields: (t) => ({
    hasGap: t.exposeBoolean('hasGap', {
      description:
        'Whether changes before this event may be missing: read the inventory anew, then go on with the events that follow.',
    }),
    cursor: t.exposeString('cursor', {
      description: 'Cursor for `since`: all changes up to this event were received.',
    }),
    changes: t.field({
      type: [changeRef],
      description: `At most ${mostAtOnce} changes in the order of their time, each made by one transaction; none if only the cursor is new.`,
      complexity: { field: 1, multiplier: mostAtOnce },
      resolve: ({ changes }) =>
        changes.map(({ place: { at }, ...change }) => ({ ...change, from: justBeforeTime(at), changedAt: at })),
    }),
  }),
});

builder.subscriptionField('inventoryChanges', (t) =>
  t.field({
    type: changesRef,
    description:
      'Sends a cursor, or with `since` the changes after it, then each change of a network once it is final. `hasGap` marks a reader that was too far behind. Ends with an error when the credential or the access to the network ends.',
    args: {
      networkId: t.arg({ type: 'UUID', required: true }),
      kinds: t.arg({ type: [inventoryKindEnum], ...list(20), description: 'Only these values.' }),
      tagIds: t.arg({
        type: ['UUID'],
        ...list(maximumTags),
        description:
          'Only rows that have, or had before the change, one of these tags themselves or by their host; and these tags.',
      }),
      hostId: t.arg({ type: 'UUID', description: 'Only this host and rows that belong to it.' }),
      since: t.arg.string({
        description:
          'Cursor of the last event received: what has changed since comes first, if that can be determined.',
      }),
    },
    subscribe: (_root, { networkId, kinds, tagIds, hostId, since }, context, info) => {
      if (since != null) readPlace(since, 'since');
      return openChanges(context, {
        ...{ networkId, tagIds, hostId, since },
        models: comparedModels(kinds),
        asksForRows: asksForRows(info),
      });
    },
    resolve: ({ event, refusal }) => {
      if (refusal) throw refusal;
      return event!;
    },
  }),
);
