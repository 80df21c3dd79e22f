// Invites: create one for a role and networks, copy its link, revoke it.
import { useState } from 'preact/hooks';
import {
  PeopleCreateInviteDocument,
  PeopleInvitesDocument,
  PeopleRevokeInviteDocument,
  type PeopleInvitesQuery,
} from '../../../generated/people-operations';
import { Copyable } from '../../kit/command';
import { ask, usePaged } from '../../kit/asking';
import { Confirm } from '../../kit/sections/confirm';
import { Choice, Field, Form, readText, readTexts } from '../../kit/sections/form';
import { useHere } from '../parts/frame';
import { RoleAndNetworks } from '../parts/role-and-networks';
import { reachesAll, rolesUpTo, type Role } from '../parts/roles';
import { Facts, Opened, Rows, Time } from '../../kit/sections/rows';

const hours = [
  ['168', 'a week'],
  ['24', 'a day'],
  ['720', '30 days'],
] as const;

type Invite = PeopleInvitesQuery['list']['nodes'][number];

export function Invites() {
  const { notice } = useHere();
  const invites = usePaged((after) => ask(PeopleInvitesDocument, { after }));
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
      <Rows
        list={invites}
        name="Invites"
        none="There are no invites."
        row={(invite) => <InviteRow invite={invite} revoke={() => revoke(invite.id)} />}
      />
    </>
  );
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

function InviteRow({ invite, revoke }: { invite: Invite; revoke: () => Promise<void> }) {
  const { notice } = useHere();
  const isOver = Date.parse(invite.expiresAt) < Date.now();
  const whom = invite.sendTo ?? 'anyone with the link';
  return (
    <>
      <h3>
        <bdi>{whom}</bdi>
      </h3>
      <Facts
        facts={[
          ['Role', invite.permissions],
          [
            'Networks',
            reachesAll(invite.permissions) ? 'all' : invite.networks.map(({ name }) => name).join(', ') || 'none',
          ],
          ['Created', <Time at={invite.createdAt} />],
          ...(invite.createdByUser ? [['Created by', <bdi>{invite.createdByUser.email}</bdi>] as const] : []),
          invite.acceptedAt
            ? ['Accepted', <Time at={invite.acceptedAt} />]
            : [isOver ? 'Expired' : 'Expires', <Time at={invite.expiresAt} />],
        ]}
      />
      {!invite.acceptedAt && !isOver && <Copyable text={invite.url} name={`Invite of ${whom}`} notice={notice} />}
      <div class="buttons">
        <Confirm
          button="Revoke"
          label={`Revoke the invite of ${whom}`}
          question="Revoke this invite? Its link stops working."
          act={revoke}
        />
      </div>
    </>
  );
}
