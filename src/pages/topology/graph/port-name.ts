// The name of a port in lists of the page.

interface NamedPort {
  readonly ifName: string | null;
  readonly displayName: string;
}

/**
 * The port's own name (ifName, IF-MIB), which says where the port is on its device; the display name if it has none. The
 * display name is often an alias that names the far end.
 */
export const ownNameOf = ({ ifName, displayName }: NamedPort): string => ifName || displayName;

/** The port's own name after the name of its device, such as `sw-1 Gi1/0/12`. */
export const portOnDevice = (port: NamedPort & { readonly host?: { readonly displayName: string } | null }): string =>
  [port.host?.displayName, ownNameOf(port)].filter(Boolean).join(' ');
