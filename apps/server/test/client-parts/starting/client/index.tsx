import { defineClientPlugin, effect } from '@platform/client-sdk'

/** Remembers the order that the reader chose, and says who came. */
export default defineClientPlugin({
  async init({ asset, config, notify, sorting, storage, text, viewer }) {
    document.documentElement.dataset['started'] = asset.id
    const kept = storage.get('sort')
    if (kept === 'REPLIES') void sorting.choose({ sortBy: kept, sortOrder: 'DESC' })
    effect(() => {
      if (sorting.current.sortBy !== 'CREATED_AT') storage.set('sort', sorting.current.sortBy)
    })
    effect(() => {
      if (viewer.value !== null) notify(text('welcome', { name: viewer.value.username ?? '' }))
    })
    await null
    if (config.value['fails'] !== false) throw new Error('it can not go on')
  },
  slots: { stream: () => <p class="beside">beside</p> },
  translations: { en: { welcome: 'Welcome, {name}' } },
})
