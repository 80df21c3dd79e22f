// Events of networks in GraphQL: the type, the list and the getter. Events are read-only.
import { builder } from '../../../graphql/builder';
import { listedEntity } from '../../../graphql/entity/listed-entity';
import { choice, integer, readOnly, time } from '../../../graphql/entity/sheet-fields';
import { enumRef } from '../../../graphql/enums';
import { holds } from '../../../graphql/plugin/bounds';
import { storedJson } from '../../../data/model/stored-json';
import type { HostRole } from '../../../generated/prisma/enums';
import { mostIds } from '../deciding/drafts';
import { eventSentence, type EventParams } from '../deciding/kinds';
import { writePosition } from './event-stream';

listedEntity('NetworkEvent', {
  mixins: [],
  fields: {
    kind: choice('NetworkEventKind'),
    severity: choice('NetworkEventSeverity'),
    happenedAt: time(),
    count: readOnly(integer(1)),
  },
  list: {
    name: 'networkEvents',
    description: 'Events of networks, the latest first by default. Kept as long as audit events.',
    defaultOrder: [
      { field: 'createdAt', direction: 'desc' },
      { field: 'id', direction: 'desc' },
    ],
  },
  getter: { name: 'networkEvent' },
  filter: {
    network: true,
    hostIds: {
      type: ['UUID'],
      description: 'Is about one of these hosts.',
      where: (ids: string[]) => ({ hostIds: { hasSome: ids } }),
    },
    tagIds: {
      type: ['UUID'],
      description: 'Is about a host that had one of these tags then.',
      where: (ids: string[]) => ({ tagIds: { hasSome: ids } }),
    },
    roles: {
      type: [enumRef('HostRole')],
      description: 'Is about a host that had one of these roles then.',
      where: (roles: HostRole[]) => ({ roles: { hasSome: roles } }),
    },
  },
  order: ['happenedAt', 'severity', 'kind'],
});

builder.prismaObjectFields('NetworkEvent', (t) => ({
  code: t.exposeString('code', { description: 'Code of its sentence, of a closed list.' }),
  message: t.string({
    description: 'What happened, as a sentence for people.',
    select: { code: true, params: true },
    resolve: ({ code, params }) => eventSentence(code, storedJson<EventParams>(params)),
  }),
  params: t.expose('params', {
    type: 'JSON',
    description: 'Values in the sentence, an object. Names are those of that time.',
  }),
  cursor: t.string({
    description: 'Cursor for `since` of `newNetworkEvents`, which then begins after this event.',
    select: { id: true, createdAt: true },
    resolve: writePosition,
  }),
  hostIds: t.expose('hostIds', {
    type: ['UUID'],
    description: 'Ids of the hosts that it is about, the first 100. They may be deleted since.',
    ...holds(mostIds, 2),
  }),
  subjectIds: t.expose('subjectIds', {
    type: ['UUID'],
    description: 'Ids of the first 100 hosts, ports, addresses, services, checks, runs or daemons that it is about.',
    ...holds(mostIds, 2),
  }),
}));
