// The virtual MAC addresses of all redundancy protocols, for tests that hold for each of them.

/** The protocol, and a virtual MAC address of one of its groups. */
export const virtualRouterSamples = [
  ['VRRP for IPv4, and CARP', '00:00:5e:00:01:07'],
  ['VRRP for IPv6', '00:00:5e:00:02:07'],
  ['HSRP version 1', '00:00:0c:07:ac:01'],
  ['HSRP version 2 for IPv4', '00:00:0c:9f:ff:ff'],
  ['HSRP version 2 for IPv6', '00:05:73:a0:0f:ff'],
  ['GLBP, first forwarder', '00:07:b4:00:01:01'],
  ['GLBP, fourth forwarder of group 1023', '00:07:b4:03:ff:04'],
] as const;
