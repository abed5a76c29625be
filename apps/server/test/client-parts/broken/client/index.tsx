import { defineClientPlugin, useAlive } from '@platform/client-sdk'

function ThrowsEverywhere(): never {
  throw new Error('it throws everywhere')
}

function ThrowsInBrowser() {
  if (useAlive().value) throw new Error('it throws in the browser')
  return <span class="until-alive">drawn by the server</span>
}

/** Components and functions that throw, beside a component that does not. */
export default defineClientPlugin({
  slots: {
    commentReactions: [ThrowsEverywhere, () => <span class="sound">sound</span>],
    commentActions: ThrowsInBrowser,
    commentAvatar: {
      component: () => <span class="excluded">excluded</span>,
      isExcluded: () => {
        throw new Error('what excludes throws')
      },
    },
  },
  commentForm: {
    preSubmit: () => {
      throw new Error('its hook throws')
    },
  },
  subscriptions: {
    added: {
      document: 'subscription ($asset: ID!) { commentAdded(asset_id: $asset) { id } }',
      heard: () => {
        throw new Error('what hears of an event throws')
      },
    },
  },
})
