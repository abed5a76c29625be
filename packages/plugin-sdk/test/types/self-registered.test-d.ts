import { definePlugin } from '@platform/plugin-sdk'
import { expectTypeOf } from 'vitest'

// Plugins of one file that register themselves and require each other: finding out what one is must neither
// need the registry's other entries nor the plugin itself.

export const one = definePlugin({
  name: 'one',
  sdk: '^1.0',
  context: { one: context => ({ id: () => context.id }) },
  loaders: ({ plugins }) => ({ One: { of: (text: string) => plugins.one.id() + text } }),
  mutators: ({ loaders }) => ({ One: { set: (text: string) => loaders.One.of(text).length } }),
  resolvers: {
    Comment: {
      one: (comment, _args, { loaders, mutators }) => [loaders.One.of(comment.id), mutators.One.set(comment.id)],
    },
  },
})

export const two = definePlugin({
  name: 'two',
  sdk: '^1.0',
  requires: { one: '^1.0' },
  context: { two: ({ plugins }) => ({ id: () => plugins.one.id() }) },
  loaders: ({ plugins, loaders }) => ({ Two: { of: (text: string) => plugins.two.id() + loaders.One.of(text) } }),
  router: router => {
    router.get('/api/v1/two/:text', (req, res) => res.json(req.context.loaders.Two.of(req.params['text'] ?? '')))
  },
})

export const three = definePlugin({
  name: 'three',
  sdk: '^1.0',
  requires: { two: '^1.0' },
  optional: { one: '^1.0' },
  loaders: ({ loaders, plugins }) => ({ Three: { count: () => loaders.Two.of(plugins.one?.id() ?? '').length } }),
  resolvers: {
    RootQuery: {
      three: (_root, _args, { loaders }) => {
        expectTypeOf(loaders.Three.count).toExtend<() => number>()
        return loaders.Three.count()
      },
    },
  },
})

declare module '@platform/plugin-sdk' {
  interface PluginRegistry {
    one: typeof one
    two: typeof two
    three: typeof three
  }
}
