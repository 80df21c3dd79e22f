// The name of a neighbor's port, as RouterOS prints it in its list of neighbors.

interface NeighborTexts {
  readonly platform: string;
  readonly systemDescription: string;
  readonly portName: string;
}

/**
 * A MikroTik neighbor puts the bridge of the port before the port, as in `bridge/ether5`: this returns `ether5`. Names
 * of other manufacturers, such as `GigabitEthernet1/0/24`, are returned whole.
 */
export function farPortName({ platform, systemDescription, portName }: NeighborTexts): string {
  const isMikroTik = [platform, systemDescription].some((text) => /^MikroTik\b/i.test(text));
  return isMikroTik ? portName.split('/').at(-1)! : portName;
}
