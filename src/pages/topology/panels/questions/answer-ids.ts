// Ids of the sections with the answers to questions about the selected node or a VLAN.
export const answerIds = { paths: 'answer-paths', impact: 'answer-impact', vlan: 'answer-vlan' } as const;
