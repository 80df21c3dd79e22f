// Reads lists of a Kubernetes cluster, page by page, from the public API
// (https://kubernetes.io/docs/reference/kubernetes-api/).
import { errorMessage } from '../../failure';
import { fieldsOf, listOf, textOf, type Fields } from '../../evidence/json';
import { ApiFailure, type ApiClient } from '../http/api-client';
import { Notes } from '../http/notes';

/** Maximum number of rows of each list that one run reads. */
const most = { nodes: 1_000, services: 5_000, ingresses: 2_000, jobs: 5_000, pods: 20_000 } as const;
type ListName = keyof typeof most;

const paths: Readonly<Record<ListName, string>> = {
  nodes: '/api/v1/nodes',
  services: '/api/v1/services',
  ingresses: '/apis/networking.k8s.io/v1/ingresses',
  jobs: '/apis/batch/v1/jobs',
  pods: '/api/v1/pods',
};

/** Maximum number of rows per page, so that a response has at most a few megabytes. */
const pageRows = 200;
const mostPages = 500;

/** The rows of each list; empty for a list that could not be read. `notes` says which lists could not be read. */
export type Cluster = Readonly<Record<ListName, readonly Fields[]>> & { readonly notes: readonly string[] };

/**
 * Reads all lists of a cluster. Throws ApiFailure if the nodes cannot be listed. Other lists that cannot be read give a
 * text in `notes`.
 */
export async function readCluster(client: ApiClient): Promise<Cluster> {
  const notes = new Notes();
  const nodes = await readList(client, 'nodes', notes);
  if (nodes.length === 0) throw new ApiFailure('broken', 'the list of nodes is empty');
  const list = async (name: ListName) =>
    (await notes.catching(`the list of ${name}`, () => readList(client, name, notes))) ?? [];
  // Pods are read last, because a large list of pods may exhaust the limits of the run.
  const [services, ingresses, jobs] = [await list('services'), await list('ingresses'), await list('jobs')];
  const pods = await list('pods');
  return { nodes, services, ingresses, jobs, pods, notes: notes.texts };
}

/**
 * Reads all pages of a list. Throws ApiFailure if the first page cannot be read. If a later page fails, returns the
 * rows before it.
 */
async function readList(client: ApiClient, name: ListName, notes: Notes): Promise<readonly Fields[]> {
  const rows: Fields[] = [];
  let next = '';
  for (let page = 0; page < mostPages && rows.length < most[name]; page++) {
    try {
      const answer = fieldsOf(await client.get(pagePath(name, next)));
      if (!Array.isArray(answer.items)) throw new ApiFailure('broken', `the answer has no list of ${name}`);
      rows.push(...listOf(answer.items));
      next = textOf(fieldsOf(answer.metadata).continue);
    } catch (error) {
      if (page === 0 || !(error instanceof ApiFailure)) throw error;
      notes.add(`only the first ${rows.length} ${name} were read (${errorMessage(error)})`);
      return rows;
    }
    if (next === '') break;
  }
  if (next !== '' || rows.length > most[name])
    notes.add(`only the first ${Math.min(rows.length, most[name])} ${name} were read`);
  return rows.slice(0, most[name]);
}

const pagePath = (name: ListName, next: string): string =>
  `${paths[name]}?limit=${pageRows}${next === '' ? '' : `&continue=${encodeURIComponent(next)}`}`;
