/** Id of the heading of a line's details, which takes the focus if a button in other details selects the line. */
export const lineHeading = 'line-heading';
