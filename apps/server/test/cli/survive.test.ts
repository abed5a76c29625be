import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { freePort } from '../redis.ts'
import { emptyFolder, serve } from './command.ts'

test('what a plugin leaves behind, a rejection or an error in a timer, is logged as its own, and the process lives', async () => {
  await using folder = await emptyFolder()
  await mkdir(join(folder.path, 'plugins/careless'), { recursive: true })
  await writeFile(join(folder.path, 'plugins/careless/index.js'), `
    module.exports = { init({ defer }) {
      void Promise.reject(new Error('left behind: rejected'))
      const timer = setInterval(() => { throw new Error('left behind: thrown') }, 50)
      defer(() => clearInterval(timer))
    } }`)
  await using server = await serve({ cwd: folder.path, port: await freePort(), env: { PLATFORM_PLUGINS_JSON: '{"server": ["careless"]}' } })
  await expect.poll(() => server.log.match(/left behind: (?:rejected|thrown)/g)?.length ?? 0, { timeout: 5_000 }).toBeGreaterThan(3)
  expect(server.log).toContain('PLUGIN_HOOK_FAILED careless init: nobody waited for this')
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
  server.stop('SIGTERM')
  expect((await server.ended).exitCode).toBe(0)
})
