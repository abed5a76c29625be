import {
  type AssetData,
  definePlugin,
  type HookObject,
  type PersonalData,
  type PersonalRecord,
} from '@platform/plugin-sdk'
import { expectTypeOf } from 'vitest'
import { z } from 'zod'

declare const nothing: AsyncIterable<PersonalRecord>

export const votes = definePlugin({
  name: 'votes',
  sdk: '^1.0',
  config: z.strictObject({ batch: z.number().default(100) }),
  loaders: () => ({ Votes: { of: async (_userId: string) => ['tea'] } }),
  personalData: {
    async *export(userId, context) {
      expectTypeOf(userId).toEqualTypeOf<string>()
      for (const choice of await context.loaders.Votes.of(userId)) yield { name: 'votes', record: { choice } }
    },
    erase(userId, { config }) {
      expectTypeOf(userId).toEqualTypeOf<string>()
      expectTypeOf(config).toEqualTypeOf<{ batch: number }>()
      return config.batch
    },
  },
})

export const bare = {
  personalData: {
    export: (_userId, { log }) => {
      log.info('an export')
      return nothing
    },
    erase: async () => 0,
  },
} satisfies HookObject

export const wrong = [
  definePlugin({
    name: 'no-erase',
    sdk: '^1.0',
    // @ts-expect-error what is exported can be erased too
    personalData: { export: () => nothing },
  }),
  definePlugin({
    name: 'no-count',
    sdk: '^1.0',
    personalData: {
      export: () => nothing,
      // @ts-expect-error erase answers how many documents it changed
      erase: async () => {},
    },
  }),
  definePlugin({
    name: 'all-at-once',
    sdk: '^1.0',
    personalData: {
      // @ts-expect-error records are yielded one by one
      export: async () => [{ name: 'votes', record: {} }],
      erase: () => 0,
    },
  }),
  definePlugin({
    name: 'no-name',
    sdk: '^1.0',
    personalData: {
      // @ts-expect-error each record says of which kind it is
      async *export() {
        yield { record: { choice: 'tea' } }
      },
      erase: () => 0,
    },
  }),
]

expectTypeOf<HookObject['personalData']>().toEqualTypeOf<PersonalData | undefined>()

export const polls = definePlugin({
  name: 'polls',
  sdk: '^1.0',
  config: z.strictObject({ batch: z.number().default(100) }),
  assetData: {
    merge({ from, into }, { config }) {
      expectTypeOf([from, into]).toEqualTypeOf<string[]>()
      return config.batch
    },
  },
})

expectTypeOf<HookObject['assetData']>().toEqualTypeOf<AssetData | undefined>()
