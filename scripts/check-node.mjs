// Says in one line when Node is too old; written so that old versions can read it.
var found = process.versions.node.split('.').map(Number);
var needed = [20, 19];
if (found[0] < needed[0] || (found[0] === needed[0] && found[1] < needed[1])) {
  console.error('Netloom needs Node ' + needed.join('.') + ' or newer; this is Node ' + process.versions.node + '.');
  process.exit(1);
}
