// The people of the organization: their roles and networks, and taking one out.
import {
  PeopleDeleteUserDocument,
  PeopleSetAccessDocument,
  PeopleUsersDocument,
  type PeopleUsersQuery,
} from '../../../generated/people-operations';
import { ask, usePaged } from '../parts/asking';
import { Confirm } from '../parts/confirm';
import { Form, textOf, textsOf } from '../parts/form';
import { useHere } from '../parts/frame';
import { reachesAll, rank, rolesUpTo, type Role } from '../parts/roles';
import { RoleAndNetworks } from '../parts/role-and-networks';
import { Facts, Opened, Rows, Time } from '../parts/rows';

type User = PeopleUsersQuery['list']['nodes'][number];

// eslint-disable-next-line max-lines-per-function -- the markup of one section and its requests
export function People() {
  const { viewer, networks, notice, reload } = useHere();
  const users = usePaged((after) => ask(PeopleUsersDocument, { after }));
  const isOwner = viewer.permissions === 'Owner';
  /** An Owner changes everybody, their own role left out; an Admin those below. */
  const rolesFor = ({ id, permissions }: User): ReturnType<typeof rolesUpTo> => {
    if (id === viewer.userId) return rolesUpTo('Owner').filter(([role]) => role === permissions);
    return isOwner ? rolesUpTo('Owner') : rolesUpTo('Member');
  };
  const mayChange = ({ permissions }: User) => isOwner || rank(permissions) < rank(viewer.permissions);
  const mayDelete = ({ permissions }: User) => rank(permissions) <= rank(viewer.permissions);

  const save = async (user: User, values: FormData) => {
    const permissions = textOf(values, 'permissions') as Role;
    // Networks out of the reach of who is here are not on the page, and stay.
    const hidden = user.networks.filter(({ id }) => !networks.some((one) => one.id === id)).map(({ id }) => id);
    const networkIds = [...textsOf(values, 'networkIds'), ...hidden];
    const input = {
      permissions,
      ...(!reachesAll(permissions) && { networkIds }),
      expectedUpdatedAt: user.updatedAt,
    };
    await ask(PeopleSetAccessDocument, { id: user.id, input });
    await users.reload();
    notice(`Saved: ${user.email}.`);
  };
  const remove = async ({ id, email }: User) => {
    await ask(PeopleDeleteUserDocument, { id });
    await (id === viewer.userId ? reload() : users.reload());
    notice(`${email} is removed.`);
  };

  return (
    <Rows
      list={users}
      name="People"
      none="There is nobody."
      row={(user) => (
        <>
          <h3>
            <bdi>{user.email}</bdi>
            {user.id === viewer.userId && ' (you)'}
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
              ['Here since', <Time at={user.createdAt} />],
            ]}
          />
          {mayChange(user) && user.id !== viewer.userId && (
            <Opened title="Role and networks">
              {(close) => (
                <Form
                  button="Save"
                  label={`Role and networks of ${user.email}`}
                  send={(values) => save(user, values).then(close)}
                >
                  <RoleAndNetworks
                    roles={rolesFor(user)}
                    role={user.permissions}
                    networks={networks}
                    chosen={user.networks.map(({ id }) => id)}
                  />
                </Form>
              )}
            </Opened>
          )}
          {mayDelete(user) && (
            <div class="buttons">
              <Confirm
                button="Remove"
                label={`Remove ${user.email}`}
                question={`Remove ${user.email}, with their keys, sessions and shares? This cannot be undone.`}
                act={() => remove(user)}
              />
            </div>
          )}
        </>
      )}
    />
  );
}
