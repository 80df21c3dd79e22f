// The MCP tool identity, which explains why two hosts are or are not the same machine, what identifies a host, and
// which hosts may be duplicates.
import { z } from 'zod';
import {
  McpHostIdentityDocument,
  McpSuggestionsDocument,
  McpSuggestionsOfHostDocument,
  McpWhySameDocument,
} from '../generated/operations';
import { AppError } from '../errors';
import { aboutHost } from './aliases';
import { count, id, networkId } from './inputs';
import { tool } from './tool';

export const identity = tool('identity', {
  title: 'Explain which hosts are one machine',
  description:
    'Of two hosts whether they are one machine, with the evidence for and against it; of one host what identifies it, which hosts were merged into it, and which it may be as well; without a host the pairs of a network, or of all, that nobody has answered yet.',
  input: z.strictObject({
    hostId: id('Id of a host, or one that a merged host had.').optional(),
    otherHostId: id('Id of a second host: are the two one machine? Needs hostId.').optional(),
    networkId: networkId.optional().describe('Without a host: only pairs of this network.'),
    first: count(50, 10, 'Most pairs; totalCount says how many there are.'),
  }),
  answer: async ({ hostId, otherHostId, networkId: inNetwork, first }, ask) => {
    if (hostId !== undefined && otherHostId !== undefined)
      return ask(McpWhySameDocument, { a: hostId, b: otherHostId });
    if (otherHostId !== undefined) throw new AppError('validation_required', { field: 'hostId' });
    if (hostId !== undefined)
      return aboutHost(hostId, ask, async (now) => ({
        ...(await ask(McpHostIdentityDocument, { id: now })),
        ...(await ask(McpSuggestionsOfHostDocument, { id: now, first })),
      }));
    return ask(McpSuggestionsDocument, {
      ...(inNetwork !== undefined && { networkId: inNetwork }),
      ...{ states: ['Open', 'Later'] as const, first },
    });
  },
});
