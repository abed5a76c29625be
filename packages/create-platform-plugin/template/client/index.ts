/**
 * The part for the browser. The platform does not serve it yet. It only shows in `plugins list` that the plugin has
 * this part. The slots are for components.
 */
export default {
  slots: {},
  translations: {
    en: { '__SHORT__': { title: '__TITLE__' } },
  },
}
