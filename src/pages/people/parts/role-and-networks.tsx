// Fields for a role, and for the networks of roles that do not reach all.
import { useState } from 'preact/hooks';
import { Checks, Choice } from './form';
import { reachesAll, type Role, type rolesUpTo } from './roles';

interface RoleAndNetworksProps {
  readonly roles: ReturnType<typeof rolesUpTo>;
  readonly role: Role;
  readonly networks: readonly { readonly id: string; readonly name: string }[];
  readonly chosen?: readonly string[];
}

export function RoleAndNetworks({ roles, role, networks, chosen = [] }: RoleAndNetworksProps) {
  const [wanted, setWanted] = useState<Role>(role);
  return (
    <>
      <Choice
        name="permissions"
        label="Role"
        options={roles}
        value={wanted}
        onChange={(value) => setWanted(value as Role)}
      />
      {reachesAll(wanted) ? (
        <p class="quiet">Owners and Admins reach every network.</p>
      ) : (
        <Checks
          name="networkIds"
          label="Networks"
          options={networks}
          chosen={chosen}
          hint="Without any: they see no network."
        />
      )}
    </>
  );
}
