// The name of a port on its device.

export interface NamedPort {
  readonly ifName?: string | null;
  readonly displayName: string;
}

/**
 * The port's own name (ifName, IF-MIB), which says where the port is on its device; the display name if it has none. The
 * display name is often an alias that names the far end.
 */
export const ownNameOf = ({ ifName, displayName }: NamedPort): string => ifName || displayName;

/** The name of a node of a graph: for a port its own name (ifName), for another node its header. */
export const ownNameOfNode = (node: {
  readonly header: string | null;
  readonly interface?: { readonly ifName: string | null } | null;
}): string | null => node.interface?.ifName || node.header;

/** The port's display name (often an alias), to be shown beside its own name; null if the two names are equal. */
export const displayNameBeside = (port: NamedPort): string | null =>
  port.displayName === ownNameOf(port) ? null : port.displayName;

/** The port's own name after the name of its device, such as `sw-1 Gi1/0/12`. */
export const portOnDevice = (port: NamedPort & { readonly host?: { readonly displayName: string } | null }): string =>
  [port.host?.displayName, ownNameOf(port)].filter(Boolean).join(' ');
