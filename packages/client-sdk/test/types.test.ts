import { expect, expectTypeOf, test } from 'vitest'
import { defineClientPlugin, type SlotName, type SlotProps } from '../src/index.ts'

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
    // @ts-expect-error a hook of the form gives the input or nothing
    defineClientPlugin({ commentForm: { preSubmit: () => 'text' } }),
  ]
  expectTypeOf<'login'>().toExtend<SlotName>()
  expect(wrong).toHaveLength(5)
})
