// The MCP tool what_if: what would be cut off, and what checks would say, after hypothetical changes of a network.
import { z } from 'zod';
import { McpWhatIfDocument, type McpWhatIfQueryVariables } from '../generated/operations';
import { uncapitalize } from '../platform/text/names';
import { id, networkId, view } from './inputs';
import { tool } from './tool';

const mostChanges = 50;
const mostIds = 100;
const host = { hostId: id('Id of the host.') };
const port = { interfaceId: id('Id of the port.') };
const change = <Type extends string, Shape extends z.ZodRawShape>(type: Type, shape: Shape, description: string) =>
  z.strictObject({ type: z.literal(type), ...shape }).describe(description);

const changes = z.discriminatedUnion('type', [
  change('HostFails', host, 'A host loses its power, and virtual machines on it theirs.'),
  change('HostRemoved', host, 'A host is taken away with all its rows.'),
  change('InterfaceFails', port, 'A port is down, and the port at the other end of its cable.'),
  change('InterfaceRemoved', port, 'A port is taken away with its cables.'),
  change('PortDisconnected', port, 'The cables of a port are unplugged.'),
  change('PortsConnected', { ...port, otherInterfaceId: id('Id of the other port.') }, 'A cable between free ports.'),
  change(
    'VlansSet',
    {
      ...port,
      nativeVlanId: id('Id of the untagged VLAN.').nullable(),
      taggedVlanIds: z.array(id('Id of a tagged VLAN.')).max(mostIds),
    },
    'A port, or its whole aggregate, carries these VLANs.',
  ),
  change(
    'AddressMoved',
    {
      ipAddressId: id('Id of the address.'),
      hostId: id('Id of the host that gets it.').optional(),
      subnetId: id('Id of its subnet from then on.').optional(),
      ipAddress: z.string().max(50).describe('The address that it becomes.').optional(),
    },
    'An address goes to another host, or becomes another one.',
  ),
]);

export const whatIf = tool('what_if', {
  title: 'Tell what a change would do before it is made',
  description:
    'Computes the effect of changes of a network, and writes nothing: what would be cut off (`impact`, in `view`; without a root seen from the largest part that is left), and the checks that would say something else, with their new findings. `errors` say which changes are not possible.',
  input: z.strictObject({
    networkId,
    changes: z.array(changes).min(1).max(mostChanges).describe('Changes, one after the other.'),
    root: id('Id of what others want to reach, such as the gateway.').optional(),
    view: view('L2Physical'),
  }),
  answer: async ({ changes: requestedChanges, ...otherInputs }, ask) => {
    const inputs = requestedChanges.map(({ type, ...parameters }) => ({ [uncapitalize(type)]: parameters }));
    const answer = await ask(McpWhatIfDocument, {
      ...otherInputs,
      changes: inputs as object as McpWhatIfQueryVariables['changes'],
    });
    const topology = answer.network?.topologies.nodes[0];
    if (!topology) return answer;
    const { checks, ...rest } = topology.whatIf;
    const differing = checks?.filter(({ isDifferent }) => isDifferent);
    return { network: answer.network, whatIf: { ...rest, checks: differing, checkCount: checks?.length } };
  },
});
