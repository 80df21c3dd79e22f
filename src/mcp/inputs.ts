// Input fields that several MCP tools share: ids, networks, views and counts, with bounds and descriptions.
import type { GraphQLEnumType, GraphQLSchema } from 'graphql';
import { z } from 'zod';

export const id = (description: string) => z.guid().describe(description);
export const networkId = id('Id of the network: `search`, `find` and `describe` give it as network.id.');

/** The names of the values of a GraphQL enum. */
export const enumValues = <Value extends string>(schema: GraphQLSchema, name: string): [Value, ...Value[]] =>
  (schema.getType(name) as GraphQLEnumType).getValues().map((value) => value.name as Value) as [Value, ...Value[]];

const views = {
  L2Physical: 'devices, ports and cables',
  L3Logical: 'hosts, addresses and subnets',
  Workloads: 'hypervisors, virtual machines, containers',
  Application: 'services and how they depend on each other',
} as const;
export const view = (preset: keyof typeof views) =>
  z
    .enum(Object.keys(views) as [keyof typeof views])
    .default(preset)
    .describe(
      `How the network is drawn: ${Object.entries(views)
        .map(([name, description]) => `${name} (${description})`)
        .join(', ')}.`,
    );

export const count = (most: number, preset: number, description: string) =>
  z.int().min(1).max(most).default(preset).describe(description);
