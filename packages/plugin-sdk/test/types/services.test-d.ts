import { definePlugin, type HookObject, type ServiceDefinition } from '@platform/plugin-sdk'
import { expectTypeOf } from 'vitest'

interface Bell {
  ring(): number
}
interface Tower {
  strike(): string
}

declare module '@platform/plugin-sdk' {
  interface Services {
    readonly testBell: Bell
    readonly testTower: Tower
    readonly testHour: { readonly now: number }
  }
}

export const tower = definePlugin({
  name: 'tower',
  sdk: '^1.0',
  services: {
    testHour: { needs: [], create: () => ({ now: 12 }) },
    testBell: {
      needs: ['testHour'],
      create(services) {
        expectTypeOf(services).toEqualTypeOf<{ readonly testHour: { readonly now: number } }>()
        return { ring: () => services.testHour.now }
      },
      close(bell) {
        expectTypeOf(bell).toEqualTypeOf<Bell>()
      },
    },
    testTower: {
      needs: ['testBell', 'testHour'],
      create: ({ testBell, testHour }) => ({ strike: () => `${testBell.ring()} of ${testHour.now}` }),
    },
  },
  loaders: ({ services }) => ({ Towers: { strike: () => services.testTower.strike() } }),
  resolvers: {
    RootQuery: {
      strike(_root, _args, { services, loaders }) {
        expectTypeOf(services.testBell.ring()).toEqualTypeOf<number>()
        // @ts-expect-error no such service
        services.testBells
        return loaders.Towers.strike()
      },
    },
  },
})

export const wrong = [
  definePlugin({
    name: 'not-needed',
    sdk: '^1.0',
    // @ts-expect-error create is given what needs names, and nothing else
    services: { testTower: { needs: ['testHour'], create: ({ testBell }) => ({ strike: () => String(testBell) }) } },
  }),
  definePlugin({
    name: 'unknown-need',
    sdk: '^1.0',
    // @ts-expect-error there is no service of that name
    services: { testTower: { needs: ['testBels'], create: () => ({ strike: () => '' }) } },
  }),
  definePlugin({
    name: 'another-type',
    sdk: '^1.0',
    // @ts-expect-error strike gives a text
    services: { testTower: { needs: ['testBell'], create: ({ testBell }) => ({ strike: () => testBell.ring() }) } },
  }),
  definePlugin({
    name: 'unregistered',
    sdk: '^1.0',
    // @ts-expect-error its type was never added to Services
    services: { testClock: { needs: [], create: () => ({}) } },
  }),
  definePlugin({
    name: 'a-promise',
    sdk: '^1.0',
    // @ts-expect-error create returns the service itself, not a promise of it
    services: { testBell: { needs: [], create: async () => ({ ring: () => 1 }) } },
  }),
  definePlugin({
    name: 'without-needs',
    sdk: '^1.0',
    // @ts-expect-error needs is written also when there are none
    services: { testBell: { create: () => ({ ring: () => 1 }) } },
  }),
]

export const plain = {
  services: { testBell: { needs: ['testHour'], create: ({ testHour }) => ({ ring: () => testHour.now }) } },
} satisfies HookObject

export const alone: ServiceDefinition<Bell, 'testHour'> = {
  needs: ['testHour'],
  create: ({ testHour }) => ({ ring: () => testHour.now }),
}
