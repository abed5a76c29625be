import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestPlatform } from '@platform/plugin-testing'
import { afterAll, expect } from 'vitest'
import { startMongo } from '../../../../packages/docstore/test/mongo.ts'
import { type Need, testWith } from '../../../../test/needs.ts'
import { listenTo, plansOf } from '../lists/plans.ts'
import { importLines, line, manyLines } from './threads-file.ts'

const mongo = await startMongo()
afterAll(mongo.stop)
const folder = await mkdtemp(join(tmpdir(), 'platform-import-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

importsInto('the embedded store', () => `sqlite:${join(folder, 'platform.db')}`)
importsInto('MongoDB', mongo.url, mongo)

function importsInto(store: string, urlOf: () => string, ...needs: Need[]): void {
  testWith(...needs)(
    `what an import asks ${store} is found by its indexes, however much is there`,
    { timeout: 60_000 },
    async () => {
      const url = urlOf()
      const listener = await listenTo(url)
      await using platform = await createTestPlatform({ env: { PLATFORM_DOCSTORE_URL: url } })
      await importLines(
        platform,
        manyLines(2_100).map((each, n) => ({
          ...each,
          parent_id: null,
          asset: { url: `https://news.example/${n % 700}` },
          author: { id: `a${n}`, username: `author ${n}` },
        })),
      )
      const asked = await listener.of(() =>
        importLines(platform, [
          line('new', { asset: { url: 'https://news.example/new' }, author: { id: 'new', username: 'author 7' } }),
          line('more', { asset: { url: 'https://news.example/1' }, author: { id: 'a1', username: 'author 1' } }),
        ]),
      )
      expect(asked.length).toBeGreaterThan(3)
      for (const [n, plan] of (await plansOf(asked)).entries())
        expect({ filter: asked[n]!.filter, ...plan }).toMatchObject({ usesIndex: true })
    },
  )
}
