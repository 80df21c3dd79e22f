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

const hours = [
  ['168', 'a week'],
  ['24', 'a day'],
  ['720', '30 days'],
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
    notice('The invite was revoked.');
  };
  return (
    <>
      <p>The first who opens the link of an invite can register with it and join.</p>
      {newLink && <Copyable text={newLink} name="New invite" notice={notice} />}
      <NewInvite
        show={async (link) => {
          setNewLink(link);
          await invites.reload();
        }}
      />
      <List
        list={invites}
        name="Invites"
        nouns={['invite', 'invites']}
        none="There are no invites."
        search="Part of the e-mail address that it was sent to"
        columns={columns}
        actions={(invite) => (
          <Confirm
            button="Revoke"
            label={`Revoke the invite of ${whomOf(invite)}`}
            question="Revoke this invite? Its link stops working."
            act={() => revoke(invite.id)}
          />
        )}
      />
    </>
  );
}

const whomOf = ({ sendTo }: Invite): string => sendTo ?? 'anyone with the link';
const isOver = ({ expiresAt }: Invite): boolean => Date.parse(expiresAt) < Date.now();

const columns: readonly Column<Invite, InviteOrderField>[] = [
  { title: 'For', cell: (invite) => <bdi>{whomOf(invite)}</bdi> },
  { title: 'Role', order: 'permissions', cell: ({ permissions }) => permissions },
  { title: 'Networks', cell: networksOf },
  { title: 'Created', order: 'createdAt', cell: ({ createdAt }) => <Time at={createdAt} /> },
  { title: 'Created by', cell: ({ createdByUser }) => createdByUser && <bdi>{createdByUser.email}</bdi> },
  {
    title: 'Expires',
    order: 'expiresAt',
    cell: (invite) => (
      <>
        <Time at={invite.expiresAt} />
        {!invite.acceptedAt && isOver(invite) && ' (expired)'}
      </>
    ),
  },
  { title: 'Accepted', order: 'acceptedAt', cell: ({ acceptedAt }) => acceptedAt && <Time at={acceptedAt} /> },
  {
    title: 'Link',
    cell: (invite) => (invite.acceptedAt || isOver(invite) ? null : <InviteLink invite={invite} />),
  },
];

function InviteLink({ invite }: { invite: Invite }) {
  const { notice } = useHere();
  return <Copyable text={invite.url} name={`Invite of ${whomOf(invite)}`} notice={notice} />;
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
    notice('The invite was created.');
  };
  return (
    <Opened title="New invite">
      {(close) => (
        <Form button="Create invite" send={(values) => create(values).then(close)}>
          <RoleAndNetworks roles={rolesUpTo(viewer.permissions)} role="Viewer" networks={networks} />
          <Field
            name="sendTo"
            label="E-mail address"
            type="email"
            maxLength={255}
            hint="Of somebody without an account. Where the service sends mail, the link is sent there."
          />
          <Choice name="expirationHours" label="Expires after" options={hours} />
        </Form>
      )}
    </Opened>
  );
}
