// The GraphQL field that says at how many IP addresses devices accepted each credential, for sessions and their
// progress.
import type { Prisma } from '../../../generated/prisma/client';
import { storedJson } from '../../../data/model/stored-json';
import { builder } from '../../../graphql/builder';
import { holds } from '../../../graphql/plugin/bounds';
import {
  mostSummarized,
  summarizeResults,
  type CredentialResult,
  type CredentialRunResult,
} from '../credentials/credential-results';

const outcomeRef = builder.objectRef<CredentialRunResult>('CredentialRunOutcome').implement({
  description: 'What a credential did in a run.',
  fields: (t) => ({
    type: t.string({
      description: '`Collected`: the run read devices with the credential.',
      resolve: () => 'Collected',
    }),
    hosts: t.exposeInt('openedCount', { description: 'Number of addresses whose devices accepted the credential.' }),
  }),
});
const runResultRef = builder.objectRef<CredentialRunResult>('CredentialRunResult').implement({
  description: 'A credential that a daemon tried in a run.',
  fields: (t) => ({
    credentialId: t.expose('credentialId', { type: 'UUID', description: 'Id of the credential.' }),
    outcome: t.field({ type: outcomeRef, description: 'What it did in the run.', resolve: (result) => result }),
  }),
});

/** Options of the GraphQL field `credentialResults`, without its resolver. */
export const credentialResults = {
  type: [runResultRef] as [typeof runResultRef],
  ...holds(mostSummarized, 3),
  description:
    'The credentials that its daemon has tried so far, the first 1,000; empty before the daemon reports any.',
};

/** The summary of stored results: a JSON list, or null before the first report. */
export const resultsOf = ({ credentialResults: stored }: { readonly credentialResults: Prisma.JsonValue }) =>
  summarizeResults(storedJson<CredentialResult[]>(stored ?? []));
