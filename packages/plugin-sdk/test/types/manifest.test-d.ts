import {
  type ConfigSchema,
  type Configured,
  configure,
  definePlugin,
  type HookObject,
  MANIFEST,
  type Manifest,
  type Plugin,
  type TypesOf,
  type UncheckedConfig,
} from '@platform/plugin-sdk'
import { expectTypeOf } from 'vitest'
import { z } from 'zod'

const config = z.object({
  max: z.number().default(1),
  token: z.string(),
  mail: z.object({ password: z.string(), port: z.number() }).optional(),
})

// What can be said of the contract.
export const ranges = (
  [
    '^1',
    '^1.0',
    '~1.2',
    '1.x',
    '1.2.x',
    '1.2.3',
    '^1.2.3',
    '>=1.2 <3',
    '1.0 - 1.4',
    '^1.2 || ^2.0',
    '^2.0.0-rc.1',
  ] as const
).map(sdk => definePlugin({ name: 'a', sdk }))

// @ts-expect-error a plugin says which contract it is written for
definePlugin({ name: 'no-sdk' })
// @ts-expect-error any version at all is no promise
definePlugin({ name: 'any', sdk: '*' })
// @ts-expect-error nor is nothing
definePlugin({ name: 'empty', sdk: '' })
// @ts-expect-error nor is a range without an end
definePlugin({ name: 'open', sdk: '>=1' })
// @ts-expect-error nor is a tag
definePlugin({ name: 'tag', sdk: 'latest' })
// @ts-expect-error a plugin has a name
definePlugin({ sdk: '^1.0' })
// @ts-expect-error there is no such capability
definePlugin({ name: 'a', sdk: '^1.0', capabilities: ['root'] })
// @ts-expect-error versions are ranges, not numbers
definePlugin({ name: 'a', sdk: '^1.0', requires: { notifier: 2 } })

// Configuration.
export const configured = definePlugin({ name: 'configured', sdk: '^1.0', config, secrets: ['token', 'mail.password'] })
// @ts-expect-error no key of that name: a secret that is misspelt would be shown
definePlugin({ name: 'a', sdk: '^1.0', config, secrets: ['tokn'] })
// @ts-expect-error without a schema there is no key that could be one
definePlugin({ name: 'a', sdk: '^1.0', secrets: ['token'] })
// @ts-expect-error nor with an empty one
definePlugin({ name: 'a', sdk: '^1.0', config: z.strictObject({}), secrets: ['token'] })
// Whatever a key of this schema is called, and either of two kinds of settings.
export const open = definePlugin({
  name: 'open',
  sdk: '^1.0',
  config: z.looseObject({ max: z.number() }),
  secrets: ['whatever'],
})
export const either = definePlugin({
  name: 'either',
  sdk: '^1.0',
  config: z.union([z.object({ key: z.string() }), z.object({ file: z.string() })]),
  secrets: ['key', 'file'],
})
// @ts-expect-error a schema, not an example of the settings
definePlugin({ name: 'a', sdk: '^1.0', config: { max: 1 } })
// @ts-expect-error config has no such key
definePlugin({ name: 'a', sdk: '^1.0', config, init: api => api.config.maximum })
definePlugin({
  name: 'a',
  sdk: '^1.0',
  init: api => {
    expectTypeOf(api.config).toEqualTypeOf<UncheckedConfig>()
  },
})
// @ts-expect-error without a schema nothing is known of a setting
definePlugin({ name: 'a', sdk: '^1.0', loaders: context => ({ A: { max: () => context.config['max'] + 1 } }) })

/** A schema of no library at all. */
const byHand: ConfigSchema<{ every?: string }, { every: number }> = {
  '~standard': { version: 1, vendor: 'by hand', validate: () => ({ value: { every: 1 } }) },
}
export const handmade = definePlugin({
  name: 'handmade',
  sdk: '^1.0',
  config: byHand,
  secrets: ['every'],
  ready: ({ config: { every } }) => {
    expectTypeOf(every).toBeNumber()
  },
})

// What comes out.
expectTypeOf(configured[MANIFEST]).toEqualTypeOf<Manifest>()
expectTypeOf(configured[MANIFEST]).not.toBeAny()
expectTypeOf(configured).toExtend<HookObject>()
expectTypeOf(configured).toExtend<Plugin>()
const plain = definePlugin({ name: 'plain', sdk: '^1.0' })
expectTypeOf<TypesOf<typeof plain>['config']>().toEqualTypeOf<UncheckedConfig>()

// Settings in code.
expectTypeOf(configure(configured, { token: 'x' })).toEqualTypeOf<Configured<typeof configured>>()
configure(handmade, { every: '1 day' })
// @ts-expect-error token has no default
configure(configured, { max: 2 })
// @ts-expect-error max is a number
configure(configured, { token: 'x', max: 'two' })
// @ts-expect-error there is no such setting
configure(configured, { token: 'x', maximum: 2 })
configure(plain, { whatever: 'it is not checked' })
