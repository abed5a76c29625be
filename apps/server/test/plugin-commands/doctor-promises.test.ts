import { expect, test } from 'vitest'
import { createSite, sitesInTurn } from './site.ts'

const createSiteInTurn = sitesInTurn()

test.each(['router', 'authStrategies'])(
  'doctor says of an async %s that it may not be, and of what else is wrong',
  async hook => {
    await using site = await createSiteInTurn(
      {
        'plugins.json': '{"server": ["late", "broken"]}',
        'plugins/late/index.js': `module.exports = { async ${hook}() { throw new Error('too late') } }`,
        'plugins/broken/index.js': 'module.exports = { router() { throw new Error("no such gateway") } }',
      },
      { packages: false },
    )
    const { code, out, err } = await site.platform(['plugins', 'doctor'])
    expect(code).not.toBe(0)
    expect(out + err).toContain(`late ${hook}: returned a promise`)
    expect(out + err).toContain('plugins/late/index.js')
    expect(out + err).toContain('broken router: no such gateway')
    expect(out + err).not.toMatch(/^\s+at .*:\d+:\d+/m)
  },
)

test.each(['app', 'connect'])(
  'a server whose plugin fails in %s says which, and where it is, in place of a stack',
  async hook => {
    await using site = await createSite(
      {
        'plugins.json': '{"server": ["broken"]}',
        'plugins/broken/index.js': `module.exports = { ${hook}() { throw new Error('no such gateway') } }`,
      },
      { packages: false },
    )
    const { code, out, err } = await site.platform(['serve'], { PORT: '0', HOST: '127.0.0.1' })
    expect([code, out]).toEqual([78, ''])
    expect(err).toContain(`PLUGIN_HOOK_FAILED  broken ${hook}: no such gateway`)
    expect(err).toContain('plugins/broken/index.js')
    expect(err).not.toMatch(/^\s+at .*:\d+:\d+/m)
  },
)
