/**
 * The part for the browser. Today the platform reads nothing of it but that it is there: it shows plugins with a client
 * part in `plugins list`, and serves no code of theirs yet. Slots take components once it does.
 */
export default {
  slots: {},
  translations: {
    en: { '__SHORT__': { title: '__TITLE__' } },
  },
}
