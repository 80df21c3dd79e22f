// Prints one line if Node.js is too old, for scripts that are started without with-node.sh. Old versions of Node.js can
// parse this file.
var nodeVersion = process.versions.node;
if (Number(nodeVersion.split('.')[0]) < 24) {
  console.error(
    'Netloom needs Node 24 or newer; this is Node ' + nodeVersion + '. "npm start" and the other commands bring it.',
  );
  process.exit(1);
}
