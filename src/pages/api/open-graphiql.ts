// Opens GraphiQL with the tabs that the user had open before, or with examples. The variables of the examples contain
// ids of the user's own rows.
import type { Viewer } from '../kit/frame/viewer-menu';
import { apiKey, credentialHeaders } from './credential';
import { loadFile } from './load-file';

/** GraphQL documents that the service offers as examples. */
export interface Examples {
  readonly startingPoint: string;
  readonly examples: readonly string[];
}

/**
 * The response to the GraphQL document `starting-point`: the user's roles, and ids of rows for the variables of the
 * examples.
 */
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
   * Deletes the stored tabs, and ignores what GraphiQL stores later: it stores with a delay, even when the user has
   * left.
   */
  close(): void;
  readonly length: number;
}

const memories = new Map<string, Memory>();

/**
 * The browser storage with the tabs that this user had open before. Users of a shared browser have separate storages.
 */
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

/** Builds the variables of each example document from ids of the user's rows. The keys are operation names. */
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

/**
 * The query in the page's URL, which becomes a tab at the user's first visit. At later visits, GraphiQL itself reads
 * the query from the URL.
 */
const queryInAddress = (): string[] => new URLSearchParams(location.search).getAll('query').slice(0, 1);

/**
 * Calls `onSignedOut` for a response with status 401, which means that the session or key has ended. GraphiQL itself
 * would show only the error.
 */
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
    /** The setting by which Monaco, the editor in GraphiQL, finds its web workers. */
    MonacoEnvironment?: object;
    /** The function that GraphiQL's script adds to the window. */
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
    // Request headers may contain API keys, which must not be stored in the browser permanently.
    shouldPersistHeaders: false,
    // The URL does not change with the query: queries are long, and each change would add an entry to the browser's
    // history.
    onEditQuery: () => undefined,
  });
}
