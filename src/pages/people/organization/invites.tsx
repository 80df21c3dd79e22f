// Invites to the organization: creates an invite for a role and networks, copies its link, and revokes it.
import { useState } from 'preact/hooks';
import {
  PeopleCreateInviteDocument,
  PeopleInvitesDocument,
  PeopleRevokeInviteDocument,
  type InviteOrderField,
  type PeopleInvitesQuery,
} from '../../../generated/people-operations';
import { Copyable } from '../../kit/command';
import { ask } from '../../kit/asking';
import { List, type Column } from '../../kit/list/list';
import { useList, type ListQuestion } from '../../kit/list/use-list';
import { Confirm } from '../../kit/sections/confirm';
import { Choice, Field, Form, readText, readTexts } from '../../kit/sections/form';
import { useHere } from '../parts/frame';
import { RoleAndNetworks } from '../parts/role-and-networks';
import { networksOf, rolesUpTo, type Role } from '../parts/roles';
import { Opened, Time } from '../../kit/sections/rows';
import { texts } from './texts';

const hours = [
  ['168', texts.invites.week],
  ['24', texts.invites.day],
  ['720', texts.invites.month],
] as const;

type Invite = PeopleInvitesQuery['list']['nodes'][number];

export function Invites() {
  const { notice } = useHere();
  const invites = useList(
    ({ text, ...asked }: ListQuestion<InviteOrderField>) =>
      ask(PeopleInvitesDocument, { ...asked, filter: text === '' ? {} : { sendTo: { contains: text } } }),
    { field: 'createdAt', isDescending: true },
  );
  const [newLink, setNewLink] = useState<string | null>(null);
  const revoke = async (id: string) => {
    await ask(PeopleRevokeInviteDocument, { id });
    setNewLink(null);
    await invites.reload();
    notice(texts.invites.revoked);
  };
  return (
    <>
      <p>{texts.invites.purpose}</p>
      {newLink && <Copyable text={newLink} name={texts.invites.newInvite} notice={notice} />}
      <NewInvite
        show={async (link) => {
          setNewLink(link);
          await invites.reload();
        }}
      />
      <List
        list={invites}
        name={texts.invites.invites}
        nouns={texts.invites.nouns}
        none={texts.invites.noRows}
        search={texts.invites.search}
        columns={columns}
        actions={(invite) => (
          <Confirm
            button={texts.invites.revoke}
            label={texts.invites.revokeLabel(whomOf(invite))}
            question={texts.invites.revokeQuestion}
            act={() => revoke(invite.id)}
          />
        )}
      />
    </>
  );
}

const whomOf = ({ sendTo }: Invite): string => sendTo ?? texts.invites.anyone;
const isOver = ({ expiresAt }: Invite): boolean => Date.parse(expiresAt) < Date.now();

const columns: readonly Column<Invite, InviteOrderField>[] = [
  { title: texts.invites.sentTo, cell: (invite) => <bdi>{whomOf(invite)}</bdi> },
  { title: texts.common.role, order: 'permissions', cell: ({ permissions }) => permissions },
  { title: texts.common.networks, cell: networksOf },
  { title: texts.invites.created, order: 'createdAt', cell: ({ createdAt }) => <Time at={createdAt} /> },
  { title: texts.common.createdBy, cell: ({ createdByUser }) => createdByUser && <bdi>{createdByUser.email}</bdi> },
  {
    title: texts.common.expires,
    order: 'expiresAt',
    cell: (invite) => (
      <>
        <Time at={invite.expiresAt} />
        {!invite.acceptedAt && isOver(invite) && texts.invites.expired}
      </>
    ),
  },
  {
    title: texts.invites.accepted,
    order: 'acceptedAt',
    cell: ({ acceptedAt }) => acceptedAt && <Time at={acceptedAt} />,
  },
  {
    title: texts.common.link,
    cell: (invite) => (invite.acceptedAt || isOver(invite) ? null : <InviteLink invite={invite} />),
  },
];

function InviteLink({ invite }: { invite: Invite }) {
  const { notice } = useHere();
  return <Copyable text={invite.url} name={texts.invites.linkLabel(whomOf(invite))} notice={notice} />;
}

function NewInvite({ show }: { show: (link: string) => Promise<void> }) {
  const { viewer, networks, notice } = useHere();
  const create = async (values: FormData) => {
    const sendTo = readText(values, 'sendTo').trim();
    const input = {
      permissions: readText(values, 'permissions') as Role,
      networkIds: readTexts(values, 'networkIds'),
      expirationHours: Number(readText(values, 'expirationHours')),
      ...(sendTo && { sendTo }),
    };
    await show((await ask(PeopleCreateInviteDocument, { input })).made.url);
    notice(texts.invites.createdNotice);
  };
  return (
    <Opened title={texts.invites.newInvite}>
      {(close) => (
        <Form button={texts.invites.createInvite} send={(values) => create(values).then(close)}>
          <RoleAndNetworks roles={rolesUpTo(viewer.permissions)} role="Viewer" networks={networks} />
          <Field
            name="sendTo"
            label={texts.invites.email}
            type="email"
            maxLength={255}
            hint={texts.invites.emailHint}
          />
          <Choice name="expirationHours" label={texts.common.expiresAfter} options={hours} />
        </Form>
      )}
    </Opened>
  );
}
