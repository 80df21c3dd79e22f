// Users of the organization: lists them, changes their roles and networks, and removes them.
import {
  PeopleDeleteUserDocument,
  PeopleSetAccessDocument,
  PeopleUsersDocument,
  type PeopleUsersQuery,
  type UserOrderField,
} from '../../../generated/people-operations';
import { ask } from '../../kit/asking';
import { List, type Column } from '../../kit/list/list';
import { useList, type ListQuestion } from '../../kit/list/use-list';
import { Confirm } from '../../kit/sections/confirm';
import { Form, readText, readTexts } from '../../kit/sections/form';
import { useHere } from '../parts/frame';
import { networksOf, reachesAll, rank, rolesUpTo, type Role } from '../parts/roles';
import { RoleAndNetworks } from '../parts/role-and-networks';
import { Time } from '../../kit/sections/rows';

type User = PeopleUsersQuery['list']['nodes'][number];

export function People() {
  const { viewer } = useHere();
  const users = useList(
    ({ text, ...asked }: ListQuestion<UserOrderField>) =>
      ask(PeopleUsersDocument, { ...asked, filter: text === '' ? {} : { email: { contains: text } } }),
    { field: 'email', isDescending: false },
  );
  return (
    <List
      list={users}
      name="People"
      nouns={['person', 'people']}
      none="There are no people."
      search="Part of an e-mail address"
      columns={columns}
      actions={(user) =>
        rank(user.permissions) <= rank(viewer.permissions) && <Removal user={user} reread={users.reload} />
      }
      forms={[
        {
          button: 'Role and networks',
          isFor: ({ id, permissions }) =>
            id !== viewer.userId && (viewer.permissions === 'Owner' || rank(permissions) < rank(viewer.permissions)),
          content: (user, close) => <Access user={user} reread={users.reload} close={close} />,
        },
      ]}
    />
  );
}

const columns: readonly Column<User, UserOrderField>[] = [
  { title: 'Person', order: 'email', cell: (user) => <Name user={user} /> },
  { title: 'Role', order: 'permissions', cell: ({ permissions }) => permissions },
  { title: 'Networks', cell: networksOf },
  { title: 'Second factor', cell: ({ hasSecondFactor }) => (hasSecondFactor ? 'yes' : 'no') },
  { title: 'Provider', cell: ({ oidcProvider }) => oidcProvider },
  { title: 'Joined', order: 'createdAt', cell: ({ createdAt }) => <Time at={createdAt} /> },
];

function Name({ user: { id, email } }: { user: User }) {
  const { viewer } = useHere();
  return (
    <>
      <bdi>{email}</bdi>
      {id === viewer.userId && ' (you)'}
    </>
  );
}

interface PersonProps {
  readonly user: User;
  /** Reads the list of users again. */
  readonly reread: () => Promise<unknown>;
}

function Removal({ user: { id, email }, reread }: PersonProps) {
  const { viewer, notice, reload } = useHere();
  const remove = async () => {
    await ask(PeopleDeleteUserDocument, { id });
    await (id === viewer.userId ? reload() : reread());
    notice(`${email} is removed.`);
  };
  return (
    <Confirm
      button="Remove"
      label={`Remove ${email}`}
      question={`Remove ${email}, with their keys, sessions and shares? This cannot be undone.`}
      act={remove}
    />
  );
}

function Access({ user, reread, close }: PersonProps & { readonly close: () => void }) {
  const { viewer, networks, notice } = useHere();
  /** The roles that the viewer may assign: an Owner every role, an Admin only roles lower than Admin. */
  const roles = rolesUpTo(viewer.permissions === 'Owner' ? 'Owner' : 'Member');
  const save = async (values: FormData) => {
    const permissions = readText(values, 'permissions') as Role;
    // The form does not show networks out of the viewer's reach. The edited user keeps access to these networks.
    const hidden = user.networks.filter(({ id }) => !networks.some((one) => one.id === id)).map(({ id }) => id);
    const networkIds = [...readTexts(values, 'networkIds'), ...hidden];
    const input = {
      permissions,
      ...(!reachesAll(permissions) && { networkIds }),
      expectedUpdatedAt: user.updatedAt,
    };
    await ask(PeopleSetAccessDocument, { id: user.id, input });
    await reread();
    notice(`Saved: ${user.email}.`);
  };
  return (
    <Form button="Save" label={`Role and networks of ${user.email}`} send={(values) => save(values).then(close)}>
      <RoleAndNetworks
        roles={roles}
        role={user.permissions}
        networks={networks}
        networkIds={user.networks.map(({ id }) => id)}
      />
    </Form>
  );
}
