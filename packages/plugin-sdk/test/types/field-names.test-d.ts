import { definePlugin, type FieldOf, type HookObject } from '@platform/plugin-sdk'
import { expectTypeOf } from 'vitest'

declare module '@platform/plugin-sdk' {
  interface PluginFields {
    'Comment.mood': true
    'Poll.votes': true
    'Shape.__resolveType': true
  }
}

const pre = () => undefined

export const known = definePlugin({
  name: 'known',
  sdk: '^1.0',
  hooks: {
    RootMutation: { createComment: { pre } },
    RootQuery: { me: { post: { mode: 'observe', run: pre } } },
    Comment: {
      body: { post: pre },
      mood: {
        post: comment => {
          expectTypeOf(comment).not.toBeAny()
          return comment.id
        },
      },
    },
    Poll: { votes: { pre } },
    Action: { __resolveType: { post: () => null } },
    Shape: { __resolveType: { post: () => 'Circle' } },
  },
})

// @ts-expect-error the mutation is createComment
definePlugin({ name: 'a', sdk: '^1.0', hooks: { RootMutation: { createComent: { pre } } } })
// @ts-expect-error there is no such query
definePlugin({ name: 'a', sdk: '^1.0', hooks: { RootQuery: { myself: { pre } } } })
// @ts-expect-error there is no such type
definePlugin({ name: 'a', sdk: '^1.0', hooks: { Mutation: { createComment: { pre } } } })
// @ts-expect-error no plugin named this field
definePlugin({ name: 'a', sdk: '^1.0', hooks: { Comment: { temper: { pre } } } })
// @ts-expect-error the type of an interface has no pre
definePlugin({ name: 'a', sdk: '^1.0', hooks: { Action: { __resolveType: { pre } } } })

expectTypeOf<FieldOf<'Poll'>>().toEqualTypeOf<'votes'>()
expectTypeOf<'mood' | 'body'>().toExtend<FieldOf<'Comment'>>()

/** A plain hook object may hook any field; the start checks the names. */
export const plain: HookObject = { hooks: { Anything: { at: { pre } } } }
