// Prints one line if Node is too old, for scripts started without with-node.sh; its syntax works in old versions.
var nodeVersion = process.versions.node;
if (Number(nodeVersion.split('.')[0]) < 24) {
  console.error(
    'Netloom needs Node 24 or newer; this is Node ' + nodeVersion + '. "npm start" and the other commands bring it.',
  );
  process.exit(1);
}
