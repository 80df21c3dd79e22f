// REST routes of wireless clients, which are read-only. `wireless-association.rest.graphql` has the GraphQL documents
// that are not generated.
import { GetWirelessAssociationByIdDocument, ListWirelessAssociationsDocument } from '../../../generated/operations';
import { csvRoute, route } from '../../../rest/route';

const order = {
  ...{
    created_at: 'createdAt',
    updated_at: 'updatedAt',
    ssid: 'ssid',
    bssid: 'bssid',
    channel: 'channel',
    band: 'band',
  },
  ...{ client_mac: 'clientMac', client_address: 'clientAddress', access_point_name: 'accessPointName' },
  ...{ associated_since: 'associatedSince', host_id: 'hostId', access_point_host_id: 'accessPointHostId' },
};

export const wirelessAssociationRoutes = [
  route('get', '/wireless-associations', ListWirelessAssociationsDocument, { order }),
  csvRoute('/wireless-associations/export/csv', ListWirelessAssociationsDocument, 'ExportWirelessAssociationsCsv', {
    order,
  }),
  route('get', '/wireless-associations/:id', GetWirelessAssociationByIdDocument),
];
