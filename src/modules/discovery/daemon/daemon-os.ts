// Derives the operating system of a daemon from the one that was read on its host.

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

/** Returns the operating system that a host's `os` names; null without one, or if no daemon is built for it. */
export const daemonSystem = (os: string | null | undefined): DaemonSystem | null =>
  (os ? patterns.find(([, pattern]) => pattern.test(os))?.[0] : undefined) ?? null;
