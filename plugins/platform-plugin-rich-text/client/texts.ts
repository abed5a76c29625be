export const translations = {
  en: {
    tools: 'Formatting',
    bold: 'Bold',
    italic: 'Italic',
    quote: 'Quotation',
    list: 'List',
    undo: 'Undo',
    redo: 'Redo',
    preview: 'Preview',
    notLoaded: 'The formatting could not be loaded.',
  },
  de: {
    tools: 'Formatierung',
    bold: 'Fett',
    italic: 'Kursiv',
    quote: 'Zitat',
    list: 'Liste',
    undo: 'Rückgängig',
    redo: 'Wiederholen',
    preview: 'Vorschau',
    notLoaded: 'Die Formatierung konnte nicht geladen werden.',
  },
}
