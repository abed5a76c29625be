/** The texts of the menu before it is opened, and of the place of a rejected comment. */
export const translations = {
  en: {
    moderate: 'Moderate this comment',
    loading: 'One moment …',
    undo: 'Undo',
    undone: 'The decision was taken back.',
  },
  de: {
    moderate: 'Diesen Kommentar moderieren',
    loading: 'Einen Moment …',
    undo: 'Rückgängig',
    undone: 'Die Entscheidung wurde zurückgenommen.',
  },
}
