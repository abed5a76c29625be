import { defineClientPlugin, useAlive } from '@platform/client-sdk'

function ThrowsEverywhere(): never {
  throw new Error('it throws everywhere')
}

function ThrowsInBrowser() {
  if (useAlive().value) throw new Error('it throws in the browser')
  return <span class="until-alive">drawn by the server</span>
}

/** Components that throw, beside one that does not. */
export default defineClientPlugin({
  slots: {
    commentReactions: [ThrowsEverywhere, () => <span class="sound">sound</span>],
    commentActions: ThrowsInBrowser,
  },
  commentForm: {
    preSubmit: () => {
      throw new Error('its hook throws')
    },
  },
})
