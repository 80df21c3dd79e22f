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
import { texts } from './texts';

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
      name={texts.people.people}
      nouns={texts.people.nouns}
      none={texts.people.noRows}
      search={texts.people.search}
      columns={columns}
      actions={(user) =>
        rank(user.permissions) <= rank(viewer.permissions) && <Removal user={user} reread={users.reload} />
      }
      forms={[
        {
          button: texts.people.access,
          isFor: ({ id, permissions }) =>
            id !== viewer.userId && (viewer.permissions === 'Owner' || rank(permissions) < rank(viewer.permissions)),
          content: (user, close) => <Access user={user} reread={users.reload} close={close} />,
        },
      ]}
    />
  );
}

const columns: readonly Column<User, UserOrderField>[] = [
  { title: texts.people.person, order: 'email', cell: (user) => <Name user={user} /> },
  { title: texts.common.role, order: 'permissions', cell: ({ permissions }) => permissions },
  { title: texts.common.networks, cell: networksOf },
  {
    title: texts.common.secondFactor,
    cell: ({ hasSecondFactor }) => (hasSecondFactor ? texts.people.yes : texts.people.no),
  },
  { title: texts.people.provider, cell: ({ oidcProvider }) => oidcProvider },
  { title: texts.people.joined, order: 'createdAt', cell: ({ createdAt }) => <Time at={createdAt} /> },
];

function Name({ user: { id, email } }: { user: User }) {
  const { viewer } = useHere();
  return (
    <>
      <bdi>{email}</bdi>
      {id === viewer.userId && texts.people.you}
    </>
  );
}

interface PersonProps {
  readonly user: User;
  readonly reread: () => Promise<unknown>;
}

function Removal({ user: { id, email }, reread }: PersonProps) {
  const { viewer, notice, reload } = useHere();
  const remove = async () => {
    await ask(PeopleDeleteUserDocument, { id });
    await (id === viewer.userId ? reload() : reread());
    notice(texts.people.removedNotice(email));
  };
  return (
    <Confirm
      button={texts.people.remove}
      label={texts.people.removeLabel(email)}
      question={texts.people.removeQuestion(email)}
      act={remove}
    />
  );
}

function Access({ user, reread, close }: PersonProps & { readonly close: () => void }) {
  const { viewer, networks, notice } = useHere();
  /** The roles that the viewer may assign: an Owner may assign every role, an Admin only roles below Admin. */
  const roles = rolesUpTo(viewer.permissions === 'Owner' ? 'Owner' : 'Member');
  const save = async (values: FormData) => {
    const permissions = readText(values, 'permissions') as Role;
    // Networks that the viewer may not read are missing in the form. The edited user keeps access to them.
    const hiddenNetworkIds = user.networks
      .filter(({ id }) => !networks.some((one) => one.id === id))
      .map(({ id }) => id);
    const networkIds = [...readTexts(values, 'networkIds'), ...hiddenNetworkIds];
    const input = {
      permissions,
      ...(!reachesAll(permissions) && { networkIds }),
      expectedUpdatedAt: user.updatedAt,
    };
    await ask(PeopleSetAccessDocument, { id: user.id, input });
    await reread();
    notice(texts.common.savedName(user.email));
  };
  return (
    <Form
      button={texts.common.save}
      label={texts.people.accessLabel(user.email)}
      send={(values) => save(values).then(close)}
    >
      <RoleAndNetworks
        roles={roles}
        role={user.permissions}
        networks={networks}
        networkIds={user.networks.map(({ id }) => id)}
      />
    </Form>
  );
}
