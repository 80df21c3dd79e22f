// Simulates many SNMP devices in one process, each at its own address: `node simulated-devices.mjs PORT ADDRESS=FILE…`.
const [node, , port, ...devices] = process.argv;
for (const [at, device] of devices.entries()) {
  const [address, file] = device.split('=');
  // The simulator reads its command line when its module is loaded, so the module is loaded once per address.
  process.argv = [node, 'snmp-sim.mjs', address, port, file];
  await import(`../test/lab/snmp-sim.mjs?${at}`);
}
