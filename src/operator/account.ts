// `npm run account`: resets the password or second factor of a user who cannot sign in. Needs access to the database.
import { ConfigError, loadConfig } from '../config';
import { createPrismaClient, plannedClient } from '../data/client';
import { runAsOperation } from '../data/acting';
import { recordAuditEvent } from '../data/tenancy/audit-events';
import { AppError } from '../errors';
import { inTransaction } from '../data/transaction';
import type { PrismaClient, User } from '../generated/prisma/client';
import { removeSecondFactor } from '../modules/access/second-factor/factors';
import { renewEmailToken } from '../modules/access/sign-in/email-tokens.sql';
import { openForCommand } from '../platform/postgres/embedded/open-for-command';
import { migrate } from '../platform/postgres/migrate';
import { checkedEmail } from '../platform/text/validation';

const usage = 'Usage: npm run account -- reset-password EMAIL | reset-factor EMAIL';

/** Returns a link to set a new password, like the one in mails, so that the operator does not learn the password. */
async function resetPassword(prisma: PrismaClient, user: User, address: string): Promise<string> {
  const { id: userId, email, organizationId } = user;
  const token = await inTransaction(prisma, async (tx) => {
    const renewedToken = await renewEmailToken(tx, userId, 'PasswordReset', email);
    const subject = { subjectType: 'User', subjectId: userId, subjectName: email } as const;
    await recordAuditEvent(tx, { eventType: 'PasswordLinkMade', organizationId, ...subject });
    return renewedToken;
  });
  const factorNote = user.secondFactorAt === null ? '' : ' The second factor is asked for after that.';
  return `This link sets a new password for ${email}, once, within an hour, and ends all sessions.${factorNote}\n\n  ${address}/sign-in#reset=${token}\n`;
}

async function resetFactor(prisma: PrismaClient, user: User): Promise<string> {
  const { id, email, organizationId } = user;
  if (user.secondFactorAt === null) throw new ConfigError(`${email} has no second factor.`);
  await inTransaction(prisma, async (tx) => {
    await removeSecondFactor(tx, id);
    await tx.user.update({ where: { id }, data: { sessionEpoch: { increment: 1 } } });
    // Deletes the failed attempts, which would keep the account locked, so that the user can sign in immediately.
    await tx.loginFailure.deleteMany({ where: { email } });
  });
  const { secondFactorRequired } = await prisma.organization.findUniqueOrThrow({ where: { id: organizationId } });
  const next = secondFactorRequired ? ', and the organization asks for another one then' : '';
  return `The second factor of ${email} is removed, and all sessions have ended: the password alone signs in${next}.\n`;
}

const commands = { 'reset-password': resetPassword, 'reset-factor': resetFactor };

export interface AccountArguments {
  readonly command: keyof typeof commands;
  readonly email: string;
}

export function readArguments(args: readonly string[]): AccountArguments {
  const [command = '', email = '', ...others] = args;
  if (!Object.hasOwn(commands, command) || others.length > 0) throw new ConfigError(usage);
  try {
    return { command: command as keyof typeof commands, email: checkedEmail('EMAIL', email) };
  } catch (error) {
    throw error instanceof AppError ? new ConfigError(`${error.message}.\n${usage}`) : error;
  }
}

/** Makes the change. Resolves with the lines to print for the operator. */
export async function changeAccount(
  prisma: PrismaClient,
  { command, email }: AccountArguments,
  address: string,
): Promise<string> {
  const user = await prisma.user.findUnique({ where: { email } });
  if (!user) throw new ConfigError(`No account has the address ${email}.`);
  return runAsOperation(`account ${command}`, () => commands[command](prisma, user, address));
}

export async function runAccountCommand(argv: readonly string[]): Promise<void> {
  const args = readArguments(argv);
  const config = loadConfig();
  const say = (line: string) => process.stderr.write(`${line}\n`);
  const database = await openForCommand(config.database, say);
  try {
    const connectTimeoutSeconds = config.databaseConnectTimeoutSeconds;
    await migrate(database.url, { connectTimeoutSeconds, report: say });
    const { preparedStatements } = config;
    const prisma = plannedClient(
      createPrismaClient(database.url, { poolSize: 2, preparedStatements, connectTimeoutSeconds }),
    );
    try {
      process.stdout.write(await changeAccount(prisma, args, config.publicUrl ?? `http://localhost:${config.port}`));
    } finally {
      await prisma.$disconnect();
    }
  } finally {
    await database.close();
  }
}
