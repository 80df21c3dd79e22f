// Descriptions of daemons, for GraphiQL and the OpenAPI document.
import { registerTexts } from '../../../graphql/descriptions/texts';

registerTexts({
  enums: {
    DaemonMode: {
      type: 'Direction of the connection between server and daemon.',
      values: {
        daemon_poll: 'The daemon connects to the server.',
        server_poll: 'The server connects to the daemon.',
      },
    },
    DaemonOs: {
      type: 'Operating systems for which daemons are built.',
      values: { linux: 'Linux.', macos: 'macOS.', windows: 'Windows.', freebsd: 'FreeBSD.' },
    },
    DaemonVersionState: {
      type: "A daemon's version compared with the version of the server.",
      values: {
        Current: 'The latest version, or a newer one.',
        Outdated: 'A newer version is available.',
        Deprecated: 'Still accepted; a later release of the server will refuse it.',
        Unsupported: 'Too old; the server refuses it.',
        Unknown: 'The daemon has reported no semantic version.',
      },
    },
    DaemonInstallPurpose: {
      type: 'What a command that installs a daemon is to do.',
      values: {
        install: 'Loads the agent and starts it with the API key of the daemon.',
        rekey: 'Starts an installed agent with another API key.',
        reconfigure: 'Starts an installed agent with the API key that it has stored.',
      },
    },
    WarningSeverity: {
      type: 'Severity of a warning.',
      values: {
        Info: 'For information.',
        Warning: 'Action is needed before a later release.',
        Critical: 'Action is needed now.',
      },
    },
  },
  types: {
    DaemonVersionWarning: 'A warning about the version of a daemon.',
    DaemonHeartbeatInput: 'Present state of a daemon.',
    DaemonWorkRequestInput: 'Present state of a daemon that asks for work.',
    ProvisionDaemonInput: 'A daemon that the server connects to.',
    RegisterDaemonInput: 'A daemon that connects to the server.',
  },
  fields: {
    daemonId: 'Id of the daemon that runs it.',
    'DaemonRegistration.daemon': 'The registered daemon.',
    'ProvisionDaemonResult.daemon': 'The new daemon.',
    mode: 'Direction of the connection between server and daemon.',
    interfacedSubnetIds: 'Ids of the subnets that the daemon has an interface in.',
    versionStatus: 'Its version compared with the version of the server.',
    version: 'Semantic version.',
    'DaemonVersionStatus.status': 'Result of the comparison.',
    warnings: 'Warnings; empty if there are none.',
    deprecationWarnings: 'Announced removals; empty if there are none.',
    serverVersion: 'Version of the server.',
    severity: 'Severity.',
    serverCapabilities: 'Version of the server and the versions that it accepts.',
  },
  arguments: {
    'retryDaemonConnection.id': 'Id of the daemon.',
  },
});
