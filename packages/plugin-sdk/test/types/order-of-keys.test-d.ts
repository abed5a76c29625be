import { definePlugin, type PluginContext } from '@platform/plugin-sdk'
import { expectTypeOf } from 'vitest'
import { z } from 'zod'

const config = z.object({ max: z.number() })

/** Loaders without a parameter, or with an annotated one, may stand below what uses them. */
export const upsideDown = definePlugin({
  name: 'upside-down',
  sdk: '^1.0',
  config,
  resolvers: {
    Comment: {
      length: (comment, _args, { loaders, mutators }) => {
        expectTypeOf(mutators.Lengths.reset).toEqualTypeOf<(id: string) => boolean>()
        return loaders.Lengths.of(comment.id)
      },
    },
  },
  mutators: () => ({ Lengths: { reset: (id: string) => id !== '' } }),
  loaders: (context: PluginContext<z.output<typeof config>>) => ({
    Lengths: { of: (id: string) => Math.min(id.length, context.config.max) },
  }),
})

/** Manifest keys may stand anywhere: they have no parameters to infer. */
export const manifestLast = definePlugin({
  resolvers: {
    Comment: {
      max: (_comment, _args, context) => {
        expectTypeOf(context.config).toEqualTypeOf<{ max: number }>()
        return context.config.max
      },
    },
  },
  config,
  sdk: '^1.0',
  name: 'manifest-last',
})

export const tooLate = definePlugin({
  name: 'too-late',
  sdk: '^1.0',
  // @ts-expect-error the compiler has not read loaders yet, and says so instead of giving any
  resolvers: { Comment: { length: (comment, _args, { loaders }) => loaders.Lengths.of(comment.id) } },
  loaders: context => ({ Lengths: { of: (id: string) => `${context.id}${id}` } }),
})
