// Registers the organizations that the cluster test writes to, and reads their lists of hosts.
import { randomUUID } from 'node:crypto';
import { Failure } from '../project.mjs';

async function post(url, path, body, headers) {
  const answer = await fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  if (answer.status !== 200) throw new Failure(`POST ${path}: ${answer.status} ${text}`);
  return { data: JSON.parse(text).data, cookie: /session_id=[^;]+/.exec(answer.headers.get('set-cookie') ?? '')?.[0] };
}

/** Registers an Owner with one network and an API key. The key has all rights in the network. */
export async function registerOwner(url) {
  const setup = await post(url, '/api/auth/setup', { organization_name: 'Cluster', network: { name: 'HQ' } });
  const email = `${randomUUID()}@netloom.example`;
  const account = { email, password: 'Correct horse 1', terms_accepted: true };
  const { data: user, cookie } = await post(url, '/api/auth/register', account, { cookie: setup.cookie });
  const networkId = setup.data.network_id;
  const keyInput = { name: 'load', permissions: 'Owner', network_ids: [networkId], tags: [] };
  const { data } = await post(url, '/api/v1/auth/keys', keyInput, { cookie });
  return { organizationId: user.organization_id, networkId, key: data.key };
}

/** How often each name occurs among the hosts of the network, as a map from the name to the number. */
export async function countHosts(url, { key, networkId }) {
  const answer = await fetch(`${url}/api/v1/hosts?limit=0&network_id=${networkId}`, {
    headers: { authorization: `Bearer ${key}` },
  });
  if (answer.status !== 200) throw new Failure(`GET /hosts: ${answer.status} ${await answer.text()}`);
  const counts = new Map();
  for (const { name } of (await answer.json()).data) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}
