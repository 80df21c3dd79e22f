// Recognizes the bridges of container runtimes by their names.

const containerBridge =
  /^(?:docker\d+|docker_gwbridge|br-[0-9a-f]{12}|podman\d+|cni\d+|cni-podman\d+|lxcbr\d+|flannel\.\d+|cilium_\w+)$/;

/**
 * Whether the interface with this name is a bridge or overlay of a container runtime. Many machines use the same subnets
 * and addresses on such interfaces, so that these identify no machine.
 */
export const isContainerBridgeName = (interfaceName: string): boolean => containerBridge.test(interfaceName);
