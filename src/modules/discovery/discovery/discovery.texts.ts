// Descriptions of discoveries, for GraphiQL and the OpenAPI document.
import { registerTexts } from '../../../graphql/descriptions/texts';

registerTexts({
  enums: {
    DiscoveryType: { metadata: 'discoveryTypes', type: 'Kinds of discoveries. Users create Unified ones only.' },
    HostNamingFallback: {
      values: { BestService: 'The service that identifies the host best.', Ip: 'Its IP address.' },
    },
    IntegrationScope: {
      type: 'Where a daemon tries a credential.',
      values: {
        Network: 'At every address that it scans.',
        DaemonHost: 'On its own host.',
        Hosts: 'At the addresses of the hosts to which the credential is assigned.',
      },
    },
    RunType: {
      type: 'When a discovery runs.',
      values: {
        AdHoc: 'When a user starts it.',
        Scheduled: 'By a cron schedule.',
        Historical: 'Never: the read-only record of a finished run.',
      },
    },
  },
  types: { IntegrationTarget: 'A credential that the daemon of a discovery tries, and where.' },
  fields: {
    discoveryId: 'Id of the discovery.',
    discoveryType: 'Kind of scan and its parameters.',
    runType: 'When it runs.',
    hostNamingFallback: 'Name that a discovered host without a name gets.',
    scanSettings: 'Settings of the scan; null = defaults of the server.',
  },
  arguments: {
    discoveryId: 'Id of the discovery.',
  },
});
