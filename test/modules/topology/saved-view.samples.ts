// Sample rows of saved views.
import { randomUUID } from 'node:crypto';
import { nextName } from '../../support/sample-values';
import type { Samples } from '../../support/samples';

export const samples: Samples = {
  rows: async ({ add, addOwn, networkId, organizationId, personId, topologyId, hostId, tagIds }) => {
    const viewColumns = { networkId, organizationId, topologyId, createdByUserId: personId, routes: [] };
    await addOwn('SavedView', {
      ...{ ...viewColumns, visibility: 'Own', view: 'L3Logical', positions: [], state: { vlanId: randomUUID() } },
    });
    await add('SavedView', {
      ...{
        ...viewColumns,
        visibility: 'Organization',
        view: 'L2Physical',
        positions: [{ elementId: hostId, x: 1, y: 2 }],
      },
      state: { tagId: tagIds[0] },
    });
  },
  cases: {
    create_saved_view: (side) => ({
      name: nextName(side, 'view'),
      topology_id: side.id('Topology'),
      visibility: 'Organization',
      view: 'L2Physical',
      state: {
        detail: { limit: 80, groupBy: 'Location' },
        edgeTypes: ['PhysicalLink'],
        camera: { x: 1, y: 2, zoom: 0.5 },
      },
      positions: [{ elementId: side.id('Host'), x: 1.5, y: -2 }],
      routes: [{ lineId: 'a line', points: [0, 1.5, 10, 1.5] }],
    }),
  },
  operations: {
    list_saved_views: 'pictures of a topology that people keep',
    create_saved_view: 'one of them',
    get_saved_view_by_id: 'one of them',
    update_saved_view: 'one of them',
    delete_saved_view: 'one of them',
    bulk_delete_saved_views: 'several of them',
    export_saved_views_csv: 'spreadsheets read them',
  },
};
