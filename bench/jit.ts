// Measures how much faster compiled GraphQL documents run than interpreted ones, and how much of the gain each
// optimization of the schema contributes.
import { execute, parse, validate, type DocumentNode, type GraphQLSchema } from 'graphql';
import pino from 'pino';
import { createPrismaClient } from '../src/data/client';
import type { UserViewer } from '../src/data/tenancy/viewer';
import { GetVlanByIdDocument, GetAllHostsDocument } from '../src/generated/operations';
import type { PrismaClient } from '../src/generated/prisma/client';
import type { GraphqlContext } from '../src/graphql/context';
import { createContext } from '../src/graphql/create-context';
import { compileDocument, everyPreparation, type Execute } from '../src/graphql/jit/compile';
import { buildSchema } from '../src/graphql/schema';
import { schema as prepared } from '../src/modules/types';
import { nestedHosts } from './cases';

interface Read {
  readonly name: string;
  readonly document: DocumentNode;
  readonly variables: Record<string, unknown>;
}

const rounds = 9;
const secondsPerTurn = 0.7;
const median = (values: number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;

const interpret =
  (schema: GraphQLSchema, document: DocumentNode): Execute =>
  async (variableValues, contextValue) =>
    execute({ schema, document, variableValues, contextValue });

/**
 * Prints one line per read: its CPU time with all optimizations, and, for each optimization, how many times longer the
 * read takes without it.
 */
export async function benchJit(databaseUrl: string, print: (line: string) => void): Promise<void> {
  let statements = 0;
  const prisma = createPrismaClient(databaseUrl, { onQuery: () => (statements += 1) });
  try {
    const contextOf = await contextsOf(prisma);
    const without = everyPreparation.map((leftSide) =>
      buildSchema(everyPreparation.filter((name) => name !== leftSide)),
    );
    print(
      `${'Reads in one process, CPU time'.padEnd(54)}as it is   not compiled${everyPreparation.map((name) => `  without ${name}`).join('')}`,
    );
    for (const { name, document, variables } of await readsOf(prisma)) {
      const [error] = validate(prepared, document);
      if (error) throw error;
      const executors = [
        compileDocument(prepared, document),
        interpret(prepared, document),
        ...without.map((schema) => compileDocument(schema, document)),
      ];
      const counts: number[] = [];
      for (const runDocument of executors) {
        statements = 0;
        const { errors } = await runDocument(variables, contextOf());
        if (errors) throw errors[0]!;
        counts.push(statements);
      }
      const times: number[][] = executors.map(() => []);
      for (let round = 0; round < rounds; round += 1)
        for (const at of round % 2 === 0 ? executors.keys() : [...executors.keys()].reverse())
          times[at]!.push(await cpuPerRead(() => executors[at]!(variables, contextOf())));
      // Times of the same round are compared, because other load on the machine affects all executors of a round.
      const ratios = times.map((ownTime) => median(ownTime.map((time, round) => time / times[0]![round]!)));
      const cells = ratios
        .slice(1)
        .map(
          (ratio, at) => `${ratio.toFixed(2)}×${counts[at + 1] === counts[0] ? '' : ` (${counts[at + 1]} statements)`}`,
        );
      print(
        `${`${name} (${counts[0]} statements)`.padEnd(54)}${(median(times[0]!) / 1000).toFixed(2)} ms   ${cells.map((cell) => cell.padStart(14)).join('')}`,
      );
    }
  } finally {
    await prisma.$disconnect();
  }
}

async function cpuPerRead(read: () => Promise<unknown>): Promise<number> {
  const until = performance.now() + secondsPerTurn * 1000;
  const before = process.cpuUsage();
  let count = 0;
  while (performance.now() < until) {
    await read();
    count += 1;
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / count;
}

async function readsOf(prisma: PrismaClient): Promise<Read[]> {
  // eslint-disable-next-line no-restricted-syntax -- Its database is its own.
  const vlan = await prisma.vlan.findFirstOrThrow({ orderBy: { id: 'asc' } });
  return [
    { name: 'VLAN get', document: GetVlanByIdDocument, variables: { id: vlan.id } },
    { name: 'host list (50)', document: GetAllHostsDocument, variables: { limit: 50, include_children: false } },
    {
      name: 'host list (50) with all children',
      document: GetAllHostsDocument,
      variables: { limit: 50, include_children: true },
    },
    { name: 'hosts (50), services and tags nested', document: parse(nestedHosts), variables: {} },
  ];
}

/** Returns a function that creates the GraphQL context of a request by the owner of the oldest organization. */
async function contextsOf(prisma: PrismaClient): Promise<() => GraphqlContext> {
  const owner = await prisma.user.findFirstOrThrow({ where: { permissions: 'Owner' }, orderBy: { createdAt: 'asc' } });
  const networks = await prisma.network.findMany({ where: { organizationId: owner.organizationId } });
  const viewer: UserViewer = {
    via: 'session',
    userId: owner.id,
    organizationId: owner.organizationId,
    permissions: 'Owner',
    networkIds: networks.map(({ id }) => id),
    credentialId: owner.id,
    isNarrowed: false,
  };
  const contextFields = {
    requestedAt: new Date(),
    requestId: 'bench',
    logger: pino({ level: 'silent' }),
    publicUrl: '',
  };
  // The context has only some fields of an HTTP request. The resolvers of rows use no others.
  return () => createContext(prisma, viewer, contextFields as unknown as Parameters<typeof createContext>[2]);
}
