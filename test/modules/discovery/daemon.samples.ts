// Sample rows of daemons.
import { nextName } from '../../support/sample-values';
import type { Samples } from '../../support/samples';

export const samples: Samples = {
  cases: {
    register_daemon: (side) => ({
      daemon_id: side.daemonId,
      network_id: side.networkId,
      name: 'rack 4',
      mode: 'daemon_poll',
      version: '0.17.22',
      interfaced_subnet_ids: [side.id('Subnet')],
    }),
    daemon_startup: (side) => ({ id: side.daemonId, daemon_version: '0.17.22' }),
    update_capabilities: (side) => ({ id: side.daemonId, interfaced_subnet_ids: [side.id('Subnet')] }),
    provision_daemon: (side) => ({
      name: nextName(side, 'daemon'),
      network_id: side.networkId,
      url: 'https://branch.netloom.example:60073',
    }),
    update_daemon: async (side) => ({ id: await side.create('provision_daemon'), name: nextName(side, 'daemon') }),
    get_daemon_install_command: (side) => ({ id: side.daemonId, purpose: 'install' }),
    test_daemon_reachability: () => ({ url: 'https://branch.netloom.example:60073' }),
    retry_daemon_connection: async (side) => ({ id: await side.create('provision_daemon') }),
    confirm_daemon: async (side) => ({ id: await side.create('provision_daemon') }),
    delete_daemon: async (side) => ({ id: await side.create('provision_daemon') }),
    bulk_delete_daemons: async (side) => ({ ids: [await side.create('provision_daemon')] }),
    receive_work_request: (side) => ({
      id: side.daemonId,
      name: 'rack 4',
      mode: 'daemon_poll',
      version: '0.17.22',
      ready_for_work: true,
    }),
    receive_heartbeat: (side) => ({ id: side.daemonId, name: 'rack 4', mode: 'daemon_poll' }),
  },
  operations: {
    update_daemon: 'the name, maintainer, tags and URL of a daemon, by newer clients',
    get_daemon_install_command: 'the command that starts a daemon on its machine, by newer clients',
    test_daemon_reachability: 'whether the server reaches a daemon before it is provisioned, by newer clients',
    confirm_daemon: 'no daemon gets credentials that no person has let it have',
  },
};
