// For each data source that reads an API: valid settings, the credential in the form in which the server sends it, and
// a stub of the API.
import { ApiStub, type StubAnswer, type StubRequest, type StubServer } from './api-stub';
import { answerOf as answerOfEngine, engineSettings } from './docker/engine-stub';
import { GnmiStub } from './gnmi/gnmi-stub';
import { answerOf as answerOfSwitch, userSettings } from './gnmi/switch-data';
import { answerOf as answerOfKubernetes, serviceAccount } from './kubernetes/cluster-stub';
import { answerOf as answerOfController, applicationSettings } from './omada/controller-stub';
import { answerOf, tokenSettings } from './proxmox/cluster-stub';
import { answerOf as answerOfServer, serverSettings } from './redfish/server-stub';
import { accountSettings, answerOf as answerOfRouter } from './routeros/router-stub';
import { accountOfSite, answerOf as answerOfSite, answersOfAccount, keySettings } from './unifi/site-stub';
import { answerOf as answerOfVCenter, vcenterAccount } from './vcenter/vcenter-stub';

export interface SourceStub {
  readonly source: string;
  readonly settings: object;
  /** The credential in the form of the daemon protocol, without a port. */
  readonly sent: object;
  readonly answerOf: (request: StubRequest) => StubAnswer | undefined;
  /** Starts the stub's server; by default an HTTPS server. */
  readonly start?: () => Promise<StubServer>;
  /** HTTP methods that the data source may use; only GET by default. */
  readonly methods?: readonly string[];
}

/** Starts the server that imitates the API. */
export const startStub = ({ start = () => new ApiStub().start() }: SourceStub): Promise<StubServer> => start();

const value = (text: string) => ({ mode: 'Value', value: text });

export const sourceStubs: readonly SourceStub[] = [
  {
    source: 'proxmox',
    settings: tokenSettings,
    sent: { type: 'ProxmoxApiToken', token_id: tokenSettings.token_id, secret: value(tokenSettings.secret) },
    answerOf: (request) => answerOf(request),
  },
  {
    source: 'unifi',
    settings: keySettings,
    sent: { type: 'UnifiController', site: 'default', auth: { mode: 'ApiKey', api_key: value(keySettings.api_key) } },
    answerOf: answerOfSite,
  },
  {
    source: 'unifi',
    settings: accountOfSite,
    sent: {
      ...{ type: 'UnifiController', site: 'default' },
      auth: { mode: 'LocalAdmin', username: accountOfSite.username, password: value(accountOfSite.password) },
    },
    answerOf: answersOfAccount(true),
    methods: ['GET', 'POST'],
  },
  {
    source: 'routeros',
    settings: accountSettings,
    sent: { type: 'RouterOsAccount', username: accountSettings.username, password: value(accountSettings.password) },
    answerOf: answerOfRouter,
  },
  {
    source: 'kubernetes',
    settings: serviceAccount,
    sent: { type: 'KubernetesToken', token: value(serviceAccount.token), certificate_authority: null },
    answerOf: (request) => answerOfKubernetes(request),
  },
  ...(['docker-api', 'podman-api'] as const).map((source) => ({
    ...{ source, settings: engineSettings },
    sent: {
      ...{ type: source === 'docker-api' ? 'DockerProxy' : 'PodmanProxy', path: null, ssl_chain: null },
      ...{ ssl_cert: value(engineSettings.ssl_cert), ssl_key: value(engineSettings.ssl_key) },
    },
    answerOf: (request: StubRequest) => answerOfEngine(request),
  })),
  {
    source: 'gnmi',
    settings: userSettings,
    sent: { type: 'Gnmi', username: userSettings.username, password: value(userSettings.password), tls: true },
    answerOf: answerOfSwitch,
    start: () => new GnmiStub().start(),
    methods: ['Capabilities', 'Subscribe'],
  },
  {
    source: 'redfish',
    settings: serverSettings,
    sent: { type: 'RedfishAccount', username: serverSettings.username, password: value(serverSettings.password) },
    answerOf: answerOfServer,
  },
  {
    source: 'omada',
    settings: applicationSettings,
    sent: {
      ...{ type: 'OmadaOpenApi', omada_id: applicationSettings.omada_id, client_id: applicationSettings.client_id },
      client_secret: value(applicationSettings.client_secret),
    },
    answerOf: (request) => answerOfController(request),
    methods: ['POST', 'GET'],
  },
  {
    source: 'vcenter',
    settings: vcenterAccount,
    sent: { type: 'VCenterAccount', username: vcenterAccount.username, password: value(vcenterAccount.password) },
    answerOf: (request) => answerOfVCenter(request),
    methods: ['POST', 'GET', 'DELETE'],
  },
];
