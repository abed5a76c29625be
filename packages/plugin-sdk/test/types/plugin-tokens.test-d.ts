import { definePlugin, type HookObject, type OpenedPluginToken, type PluginTokens } from '@platform/plugin-sdk'
import { expectTypeOf } from 'vitest'

export const likes = definePlugin({
  name: 'likes',
  sdk: '^1.0',
  loaders: ({ tokens }) => ({
    Links: {
      make: async (id: string) => (await tokens.sign({ purpose: 'open', subject: id, expiresIn: 60_000 })).token,
      open: async (token: string) => {
        const opened = await tokens.verify(token, { purpose: 'open' })
        expectTypeOf(opened).toEqualTypeOf<OpenedPluginToken | null>()
        // @ts-expect-error a token that is not valid says nothing
        void opened.subject
        return opened?.subject
      },
    },
  }),
})

declare const tokens: PluginTokens
// @ts-expect-error every token ends
tokens.sign({ purpose: 'open', subject: '1' })
// @ts-expect-error a duration is a number of milliseconds
tokens.sign({ purpose: 'open', subject: '1', expiresIn: '1 day' })
// @ts-expect-error a token is for something
tokens.sign({ subject: '1', expiresIn: 60_000 })
// @ts-expect-error it is opened for what it was made for
tokens.verify('a.b.c')
// @ts-expect-error the tokens are those of a plugin with a name; a plain hook object has none
export const plain = { loaders: ({ tokens: own }) => ({ A: own }) } satisfies HookObject
