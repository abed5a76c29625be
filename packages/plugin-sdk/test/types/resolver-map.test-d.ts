import { type Comment, type CoreLoaders, definePlugin, type HookObject } from '@platform/plugin-sdk'
import { GraphQLScalarType } from 'graphql'
import { expectTypeOf } from 'vitest'
import './notifier.ts'

export const shapes = definePlugin({
  name: 'shapes',
  sdk: '^1.0',
  requires: { notifier: '^2.0' },
  loaders: () => ({ Shapes: { all: async () => [{ size: 1 }] } }),
  resolvers: {
    Turn: { LEFT: -1, RIGHT: 1 },
    Mood: new GraphQLScalarType({ name: 'Mood' }),
    Shape: {
      __resolveType: (value, { plugins, loaders }, info) => {
        expectTypeOf(plugins.notifier.notify).toBeFunction()
        expectTypeOf(loaders.Shapes.all).returns.resolves.toEqualTypeOf<{ size: number }[]>()
        expectTypeOf(info.fieldName).toBeString()
        return 'size' in value ? 'Circle' : null
      },
    },
    Circle: {
      __isTypeOf: (value, { plugins }) => {
        expectTypeOf(plugins.notifier.notify).toBeFunction()
        return 'size' in value
      },
    },
    Comment: {
      shout: {
        resolve: (comment, _args, { plugins, loaders }) => {
          expectTypeOf(comment).toEqualTypeOf<Comment>()
          expectTypeOf(plugins.notifier.notify).toBeFunction()
          expectTypeOf(loaders.Shapes.all).toBeFunction()
          return comment.body
        },
      },
    },
    RootQuery: { shapes: { resolve: (_root, _args, { loaders }) => loaders.Shapes.all() } },
  },
})

definePlugin({
  name: 'a',
  sdk: '^1.0',
  // @ts-expect-error which events a subscription gets is said in setupFunctions
  resolvers: { Subscription: { added: { resolve: () => 1, subscribe: () => 1 } } },
})
// @ts-expect-error a type is said by its name
definePlugin({ name: 'a', sdk: '^1.0', resolvers: { Shape: { __resolveType: () => 5 } } })
// @ts-expect-error a check says yes or no
definePlugin({ name: 'a', sdk: '^1.0', resolvers: { Circle: { __isTypeOf: () => 'Circle' } } })
// @ts-expect-error the fields of a core type are resolved by functions
definePlugin({ name: 'a', sdk: '^1.0', resolvers: { Comment: { mood: 5 } } })
definePlugin({
  name: 'a',
  sdk: '^1.0',
  // @ts-expect-error without requires, a plugin has no context of another plugin, also in { resolve }
  resolvers: { Comment: { mood: { resolve: (_comment, _args, { plugins }) => plugins.notifier.notify('x') } } },
})
definePlugin({
  name: 'a',
  sdk: '^1.0',
  // @ts-expect-error nor where a type is said
  resolvers: { Shape: { __resolveType: (_value, { plugins }) => plugins.notifier.notify('x') } },
})

export const plain = {
  resolvers: {
    Turn: { LEFT: 'left' },
    Shape: {
      __resolveType: (_value, { loaders }) => {
        expectTypeOf(loaders.Users).toExtend<CoreLoaders['Users']>()
        return 'Circle'
      },
    },
  },
} satisfies HookObject
