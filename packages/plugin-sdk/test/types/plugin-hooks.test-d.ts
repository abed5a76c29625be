import { definePlugin, type GivenHook, type HookObject } from '@platform/plugin-sdk'
import { expectTypeOf } from 'vitest'
import { z } from 'zod'

interface Bell {
  readonly tone: string
  ring(times: number): string
}

declare module '@platform/plugin-sdk' {
  interface PluginHooks {
    readonly bells: readonly Bell[]
  }
}

const schema = z.array(z.object({ tone: z.string(), ring: z.custom<Bell['ring']>() }))

export const tower = definePlugin({
  name: 'tower',
  sdk: '^1.0',
  defines: { bells: { schema, description: 'bells' } },
  resolvers: {
    RootQuery: {
      chime: (_root, _args, { pluginHooks }) => {
        expectTypeOf(pluginHooks('bells')).toEqualTypeOf<readonly GivenHook<readonly Bell[]>[]>()
        return pluginHooks('bells').flatMap(({ plugin, value }) => value.map(({ ring }) => `${plugin} ${ring(1)}`))
      },
    },
  },
  init: ({ pluginHooks }) => {
    expectTypeOf(pluginHooks('bells')[0]?.value[0]?.tone).toEqualTypeOf<string | undefined>()
    // @ts-expect-error no plugin defines this hook
    pluginHooks('whistles')
  },
})

export const bell = definePlugin({
  name: 'bell',
  sdk: '^1.0',
  bells: [{ tone: 'c', ring: times => 'dong '.repeat(times) }],
})

export const plain: HookObject = { bells: [{ tone: 'd', ring: () => 'dong' }] }

// @ts-expect-error a bell rings
definePlugin({ name: 'a', sdk: '^1.0', bells: [{ tone: 'c' }] })
// @ts-expect-error the hook is called bells
definePlugin({ name: 'a', sdk: '^1.0', bell: [] })
// @ts-expect-error a definition has a description
definePlugin({ name: 'a', sdk: '^1.0', defines: { bells: { schema } } })
// @ts-expect-error the schema is of another hook
definePlugin({ name: 'a', sdk: '^1.0', defines: { bells: { schema: z.number(), description: 'bells' } } })
