// Says in one line when Node is too old for a script that was started without with-node.sh; old versions can read it.
var found = process.versions.node;
if (Number(found.split('.')[0]) < 24) {
  console.error(
    'Netloom needs Node 24 or newer; this is Node ' + found + '. "npm start" and the other commands bring it.',
  );
  process.exit(1);
}
