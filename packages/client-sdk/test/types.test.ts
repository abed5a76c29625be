import { expect, expectTypeOf, test } from 'vitest'
import {
  can,
  defineClientPlugin,
  type LivePage,
  type PartActions,
  type SlotName,
  type SlotProps,
} from '../src/index.ts'

const actions = { viewUserDetail: () => undefined } as unknown as PartActions

test('a component gets the props of its slot, and the configuration of its plugin', () => {
  const part = defineClientPlugin({
    slots: {
      commentTimestamp: ({ comment, created_at, own, config }) => {
        expectTypeOf(comment.body).toEqualTypeOf<string | null>()
        expectTypeOf(created_at).toEqualTypeOf<string>()
        expectTypeOf(own).toEqualTypeOf<Readonly<Record<string, unknown>> | null>()
        expectTypeOf(config).toEqualTypeOf<Readonly<Record<string, unknown>>>()
        return null
      },
    },
  })
  expect(part.slots).toHaveProperty('commentTimestamp')
})

test('what does not fit is an error of the compiler', () => {
  const wrong = [
    // @ts-expect-error there is no such slot
    defineClientPlugin({ slots: { commentReaction: () => null } }),
    // @ts-expect-error the slot of the whole stream has no comment
    defineClientPlugin({ slots: { stream: ({ comment }: SlotProps['commentReactions']) => comment.body } }),
    // @ts-expect-error a mutation has a document
    defineClientPlugin({ mutations: { thank: {} } }),
    // @ts-expect-error texts are by language, then by key
    defineClientPlugin({ translations: { thank: 'Thank' } }),
    // @ts-expect-error a hook of the form gives the input, a refusal or nothing
    defineClientPlugin({ commentForm: { preSubmit: () => 'text' } }),
    // @ts-expect-error fragments are on four types
    defineClientPlugin({ fragments: { User: 'fragment A on User { id }' } }),
    // @ts-expect-error a fragment is a text
    defineClientPlugin({ fragments: { Comment: { text: 'fragment A on Comment { id }' } } }),
    // @ts-expect-error own fragments are on the same types
    defineClientPlugin({ own: { Action: 'fragment A on Action { id }' } }),
    defineClientPlugin({
      // @ts-expect-error a component asks about the comment, the discussion, the root or the settings
      slots: { stream: { component: () => null, fragments: { user: 'fragment A on User { id }' } } },
    }),
    // @ts-expect-error isExcluded answers by a truth value
    defineClientPlugin({ slots: { stream: { component: () => null, isExcluded: () => 'no' } } }),
    // @ts-expect-error an entry of a slot has a component
    defineClientPlugin({ slots: { stream: { isExcluded: () => true } } }),
    // @ts-expect-error a queue has an icon
    defineClientPlugin({ queues: { mine: { name: 'mine' } } }),
    // @ts-expect-error a queue selects by statuses that there are
    defineClientPlugin({ queues: { mine: { name: 'mine', icon: 'M4 12h16', statuses: ['ACEPTED'] } } }),
    // @ts-expect-error what a queue follows is heard
    defineClientPlugin({ queues: { mine: { name: 'a', icon: 'M4 1', subscriptions: { told: { document: '' } } } } }),
    // @ts-expect-error a comment that has changed is named by its id
    defineClientPlugin({ slots: { adminModeration: ({ handleCommentChange }) => handleCommentChange({ id: 'one' }) } }),
    // @ts-expect-error the navigation of the panel is about no discussion
    defineClientPlugin({ slots: { adminModerationIndicator: ({ asset }) => asset } }),
    // @ts-expect-error a user is named by the id
    (({ viewUserDetail }: PartActions) => viewUserDetail({ id: 'one' }))(actions),
    // @ts-expect-error a query has a document
    defineClientPlugin({ queries: { mine: {} } }),
    // @ts-expect-error a subscription hears its events
    defineClientPlugin({ subscriptions: { mine: { document: 'subscription { a }' } } }),
    // @ts-expect-error tabs are on two levels
    defineClientPlugin({ tabs: { profileTabs: 'mine' } }),
    // @ts-expect-error a tab that lists comments has a tag
    defineClientPlugin({ tabs: { streamTabs: { name: 'pins' } } }),
    // @ts-expect-error a tab at the top lists no comments
    defineClientPlugin({ tabs: { embedStreamTabs: { tag: 'PINNED' } } }),
    // @ts-expect-error a field of the discussion that no fragment adds is unknown
    defineClientPlugin({ slots: { stream: ({ asset }: SlotProps['stream']) => asset.pinnedCount } }),
    // @ts-expect-error what is changed about the discussion is a field of it
    (page: LivePage) => page.changeAsset(() => ({ pinned: 1 })),
    // @ts-expect-error a field of the configuration has a default
    defineClientPlugin({ config: { limit: { min: 1 } } }),
    // @ts-expect-error a class is a text
    defineClientPlugin({ commentClass: () => true }),
    // @ts-expect-error a part draws slots that there are
    defineClientPlugin({ draws: ['nowhere'] }),
    // @ts-expect-error the orders of a part are a list
    defineClientPlugin({ sorts: 'RESPECTS' }),
    // @ts-expect-error init gets what a part starts with, and no list
    defineClientPlugin({ init: (parts: string[]) => void parts.length }),
    // @ts-expect-error there is no such permission
    can(null, 'MODERATE'),
  ]
  expectTypeOf<'login'>().toExtend<SlotName>()
  expect(wrong).toHaveLength(30)
})
