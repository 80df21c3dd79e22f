// Descriptions of conflict errors (409) that mutations of hosts, services and bindings have in common, for the
// documentation.

export const bindingInTheWay = {
  binding_conflict: 'an address is bound both as a whole and with one of its ports.',
};
export const partTwice = 'two rows of a list are equal, or an id of the request belongs to another row of the network.';
