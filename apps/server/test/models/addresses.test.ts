import type { Filter, Update } from '@platform/docstore'
import type { Asset } from '@platform/plugin-sdk'
import { createTestPlatform, type TestPlatform } from '@platform/plugin-testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AssetModel } from '../../src/compat/models/asset.ts'
import { onBothStores } from '../on-both-stores.ts'

await onBothStores(tests)

function tests(env: () => Readonly<Record<string, string>>): void {
  let platform: TestPlatform
  beforeAll(async () => {
    platform = await createTestPlatform({ env: env() })
  })
  afterAll(() => platform?.[Symbol.asyncDispose]())

  const upsert = (filter: object, update: object) =>
    AssetModel.findOneAndUpdate(filter as Filter<Asset>, update as Update<Asset>, { upsert: true, new: true })
  const stored = (filter: Filter<Asset>) =>
    platform.services.docstore.collection<Asset>('assets').find(filter).toArray()
  const opened = async (url: string) => {
    const { data } = await platform.graphql<{ asset: { id: string; url: string } }>(
      'query ($url: String!) { asset(url: $url) { id url } }',
      { url },
    )
    return data!.asset
  }

  describe('an upsert of an asset', () => {
    /** Every form of an upsert that names the address, given a form of the address. */
    const FORMS: [name: string, filter: (url: string) => object, update: (url: string) => object][] = [
      ['by the address', url => ({ url }), () => ({ $set: { author: 'Ada' } })],
      ['by the address and a title', url => ({ url, title: 'One' }), url => ({ $setOnInsert: { url } })],
      ['with the address as a field', url => ({ url }), url => ({ url, title: 'One' })],
      ['by another field', () => ({ section: crypto.randomUUID() }), url => ({ $setOnInsert: { url } })],
    ]

    test.each(FORMS)('%s has the address that the platform gives the page', async (_name, filter, update) => {
      const page = `page-${crypto.randomUUID()}`
      const given = `HTTP://LocalHost:80/${page}?utm_source=x&b=2&a=1#comments`
      const made = await upsert(filter(given), update(given))
      expect(made).toMatchObject({ url: `http://localhost/${page}?a=1&b=2` })
      expect(await opened(`http://localhost/${page}?b=2&a=1`)).toEqual({ id: made!.id, url: made!.url })
    })

    test.each(FORMS.slice(0, 3))('%s finds the asset that readers opened', async (_name, filter, update) => {
      const page = `http://localhost/page-${crypto.randomUUID()}`
      const { id } = await opened(page)
      const given = `${page}?fbclid=x#top`
      expect(await upsert(filter(given), update(given))).toMatchObject({ id, url: page })
      expect(await stored({ url: { $regex: page } })).toHaveLength(1)
    })

    test.each(FORMS.slice(0, 3))('%s finds an asset that had the address before', async (_name, filter, update) => {
      const [before, after] = [1, 2].map(n => `http://localhost/moved-${n}-${crypto.randomUUID()}`) as [string, string]
      const { id } = await opened(before)
      await platform.services.assets.update(id, { url: after })
      expect(await upsert(filter(before), update(before))).toMatchObject({ id, url: after, former_urls: [before] })
    })

    test.each(FORMS)('%s is refused for a text that is no address', async (_name, filter, update) => {
      const refused = { code: 'INVALID_ASSET_URL', message: expect.stringContaining('Give an absolute http or https') }
      await expect(upsert(filter('/page'), update('/page'))).rejects.toMatchObject(refused)
      expect(await stored({ url: '/page' })).toEqual([])
    })
  })

  test.each<[name: string, projection: Record<string, 0 | 1>, fields: string[]]>([
    ['some fields', { title: 1 }, ['_id', 'title']],
    ['the id of the store', { _id: 1 }, ['_id']],
    ['some fields without the id of the store', { title: 1, words: 1, _id: 0 }, ['title', 'words']],
  ])('a change that answers with %s is made whole, before or after it', async (_name, projection, fields) => {
    const { id } = (await upsert({ url: `http://localhost/whole-${crypto.randomUUID()}`, title: 'First' }, {}))!
    for (const [index, title] of ['Second', 'Third'].entries()) {
      const found = await AssetModel.findOneAndUpdate({ id }, { $set: { title } }, { projection, new: index === 1 })
      expect(Object.keys(found!).sort()).toEqual(fields)
      expect(await stored({ id })).toMatchObject([{ title, words: expect.arrayContaining([title.toLowerCase()]) }])
    }
    const without = await AssetModel.findOneAndUpdate({ id }, { $set: { title: 'Last' } }, { projection: { id: 0 } })
    expect([without!.title, without!.id]).toEqual(['Third', undefined])
  })

  describe('a change of the title answers with', () => {
    const url = 'http://localhost/words'
    const $set = (title: string) => ({ $set: { title } })

    test('the words that are stored, after an upsert and after an update', async () => {
      const made = await upsert({ url }, $set('First'))
      expect(made).toMatchObject({ words: ['first', 'localhost', 'words'] })
      expect(await upsert({ url, title: 'Second' }, {})).toMatchObject({ words: ['second', 'localhost', 'words'] })
      const after = await AssetModel.findOneAndUpdate({ url }, $set('Third'), { returnDocument: 'after' })
      expect(after).toMatchObject({ title: 'Third', words: ['third', 'localhost', 'words'] })
      expect((await stored({ url }))[0]).toMatchObject({ words: after!.words })
      const before = await AssetModel.findOneAndUpdate({ url }, $set('Fourth'))
      expect(before).toMatchObject({ title: 'Third', words: after!.words })
      const options = { new: true, projection: { _id: 0, id: 1, words: 1 } }
      const asked = await AssetModel.findOneAndUpdate({ url }, $set('Fifth'), options)
      expect({ ...asked }).toEqual({ id: made!.id, words: ['fifth', 'localhost', 'words'] })
    })
  })
}
