import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { configure, definePlugin, isConfigured, MANIFEST, type Plugin } from '../src/index.ts'

const everything = () => {
  const config = z.object({ max: z.number().default(1), token: z.string() })
  const requires = { notifier: '^2.0' } as const
  const resolvers = {
    Comment: { shout: (_comment: unknown, _args: unknown, _context: unknown, _info: unknown) => 'A' },
  }
  const plugin = definePlugin({
    name: 'everything',
    version: '1.2.3',
    sdk: '^1.0',
    requires,
    optional: { counts: '^1.0' },
    order: { before: ['last'] },
    capabilities: ['http.routes'],
    config,
    secrets: ['token'],
    typeDefs: 'type Comment { shout: String }',
    resolvers,
  })
  return { plugin, config, requires, resolvers }
}

describe('what definePlugin gives', () => {
  test('is a plain object with the hooks that were given and nothing else', () => {
    const { plugin, resolvers } = everything()
    expect(Object.keys(plugin)).toEqual(['typeDefs', 'resolvers'])
    expect(Object.getPrototypeOf(plugin)).toBe(Object.prototype)
    expect(plugin.resolvers).toBe(resolvers)
  })

  test('has the manifest under a symbol that every copy of the package shares', () => {
    const { plugin, config } = everything()
    expect((plugin as unknown as Record<symbol, unknown>)[Symbol.for('@platform/plugin')]).toBe(plugin[MANIFEST])
    expect(plugin[MANIFEST]).toEqual({
      name: 'everything',
      version: '1.2.3',
      sdk: '^1.0',
      requires: { notifier: '^2.0' },
      optional: { counts: '^1.0' },
      order: { before: ['last'] },
      capabilities: ['http.routes'],
      config,
      secrets: ['token'],
      contract: 1,
    })
  })

  test('shows no manifest to those who list, copy or print the hooks', () => {
    const { plugin } = everything()
    expect(MANIFEST in { ...plugin }).toBe(false)
    expect(JSON.stringify(plugin)).not.toContain('everything')
  })

  test('has a frozen manifest, and does not change its argument', () => {
    const { plugin, config, requires } = everything()
    const { order, capabilities } = plugin[MANIFEST]
    expect(
      [plugin[MANIFEST], plugin[MANIFEST].requires, order, order?.before, capabilities].every(Object.isFrozen),
    ).toBe(true)
    expect(Object.isFrozen(requires)).toBe(false)
    expect(plugin[MANIFEST].config).toBe(config)
    expect(config.parse({ token: 'x' })).toEqual({ max: 1, token: 'x' })
  })

  test('has no keys for missing options', () => {
    expect(Object.keys(definePlugin({ name: 'small', sdk: '^1.0' })[MANIFEST]).sort()).toEqual([
      'contract',
      'name',
      'sdk',
    ])
  })

  test('hands a misspelt hook on, for the server to report with all others', () => {
    const misspelt = { name: 'typo', sdk: '^1.0', resolver: {} } as const
    expect(Object.keys(definePlugin(misspelt))).toEqual(['resolver'])
  })
})

test('configure keeps a plugin and its settings together', () => {
  const { plugin } = everything()
  const configured = configure(plugin, { token: 'x' })
  expect(configured).toEqual({ plugin, input: { token: 'x' } })
  expect([isConfigured(configured), isConfigured(plugin as Plugin)]).toEqual([true, false])
})
