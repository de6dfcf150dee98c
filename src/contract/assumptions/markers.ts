/** The label of every marker. */
export const markerLabel = 'Assumed';
