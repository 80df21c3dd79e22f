// The MCP tool search, which finds rows of all kinds that match one text, best matches first.
import type { GraphQLSchema } from 'graphql';
import { z } from 'zod';
import { McpSearchDocument, type SearchKind } from '../generated/operations';
import { count, enumValues, networkId } from './inputs';
import { tool } from './tool';

export const search = (schema: GraphQLSchema) =>
  tool('search', {
    title: 'Search everything',
    description:
      'Finds anything by a name or a part of one, an address or a part of one, a CIDR, a MAC address in any notation or its end, a serial number, a port (Gi1/0/12), a VLAN number or a tag. Exact matches first; field and value say what matches. Begin here.',
    input: z.strictObject({
      text: z.string().min(1).max(200).describe('One or two characters match the beginnings of names.'),
      kinds: z
        .array(z.enum(enumValues<SearchKind>(schema, 'SearchKind')))
        .min(1)
        .optional()
        .describe('Only these kinds.'),
      networkId: networkId.optional().describe('Only rows of this network, and tags.'),
      first: count(50, 20, 'Maximum number of matches.'),
    }),
    answer: ({ text, kinds, networkId: inNetwork, first }, ask) =>
      ask(McpSearchDocument, {
        ...{ text, first },
        ...(kinds && { kinds }),
        ...(inNetwork !== undefined && { networkId: inNetwork }),
      }),
  });
