// Runs PostGraphile with its Amber preset, from the folder into which `bench -- peers` installs it. This server checks
// neither authentication nor tenancy.
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import path from 'node:path';
import '../memory-probe';

/**
 * Types of the functions of PostGraphile that this file calls. PostGraphile is installed elsewhere, so its own types
 * are not available.
 */
interface Installed {
  readonly postgraphile: (preset: object) => {
    createServ(grafserv: unknown): { addTo(server: unknown): Promise<void> };
  };
  readonly PostGraphileAmberPreset: object;
  readonly makePgService: (options: object) => object;
  readonly grafserv: unknown;
  readonly makeJSONPgSmartTagsPlugin: (tags: object) => object;
}

const requireThere = createRequire(path.join(process.env.PEERS_DIR!, 'package.json'));
const { postgraphile, PostGraphileAmberPreset, makePgService, grafserv, makeJSONPgSmartTagsPlugin } = [
  'postgraphile',
  'postgraphile/presets/amber',
  'postgraphile/adaptors/pg',
  'postgraphile/grafserv/node',
  'postgraphile/utils',
].reduce((all, name) => Object.assign(all, requireThere(name)), {} as Installed);

// Idle connections are kept open as long as Netloom keeps them, so that the benchmark does not use a connection while
// it is being closed.
const server = createServer({ keepAliveTimeout: 75_000 });
const serv = postgraphile({
  extends: [PostGraphileAmberPreset],
  // Assignments of tags have no foreign key to tags (triggers check the tag instead), so the relation is declared here.
  plugins: [
    makeJSONPgSmartTagsPlugin({
      version: 1,
      config: {
        class: {
          tag_assignments: { tags: { foreignKey: '(tag_id, organization_id) references tags (id, organization_id)' } },
        },
      },
    }),
  ],
  // This plugin removes each relation without an index that begins with the columns of the relation. The indexes of
  // this database begin with the network instead.
  disablePlugins: ['PgIndexBehaviorsPlugin'],
  pgServices: [makePgService({ connectionString: process.env.DATABASE_URL, schemas: ['public'] })],
  grafserv: { graphqlPath: '/graphql', graphiql: false, watch: false },
}).createServ(grafserv);
void serv.addTo(server).then(() => server.listen(Number(process.env.PORT), '127.0.0.1'));
process.on('disconnect', () => process.exit());
