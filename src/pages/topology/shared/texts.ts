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
  },
} as const;
