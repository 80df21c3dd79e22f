// Form fields for a role, and for the networks of roles that do not include access to all networks.
import { useState } from 'preact/hooks';
import { Checks } from '../../kit/sections/checks';
import { Choice } from '../../kit/sections/form';
import { reachesAll, type Role, type rolesUpTo } from './roles';
import { texts } from './texts';

interface RoleAndNetworksProps {
  readonly roles: ReturnType<typeof rolesUpTo>;
  readonly role: Role;
  readonly networks: readonly { readonly id: string; readonly name: string }[];
  readonly networkIds?: readonly string[];
}

export function RoleAndNetworks({ roles, role, networks, networkIds = [] }: RoleAndNetworksProps) {
  const [selectedRole, setWanted] = useState<Role>(role);
  return (
    <>
      <Choice
        name="permissions"
        label={texts.common.role}
        options={roles}
        value={selectedRole}
        onChange={(value) => setWanted(value as Role)}
      />
      {reachesAll(selectedRole) ? (
        <p class="quiet">{texts.roleAndNetworks.reachesAll}</p>
      ) : (
        <Checks
          name="networkIds"
          label={texts.common.networks}
          options={networks}
          selectedIds={networkIds}
          hint={texts.roleAndNetworks.noNetworkHint}
        />
      )}
    </>
  );
}
