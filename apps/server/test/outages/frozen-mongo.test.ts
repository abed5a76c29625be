import { definePlugin } from '@platform/plugin-sdk'
import { createTestPlatform } from '@platform/plugin-testing'
import { afterAll, expect } from 'vitest'
import { z } from 'zod'
import { startMongo } from '../../../../packages/docstore/test/mongo.ts'
import { testWith } from '../../../../test/needs.ts'
import { directly, impatient, proxyTo } from './proxy.ts'

const mongo = await startMongo()
afterAll(mongo.stop)

/** What was answered, and after how many seconds. */
async function timed(request: Promise<Response>): Promise<{ status: number; text: string; seconds: number }> {
  const begun = performance.now()
  const response = await request
  return { status: response.status, text: await response.text(), seconds: (performance.now() - begun) / 1000 }
}

testWith(mongo)(
  'a frozen MongoDB is reported in 3 s, keeps no caller waiting over 5 s, and is used again once it answers [F3]',
  { timeout: 60_000 },
  async () => {
    await using proxy = await proxyTo(mongo.url())
    await using platform = await createTestPlatform({ env: { PLATFORM_DOCSTORE_URL: directly(proxy.url) } })
    const ada = platform.as(await platform.createUser({ username: 'Ada' }))
    expect((await ada.graphql('{ me { username } }')).data).toEqual({ me: { username: 'Ada' } })
    const { id } = await platform.createAsset()
    proxy.freeze()
    const readiness = await timed(platform.http('/readyz'))
    expect(readiness).toMatchObject({ status: 503, text: 'document store: not reachable\n' })
    expect(readiness.seconds).toBeLessThan(3)
    const signedIn = await timed(
      ada.http('/api/v1/graph/ql', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query: '{ me { username } }' }),
      }),
    )
    expect(signedIn).toMatchObject({ status: 503, text: expect.stringContaining('UNAVAILABLE') })
    expect(signedIn.seconds).toBeLessThan(5)
    // By now the driver knows, and says so as soon as it has looked for another server.
    const anonymous = await timed(platform.http(`/api/v1/graph/ql?query={asset(id:"${id}"){id}}`))
    expect(anonymous.status).toBe(503)
    expect(anonymous.seconds).toBeLessThan(11)
    const stacks = platform.logs.filter(({ err }) => (err as { stack?: string } | undefined)?.stack !== undefined)
    expect(stacks).toEqual([])
    proxy.thaw()
    await expect.poll(async () => (await platform.http('/readyz')).status, { timeout: 20_000 }).toBe(200)
    expect((await ada.graphql('{ me { username } }')).data).toEqual({ me: { username: 'Ada' } })
  },
)

testWith(mongo)(
  'a job that ends while MongoDB is frozen is done, and not done again when MongoDB answers',
  { timeout: 60_000 },
  async () => {
    const [begun, goesOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    let runs = 0
    const plugin = definePlugin({
      name: 'letters',
      sdk: '^1.0',
      jobs: {
        'letters.send': {
          input: z.object({}),
          async run() {
            runs += 1
            begun.resolve()
            await goesOn.promise
          },
        },
      },
    })
    await using proxy = await proxyTo(mongo.url())
    await using platform = await createTestPlatform({
      plugins: [plugin],
      env: { PLATFORM_DOCSTORE_URL: impatient(proxy.url) },
    })
    await platform.services.jobs.add('letters.send' as never, {} as never)
    await begun.promise
    proxy.freeze()
    goesOn.resolve()
    // Meanwhile the server has tried at least once to store that the job is done.
    await expect.poll(async () => (await platform.http('/readyz')).status, { timeout: 20_000 }).toBe(503)
    await expect.poll(() => platform.logs.filter(({ reason }) => reason).length, { timeout: 20_000 }).toBeGreaterThan(0)
    proxy.thaw()
    // Soon enough that the lease, by which another server would take it, has not ended.
    await expect.poll(() => platform.services.jobs.list({ type: 'letters.send' }), { timeout: 20_000 }).toEqual([])
    expect(runs).toBe(1)
  },
)
