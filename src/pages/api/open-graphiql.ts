// Opens GraphiQL with examples whose variables name the user's own rows, and with what the user had open before.
import type { Viewer } from '../kit/frame/viewer-menu';
import { apiKey, credentialHeaders } from './credential';
import { loadFile } from './load-file';

/** The documents of the service's examples. */
export interface Examples {
  readonly startingPoint: string;
  readonly examples: readonly string[];
}

/** The answer to the document that is sent first. */
export interface StartingPoint {
  readonly viewer: Viewer & { readonly userId: string };
  readonly networks: { readonly nodes: readonly { readonly id: string; readonly name: string }[] };
  readonly tags: { readonly nodes: readonly { readonly id: string }[] };
  readonly hosts: { readonly nodes: readonly { readonly id: string }[] };
}

interface Memory {
  getItem(name: string): string | null;
  setItem(name: string, value: string): void;
  removeItem(name: string): void;
  clear(): void;
  /**
   * Clears the stored values and ignores later writes, because GraphiQL saves with a delay, even while the page is
   * being left.
   */
  close(): void;
  readonly length: number;
}

const memories = new Map<string, Memory>();

/** What this user had open before. Each user has a memory of their own, also on a shared browser. */
export function memoryOf(userId: string): Memory {
  const memory = memories.get(userId) ?? createMemory(`netloom.${userId}.`);
  memories.set(userId, memory);
  return memory;
}

function createMemory(prefix: string): Memory {
  const names = () => Object.keys(localStorage).filter((name) => name.startsWith(prefix));
  let isClosed = false;
  return {
    getItem: (name) => localStorage.getItem(prefix + name),
    setItem: (name, value) => void (isClosed || localStorage.setItem(prefix + name, value)),
    removeItem: (name) => localStorage.removeItem(prefix + name),
    clear: () => names().forEach((name) => localStorage.removeItem(name)),
    close() {
      isClosed = true;
      this.clear();
    },
    get length() {
      return names().length;
    },
  };
}

/** Variables of examples, by the name of their operation. */
const variablesFor: Readonly<Record<string, (rows: StartingPoint) => object>> = {
  TagManyHosts: ({ tags, hosts }) => ({
    input: {
      tagId: tags.nodes[0]?.id ?? 'make a tag first: createTag',
      entityType: 'Host',
      entityIds: hosts.nodes.map(({ id }) => id),
    },
  }),
};

function tabOf(query: string, rows: StartingPoint) {
  const [, name = ''] = /^(?:query|mutation) (\w+)/m.exec(query) ?? [];
  const variables = variablesFor[name]?.(rows);
  return { query, variables: variables ? JSON.stringify(variables, null, 2) : '' };
}

/** The query in the address. GraphiQL itself reads it from the second visit on. */
const queryInAddress = (): string[] => new URLSearchParams(location.search).getAll('query').slice(0, 1);

/** GraphiQL shows only the bare error when a session or key ends while the page is open. */
function watchRefusals(onSignedOut: () => void): void {
  const send = window.fetch;
  window.fetch = async (...request) => {
    const response = await send(...request);
    if (response.status === 401) onSignedOut();
    return response;
  };
}

declare global {
  interface Window {
    /** How the editor finds its workers. */
    MonacoEnvironment?: object;
    /** Set by GraphiQL's script. */
    YogaGraphiQL?: { renderYogaGraphiQL(element: HTMLElement, options: object): void };
  }
}

const workers: Readonly<Record<string, string>> = { json: 'json', graphql: 'graphql' };

export async function openGraphiql(
  element: HTMLElement,
  rows: StartingPoint,
  examples: readonly string[],
  onSignedOut: () => void,
): Promise<void> {
  window.MonacoEnvironment = {
    globalAPI: false,
    getWorker: (_id: string, label: string) => new Worker(`/assets/graphiql/${workers[label] ?? 'editor'}-worker.js`),
  };
  await Promise.all([
    loadFile('link', { rel: 'stylesheet', href: '/assets/graphiql/graphiql.css' }),
    loadFile('script', { src: '/assets/graphiql/graphiql.js' }),
  ]);
  watchRefusals(onSignedOut);
  window.YogaGraphiQL!.renderYogaGraphiQL(element, {
    endpoint: '/graphql',
    title: 'GraphiQL',
    logo: ' ',
    credentials: apiKey() === null ? 'same-origin' : 'omit',
    additionalHeaders: credentialHeaders(),
    defaultTabs: [...queryInAddress(), ...examples].map((query) => tabOf(query, rows)),
    storage: memoryOf(rows.viewer.userId),
    // Headers may hold keys, which have no place in a browser's lasting memory.
    shouldPersistHeaders: false,
    // The address stays as it is: queries are long, and the browser's history would fill with them.
    onEditQuery: () => undefined,
  });
}
