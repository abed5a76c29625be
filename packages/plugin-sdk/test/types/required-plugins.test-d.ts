import { definePlugin } from '@platform/plugin-sdk'
import { expectTypeOf } from 'vitest'
import './notifier.ts'

export const requiring = definePlugin({
  name: 'requiring',
  sdk: '^1.0',
  requires: { notifier: '^2.0', counts: '^1.0', 'written-in-javascript': '^3.0' },
  resolvers: {
    Comment: {
      ok: (comment, _args, { plugins, loaders }) => {
        expectTypeOf(plugins.notifier.notify).toEqualTypeOf<(message: string) => Promise<number>>()
        expectTypeOf(plugins.counts.total).returns.toBeNumber()
        expectTypeOf(loaders.Comments.getDeepCount).toExtend<(id: string) => Promise<number>>()
        return loaders.Comments.get(comment.id)
      },
      // @ts-expect-error stranger is in the registry, but this plugin does not require it
      hidden: (_comment, _args, { plugins }) => plugins.stranger.secret(),
      // @ts-expect-error nor are its loaders visible
      hiddenLoader: (_comment, _args, { loaders }) => loaders.Strange.all(),
      // @ts-expect-error a plugin without types provides nothing the compiler knows
      untyped: (_comment, _args, { plugins }) => plugins['written-in-javascript'].anything(),
      // @ts-expect-error notify takes a text
      wrongArgument: (_comment, _args, { plugins }) => plugins.notifier.notify(5),
    },
  },
})

export const requiringNone = definePlugin({
  name: 'alone',
  sdk: '^1.0',
  // @ts-expect-error without requires, a plugin has no context of another plugin
  context: { alone: ({ plugins }) => ({ run: () => plugins.notifier.notify('x') }) },
  // @ts-expect-error without requires, a plugin has no loaders of another plugin
  mutators: ({ loaders }) => ({ Alone: { run: () => loaders.Notices.count('x') } }),
})

export const optional = definePlugin({
  name: 'optional',
  sdk: '^1.0',
  optional: { notifier: '^2.0', counts: '^1.0' },
  resolvers: {
    Comment: {
      ok: async (comment, _args, { plugins, loaders }) => {
        expectTypeOf(plugins.notifier?.notify).toEqualTypeOf<((message: string) => Promise<number>) | undefined>()
        expectTypeOf(loaders.Comments.getDeepCount).toExtend<((id: string) => Promise<number>) | undefined>()
        await plugins.notifier?.notify('hello')
        return (await loaders.Counts?.all()) ?? loaders.Comments.get(comment.id)
      },
      // @ts-expect-error the plugin may be absent
      careless: (_comment, _args, { plugins }) => plugins.notifier.notify('hello'),
      // @ts-expect-error so may what it adds to a group of the core
      carelessLoader: (comment, _args, { loaders }) => loaders.Comments.getDeepCount(comment.id),
    },
  },
})
