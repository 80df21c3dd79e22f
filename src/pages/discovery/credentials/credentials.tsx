// Shows the credentials that daemons try in the network and on single hosts, each with the latest responses.
import {
  DiscoveryPageCredentialsDocument,
  DiscoveryPageHostCredentialsDocument,
  type DiscoveryPageCredentialsQuery,
  type DiscoveryPageHostCredentialsQuery,
} from '../../../generated/discovery-page-operations';
import { ask, useAsked, usePaged } from '../../kit/asking';
import { Problem } from '../../kit/problem';
import { Rows, Time } from '../../kit/sections/rows';
import { credentialTypes } from '../../kit/words/credential-types';
import { useHere } from '../parts/here';
import { toRunRecord } from '../runs/run-record';
import { latestOutcomes, filterOutcomes, type Outcome } from './credential-outcomes';
import { texts } from '../page-texts';

type Credential = DiscoveryPageCredentialsQuery['defaults']['nodes'][number];
type Host = DiscoveryPageHostCredentialsQuery['list']['nodes'][number];

export function Credentials() {
  const { network, may } = useHere();
  const { data, problem, reload } = useAsked(() => ask(DiscoveryPageCredentialsDocument, { networkId: network.id }));
  const hosts = usePaged((after) => ask(DiscoveryPageHostCredentialsDocument, { networkId: network.id, after }));
  const outcomes = latestOutcomes(
    (data?.runs.nodes ?? []).map(({ createdAt, runType }) => ({
      at: createdAt,
      results: toRunRecord(runType.results).credentialResults,
    })),
  );
  return (
    <>
      <p>
        {texts.credentials.daemonsReadSwitchesRouters}
        {may('createCredential') && (
          <>
            {' '}
            <a href="/organization/credentials">{texts.credentials.enterAndChangeCredentials}</a>
          </>
        )}
      </p>
      <div role="alert">{problem && <Problem problem={problem} reload={reload} />}</div>
      {data && (
        <>
          <h3>{texts.credentials.forThisNetwork}</h3>
          <CredentialList
            credentials={data.network.credentials}
            outcomes={outcomes}
            name={texts.credentials.credentialsOfTheNetwork}
          />
          <h3>{texts.credentials.forAllNetworks}</h3>
          <CredentialList
            credentials={data.defaults.nodes}
            outcomes={outcomes}
            name={texts.credentials.credentialsOfAllNetworks}
          />
        </>
      )}
      <h3>{texts.credentials.forSingleHosts}</h3>
      <Rows
        list={hosts}
        name={texts.credentials.hostsWithCredentials}
        none={texts.credentials.noHostHasCredentials}
        row={(host) => <HostEntry host={host} outcomes={outcomes} />}
      />
    </>
  );
}

interface CredentialListProps {
  readonly credentials: readonly Credential[];
  readonly outcomes: readonly Outcome[];
  readonly name: string;
}

const CredentialList = ({ credentials, outcomes, name }: CredentialListProps) => (
  <Rows
    list={{ data: credentials, problem: null }}
    name={name}
    none={texts.credentials.thereAreNone}
    row={(credential) => {
      const answers = filterOutcomes(outcomes, credential.id);
      return (
        <>
          <div class="title">
            <h4>
              <bdi>{credential.name}</bdi>
            </h4>
            <span class="quiet">{credentialTypes[credential.credentialType]}</span>
          </div>
          {answers.length === 0 && <p>{texts.credentials.noDeviceAnswered}</p>}
          <Addresses title={texts.credentials.accepted} answers={answers.filter(({ isAccepted }) => isAccepted)} />
          <Addresses title={texts.credentials.refused} answers={answers.filter(({ isAccepted }) => !isAccepted)} />
        </>
      );
    }}
  />
);

const mostListed = 20;

function Addresses({ title, answers }: { readonly title: string; readonly answers: readonly Outcome[] }) {
  if (answers.length === 0) return null;
  const more = answers.length - mostListed;
  return (
    <p>
      {title} {answers.length} {answers.length === 1 ? texts.credentials.address : texts.credentials.addresses}:{' '}
      {answers
        .slice(0, mostListed)
        .map(({ address }) => address)
        .join(', ')}
      {more > 0 && texts.credentials.andMore(more)}.
    </p>
  );
}

function HostEntry({ host, outcomes }: { readonly host: Host; readonly outcomes: readonly Outcome[] }) {
  const { network } = useHere();
  const { id, displayName, ipAddresses, credentials, workingCredentials } = host;
  const addresses = new Set(ipAddresses.map(({ ipAddress }) => ipAddress));
  return (
    <>
      <h4>
        <a href={`/inventory/${network.id}/hosts/${id}`}>
          <bdi>{displayName}</bdi>
        </a>
      </h4>
      <ul class="hosts">
        {credentials.map((credential) => {
          const working = workingCredentials.find(({ credentialId }) => credentialId === credential.id);
          const refusal = filterOutcomes(outcomes, credential.id).find(
            ({ address, isAccepted }) => !isAccepted && addresses.has(address),
          );
          return (
            <li key={credential.id}>
              <bdi>{credential.name}</bdi> <span class="quiet">{credentialTypes[credential.credentialType]}</span>:{' '}
              {working ? (
                <>
                  {texts.credentials.accepted2(working.ipAddress)} <Time at={working.lastUsedAt} />
                </>
              ) : refusal ? (
                <>
                  {texts.credentials.refused2(refusal.address)} <Time at={refusal.at} />
                  {texts.credentials.userKeyOrProtocol}
                </>
              ) : (
                texts.credentials.noAnswerNoRun
              )}
            </li>
          );
        })}
      </ul>
    </>
  );
}
