// Descriptions of events of networks, for GraphiQL and the OpenAPI document.
import { registerTexts } from '../../../graphql/descriptions/texts';

registerTexts({
  enums: {
    NetworkEventKind: {
      type: 'Kinds of events of a network.',
      values: {
        MachineNew: 'A host that was not known.',
        MachineSilent: 'A host that a complete run no longer reached, with the hosts that depend on it.',
        MachineBack: 'A silent host that answers again, with the hosts that depend on it.',
        MachineGone: 'A host that was deleted.',
        MachineMoved: 'A host at another port.',
        AddressMoved: 'An IP address at another host.',
        LinkNew: 'A link that was not known.',
        LinkMoved: 'A port that is linked with another one than before.',
        LinkUnconfirmed: 'A link without evidence in the last reading.',
        PortDown: 'Ports of a host that went down; both ends of a link are one event.',
        PortUp: 'Ports of a host that came up; both ends of a link are one event.',
        ServiceNew: 'New services of a known host.',
        ServiceGone: 'Services of a host that are gone.',
        CheckFailing: 'A check that fails and did not before. Not for muted checks.',
        CheckRecovered: 'A check that passes and failed before. Not for muted checks.',
        RunFinished: 'A discovery run that is complete.',
        RunFailed: 'A discovery run that failed.',
        DaemonSilent: 'A daemon that no longer calls.',
        DaemonBack: 'A silent daemon that calls again.',
      },
    },
    NetworkEventSeverity: {
      type: 'How grave an event is.',
      values: {
        Info: 'Good to know.',
        Warning: 'Something may need repair.',
        Critical: 'Something that others depend on fails.',
      },
    },
  },
});
