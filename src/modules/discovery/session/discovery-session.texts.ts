// Descriptions of discovery sessions, for GraphiQL and the OpenAPI document.
import { registerTexts } from '../../../graphql/descriptions/texts';

registerTexts({
  enums: {
    DiscoveryStage: {
      type: 'Stages of a job, in order, for daemons that run it in several sessions.',
      values: {
        SelfReport: 'The machine of the daemon.',
        Network: 'The machines in its subnets.',
        Docker: 'The containers of its machine.',
      },
    },
    DiscoveryPhase: {
      type: 'Phases of a discovery session, in order; Complete, Failed and Cancelled end it.',
      values: {
        Pending: 'Waiting for the daemon to take it.',
        Queued: 'Waiting for another session of the same daemon to end.',
        Starting: 'Handed to the daemon, which has not reported yet.',
        Started: 'The daemon has started the run.',
        Scanning: 'The daemon is scanning.',
        Complete: 'Ended successfully.',
        Failed: 'Ended with an error.',
        Cancelled: 'Ended by a user.',
      },
    },
  },
  fields: {
    sessionId: 'Id of the discovery session.',
    phase: 'Phase of the session.',
    reason: 'Explanation for people.',
    error: 'Error message for people.',
    hostsDiscovered: 'Number of hosts found so far.',
    startedAt: 'Time when the daemon started the run.',
    finishedAt: 'Time when the run ended.',
    daemonVersion: 'Version of the daemon that ran it.',
    lastUpdateAt: 'Time of the last report of the daemon.',
  },
});
