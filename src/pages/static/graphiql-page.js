// Opens GraphiQL for a signed-in user, with examples whose variables name rows of the user. Other visitors are sent to
// the sign-in page.
import { apiKey, ask, askGraphql, credentialHeaders, signOut } from './service.js';

const at = (id) => document.getElementById(id);
const here = location.pathname + location.search;
const signInPage = `/sign-in?next=${encodeURIComponent(here)}`;

function showProblem(text) {
  at('problem').textContent = text;
  at('problem').hidden = false;
}

/**
 * Stores the tabs that this user had open. Each user has a separate store, because several people may share a browser,
 * and a new demo has new users.
 */
function memoryOf(userId) {
  const prefix = `netloom.${userId}.`;
  const names = () => Object.keys(localStorage).filter((name) => name.startsWith(prefix));
  let isClosed = false;
  return {
    getItem: (name) => localStorage.getItem(prefix + name),
    setItem: (name, value) => isClosed || localStorage.setItem(prefix + name, value),
    removeItem: (name) => localStorage.removeItem(prefix + name),
    clear: () => names().forEach((name) => localStorage.removeItem(name)),
    /**
     * Deletes all stored tabs and stores no more. GraphiQL saves a moment after a change, even while the user leaves
     * the page.
     */
    close() {
      isClosed = true;
      this.clear();
    },
    get length() {
      return names().length;
    },
  };
}

const variablesFor = {
  TagManyHosts: ({ tags, hosts }) => ({
    input: {
      tagId: tags.nodes[0]?.id ?? 'make a tag first: createTag',
      entityType: 'Host',
      entityIds: hosts.nodes.map(({ id }) => id),
    },
  }),
};

function tabOf(query, rows) {
  const [, name] = /^(?:query|mutation) (\w+)/m.exec(query) ?? [];
  const variables = variablesFor[name]?.(rows);
  return { query, variables: variables ? JSON.stringify(variables, null, 2) : '' };
}

/** The query in the page's address. GraphiQL itself reads the address only from the second visit on. */
const queryInAddress = () => new URLSearchParams(location.search).getAll('query').slice(0, 1);

function load(tag, attributes) {
  return new Promise((resolve, reject) => {
    const element = Object.assign(document.createElement(tag), attributes, { onload: resolve, onerror: reject });
    document.head.append(element);
  });
}

/**
 * Shows a notice at the top if the session or key ends while the page is open. GraphiQL itself shows only the bare
 * error.
 */
function noticeRefusals() {
  const send = window.fetch;
  window.fetch = async (...request) => {
    const response = await send(...request);
    if (response.status === 401) {
      showProblem('You are not signed in any more. ');
      at('problem').append(Object.assign(document.createElement('a'), { href: signInPage, textContent: 'Sign in' }));
    }
    return response;
  };
}

async function start() {
  const examples = await ask('GET', '/assets/examples.json');
  const answer = examples.ok ? await askGraphql(examples.body.startingPoint) : examples;
  const rows = answer.body?.data;
  const isLedAway = ['auth_api_access_disabled', 'auth_second_factor_enrolment_required'].includes(answer.code);
  if (answer.status === 401 || isLedAway) return location.replace(signInPage);
  if (!rows?.viewer) return showProblem(answer.problem);

  const { viewer } = rows;
  const memory = memoryOf(viewer.userId);
  at('who').textContent =
    `${viewer.user.email} · ${viewer.permissions} of ${viewer.organization.name}` + (apiKey() ? ' · by API key' : '');
  at('sign-out').textContent = apiKey() ? 'Forget key' : 'Sign out';
  at('sign-out').hidden = at('restore').hidden = false;
  at('sign-out').addEventListener('click', async () => {
    const { ok, problem } = await signOut();
    if (ok) location.assign('/sign-in');
    else showProblem(problem);
  });
  at('restore').addEventListener('click', () => {
    if (!confirm('Replace all open tabs with the examples?')) return;
    memory.close();
    location.assign('/graphiql');
  });

  self.MonacoEnvironment = {
    globalAPI: false,
    getWorker: (_id, label) =>
      new Worker(`/assets/graphiql/${{ json: 'json', graphql: 'graphql' }[label] ?? 'editor'}-worker.js`),
  };
  await Promise.all([
    load('link', { rel: 'stylesheet', href: '/assets/graphiql/graphiql.css' }),
    load('script', { src: '/assets/graphiql/graphiql.js' }),
  ]);
  noticeRefusals();
  self.YogaGraphiQL.renderYogaGraphiQL(at('graphiql'), {
    endpoint: '/graphql',
    title: 'GraphiQL',
    logo: ' ',
    credentials: apiKey() ? 'omit' : 'same-origin',
    additionalHeaders: credentialHeaders(),
    defaultTabs: [...queryInAddress(), ...examples.body.examples].map((query) => tabOf(query, rows)),
    storage: memory,
    // Headers may contain keys, which must not be stored in the browser permanently.
    shouldPersistHeaders: false,
    // The address does not change while the user types: queries are long, and the browser's history would fill with
    // them.
    onEditQuery: () => undefined,
  });
}

await start();
