// Finds which build of the daemon fits a host, from the text that names the host's operating system.

/** The operating systems for which daemons are built. */
export const daemonSystems = ['linux', 'macos', 'windows', 'freebsd'] as const;
export type DaemonSystem = (typeof daemonSystems)[number];

const patterns: readonly (readonly [DaemonSystem, RegExp])[] = [
  ['windows', /windows/i],
  ['macos', /mac ?os|os ?x\b|darwin/i],
  ['freebsd', /freebsd/i],
  [
    'linux',
    /linux|debian|ubuntu|fedora|centos|rocky|almalinux|red hat|rhel|suse|alpine|arch|raspbian|proxmox|openwrt/i,
  ],
];

/**
 * Returns the operating system that a host's `os` names; null if `os` is null or no daemon is built for the operating
 * system.
 */
export const daemonSystem = (os: string | null | undefined): DaemonSystem | null =>
  (os ? patterns.find(([, pattern]) => pattern.test(os))?.[0] : undefined) ?? null;
