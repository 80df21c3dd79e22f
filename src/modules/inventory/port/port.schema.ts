// GraphQL type, queries and mutations of TCP and UDP ports of hosts.
import { builder } from '../../../graphql/builder';
import { entity } from '../../../graphql/entity/entity';
import { choice, id, integer } from '../../../graphql/entity/sheet-fields';
import { holds } from '../../../graphql/plugin/bounds';
import { relatedList } from '../../../graphql/lists/list';
import { requireInNetwork } from '../../../data/tenancy/references';
import { touchHosts, touchOwnersOfParts } from '../shared/host-locks.sql';
import { updateVisible } from '../../../data/tenancy/rows';
import { assertRoomOnHost } from '../shared/host-children';
import { parts } from '../shared/part-matching';
import { noCertificate, noSshHostKeys } from '../shared/certificate-columns';
import { certificateSelection, portCertificate } from '../shared/port-certificate';
import { hostKeysOfColumn, mostSshHostKeys, sshHostKey } from '../shared/port-host-keys';
import { portTypeName } from './port-names';

const idOnly = { select: { id: true } };

entity('Port', {
  mixins: ['history', 'seen'],
  fields: {
    hostId: id('Id of its host.'),
    networkId: id('Id of the network of the host.'),
    number: integer(1, 65_535, 'Port number, unique with its protocol on the host.'),
    protocol: choice('TransportProtocol'),
  },
  list: { name: 'ports', description: 'Transport ports, oldest first by default.' },
  getter: { name: 'port' },
  filter: {
    certificateNotAfter: true,
    certificateFingerprint: true,
    network: true,
    host: true,
    bindings: true,
  },
  order: ['number', 'protocol', 'hostId'],
  update: 'A port with bindings cannot move to another host.',
  deletes: {
    effect: 'Its bindings are deleted too.',
    before: (tx, viewer, ids) => touchOwnersOfParts(tx, viewer, 'Port', ids),
  },
  write: {
    async create({ db, input: { hostId, networkId }, columns }) {
      await requireInNetwork(db, 'Host', hostId, networkId);
      return db.$transaction(async (tx) => {
        await touchHosts(tx, [hostId]);
        await assertRoomOnHost(tx, parts.ports, hostId);
        return (await tx.port.create({ data: columns, ...idOnly })).id;
      });
    },
    async update({ db, storedRow, input, columns, expectedUpdatedAt }) {
      const hostId = input.hostId ?? storedRow.hostId;
      await requireInNetwork(db, 'Host', hostId, input.networkId ?? storedRow.networkId);
      await db.$transaction(async (tx) => {
        await touchHosts(tx, [storedRow.hostId, hostId]);
        if (hostId !== storedRow.hostId) await assertRoomOnHost(tx, parts.ports, hostId);
        // With a new port number, the stored certificate and SSH host keys are deleted, because they were read at the
        // former number.
        const isOther = input.number != null && input.number !== storedRow.number;
        const changedColumns = isOther ? { ...columns, ...noCertificate, ...noSshHostKeys } : columns;
        await updateVisible(tx, 'Port', storedRow.id, changedColumns, { query: idOnly, expectedUpdatedAt });
      });
    },
  },
});

builder.prismaObjectFields('Port', (t) => ({
  host: t.relation('host', { nullable: true }),
  type: t.string({
    description: 'Well-known name, such as `HTTPS`, or `Custom`.',
    select: { number: true, protocol: true },
    resolve: ({ number, protocol }) => portTypeName(number, protocol),
  }),
  certificate: t.field({
    type: portCertificate,
    nullable: true,
    description: 'TLS certificate that discovery read last; null if the port has none, or it was not read.',
    select: certificateSelection,
    resolve: (row) => (row.certificateFingerprint === null ? null : row),
  }),
  sshHostKeys: t.field({
    // The cost estimate of a query counts one SSH host key per port, because discovery usually reads only one.
    ...holds(mostSshHostKeys, 1),
    type: [sshHostKey],
    description: 'Public host keys of SSH that discovery read last; empty if the port has none, or they were not read.',
    select: { sshHostKeys: true },
    resolve: ({ sshHostKeys }) => hostKeysOfColumn(sshHostKeys),
  }),
  bindings: t.relation('bindings', { query: { orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] } }),
  bindingsConnection: relatedList(t, 'bindings', 'Port', { description: 'Its bindings, page by page.' }),
}));
