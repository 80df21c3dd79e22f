// The texts of the page of a share, by the file that shows them.
export const texts = {
  nodeFacts: {
    details: 'Details',
    closeDetails: 'Close details',
    services: 'Services',
    connected: 'Connected to',
    to: 'to',
    andMore: (more: number) => `and ${more} more`,
    content: 'Content',
    host: 'Host',
    address: 'Address',
    state: 'State',
  },
  shareApp: {
    openingTheMap: 'Opening the map…',
    thisMap: 'This map has a password',
    password: 'Password',
    open: 'Open',
    listAndLegend: 'List and legend',
    tryOtherWords: 'Try a part of a name, an address, or a service.',
    foldedNotSearched: (nodes: number) =>
      `The search covers what is drawn. ${nodes === 1 ? '1 node is' : `${nodes} nodes are`} folded together: open a fold to search in it.`,
  },
} as const;
