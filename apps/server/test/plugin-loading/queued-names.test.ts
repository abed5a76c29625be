import { createTestPlatform } from '@platform/plugin-testing'
import { expect, test } from 'vitest'
import { named } from '../compose/named.ts'
import { sitesInTurn } from '../plugin-commands/site.ts'

const createSite = sitesInTurn()

const SAYS = 'the name begins with that of the plugin platform-plugin-other, which may have such a job itself'

/** What else may be wrong with a plugin → its other hooks, and what doctor says of them. */
const WRONG: Record<string, { hooks: string; says: string; job?: string }> = {
  nothing: { hooks: '', says: '' },
  'a hook that fails': {
    hooks: 'router() { throw new Error("no such gateway") }',
    says: 'mine router: no such gateway',
  },
  'a misspelt hook': { hooks: 'routr() {}', says: 'mine routr: there is no such hook' },
  'a hook of the wrong type': { hooks: 'tags: 5', says: 'mine tags: is a number, expected a list' },
  'another job of the wrong shape': {
    hooks: "get jobs() { return { 'other.x': { run() {} }, bad: {} } }",
    says: 'mine jobs: bad.run: expected a function',
  },
  'the job itself': { hooks: '', says: 'mine jobs: other.x.run: expected a function', job: '{}' },
  'a schedule': { hooks: '', says: 'the schedule "soon" can\'t be read', job: '{ run() {}, schedule: "soon" }' },
}

test.each(Object.entries(WRONG))(
  'doctor reports a job with the name of another plugin, when %s is wrong besides',
  async (_what, { hooks, says, job = '{ run() {} }' }) => {
    await using site = await createSite(
      {
        'plugins.json': '{"server": ["platform-plugin-other", "mine"]}',
        'plugins/platform-plugin-other/index.js': 'module.exports = {}',
        'plugins/mine/index.js': `module.exports = { jobs: { 'other.x': ${job}, 'mine.y': { run() {} } }, ${hooks} }`,
      },
      { packages: false },
    )
    const { code, out } = await site.platform(['plugins', 'doctor'])
    expect(code).toBe(1)
    expect(out).toContain(`PLUGIN_HOOK_INVALID  mine jobs: other.x: ${SAYS}`)
    expect(out).toContain('fix  call it mine.x')
    expect(out).toContain(says)
    expect(out).not.toContain('mine.y')
  },
  60_000,
)

const job = { run: () => {} }
const other = named('other', { jobs: { 'other.x': job } })

test('two plugins with one job are told of the conflict alone, and of nothing when one may replace the other', async () => {
  const mine = named('mine', { jobs: { 'other.x': job } })
  const failure = await createTestPlatform({ plugins: [other, mine] }).catch((error: unknown) => String(error))
  expect(failure).toContain('both define the job other.x')
  expect(failure).not.toContain('the name begins with')
  await using _platform = await createTestPlatform({
    plugins: [other, mine],
    settings: { mine: { allow: ['job.override:other.x'] } },
  })
})

test('a plugin whose name continues that of another may have jobs of its own name', async () => {
  await using platform = await createTestPlatform({
    plugins: [other, named('other.x', { jobs: { 'other.x.y': job } }), named('others', { jobs: { 'others.x': job } })],
  })
  expect(platform.logs.filter(({ level }) => level === 'warn' || level === 'error')).toEqual([])
})
