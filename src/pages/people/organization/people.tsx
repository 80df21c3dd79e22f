// Users of the organization: their roles and networks, and removing them.
import {
  PeopleDeleteUserDocument,
  PeopleSetAccessDocument,
  PeopleUsersDocument,
  type PeopleUsersQuery,
} from '../../../generated/people-operations';
import { ask, usePaged } from '../../kit/asking';
import { Confirm } from '../../kit/sections/confirm';
import { Form, readText, readTexts } from '../../kit/sections/form';
import { useHere } from '../parts/frame';
import { reachesAll, rank, rolesUpTo, type Role } from '../parts/roles';
import { RoleAndNetworks } from '../parts/role-and-networks';
import { Facts, Opened, Rows, Time } from '../../kit/sections/rows';

type User = PeopleUsersQuery['list']['nodes'][number];

export function People() {
  const users = usePaged((after) => ask(PeopleUsersDocument, { after }));
  return (
    <Rows
      list={users}
      name="People"
      none="There are no people."
      row={(user) => <Person user={user} reread={users.reload} />}
    />
  );
}

interface PersonProps {
  readonly user: User;
  /** Reloads the list. */
  readonly reread: () => Promise<unknown>;
}

function Person({ user, reread }: PersonProps) {
  const { viewer, notice, reload } = useHere();
  const isSelf = user.id === viewer.userId;
  const mayChange = viewer.permissions === 'Owner' || rank(user.permissions) < rank(viewer.permissions);
  const mayDelete = rank(user.permissions) <= rank(viewer.permissions);
  const remove = async () => {
    await ask(PeopleDeleteUserDocument, { id: user.id });
    await (isSelf ? reload() : reread());
    notice(`${user.email} is removed.`);
  };
  return (
    <>
      <h3>
        <bdi>{user.email}</bdi>
        {isSelf && ' (you)'}
      </h3>
      <Facts
        facts={[
          ['Role', user.permissions],
          [
            'Networks',
            reachesAll(user.permissions) ? 'all' : user.networks.map(({ name }) => name).join(', ') || 'none',
          ],
          ['Second factor', user.hasSecondFactor ? 'yes' : 'no'],
          ...(user.oidcProvider ? [['Provider', user.oidcProvider] as const] : []),
          ['Joined', <Time at={user.createdAt} />],
        ]}
      />
      {mayChange && !isSelf && <Access user={user} reread={reread} />}
      {mayDelete && (
        <div class="buttons">
          <Confirm
            button="Remove"
            label={`Remove ${user.email}`}
            question={`Remove ${user.email}, with their keys, sessions and shares? This cannot be undone.`}
            act={remove}
          />
        </div>
      )}
    </>
  );
}

function Access({ user, reread }: PersonProps) {
  const { viewer, networks, notice } = useHere();
  /** An Owner can assign every role, an Admin only lower ones than its own. */
  const roles = rolesUpTo(viewer.permissions === 'Owner' ? 'Owner' : 'Member');
  const save = async (values: FormData) => {
    const permissions = readText(values, 'permissions') as Role;
    // Networks out of the viewer's reach are not on the page. The user keeps access to them.
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
    <Opened title="Role and networks">
      {(close) => (
        <Form button="Save" label={`Role and networks of ${user.email}`} send={(values) => save(values).then(close)}>
          <RoleAndNetworks
            roles={roles}
            role={user.permissions}
            networks={networks}
            networkIds={user.networks.map(({ id }) => id)}
          />
        </Form>
      )}
    </Opened>
  );
}
