// Prints one line if Node.js is too old, for scripts that are started without with-node.sh. The syntax of this file
// works in old versions.
var nodeVersion = process.versions.node;
if (Number(nodeVersion.split('.')[0]) < 24) {
  console.error(
    'Netloom needs Node 24 or newer; this is Node ' + nodeVersion + '. "npm start" and the other commands bring it.',
  );
  process.exit(1);
}
