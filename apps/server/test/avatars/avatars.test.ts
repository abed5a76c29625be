import { createTestPlatform, type TestPlatform } from '@platform/plugin-testing'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { onBothStores } from '../on-both-stores.ts'
import { avatarBeside, comeFrom, removeAvatar, shownOf } from './operations.ts'
import { type PictureServer, startPictureServer } from './picture-server.ts'
import { colourAt, jpeg, sizeOf, twoColours, withExif } from './pictures.ts'

let pictures: PictureServer
beforeAll(async () => {
  pictures = await startPictureServer()
})
afterAll(() => pictures[Symbol.asyncDispose]())

const ada = { id: 'ada-1815', name: 'Ada Lovelace' }

await onBothStores(env => {
  let platform: TestPlatform
  let path: string
  beforeEach(async ({ task }) => {
    path = `/${encodeURIComponent(task.id)}.jpg`
    platform = await createTestPlatform({ env: { ...env(), PLATFORM_OUTBOUND_ALLOW: pictures.host } })
  })
  afterEach(() => platform[Symbol.asyncDispose]())

  const bytesAt = async (address: string) => {
    const answer = await platform.http(address)
    return answer.status === 200 ? Buffer.from(await answer.arrayBuffer()) : null
  }

  test('readers see the picture that the provider gave, drawn again without its metadata', async () => {
    const user = await comeFrom(platform, ada, pictures.put(path, withExif(3, 'at my home')))
    const address = await shownOf(platform, user)
    expect(address).toMatch(/^\/avatars\/[\w-]{16}$/)
    const picture = (await bytesAt(address!))!
    expect([sizeOf(picture), colourAt(picture, 20, 128)]).toEqual([[256, 256], 'blue'])
    expect([picture.includes('at my home'), picture.includes('Exif'), picture.length < 10_000]).toEqual([
      false,
      false,
      true,
    ])
  })

  test('a picture is fetched once, and again when its address changes', async () => {
    const user = await comeFrom(platform, ada, pictures.put(path, jpeg()))
    const asset = await platform.createAsset()
    const author = (await platform.services.users.findById(user.id))!
    const comment = await platform.createComment({ asset, author: { user: author, token: '' } })
    const first = await avatarBeside(platform, comment.id)
    await comeFrom(platform, ada, pictures.put(path, twoColours(30, 30).get_bytes(), 'image/png'))
    expect([pictures.times(path), await avatarBeside(platform, comment.id)]).toEqual([1, first])

    await comeFrom(platform, ada, pictures.put(`${path}?2`, twoColours(90, 300, 0).get_bytes(), 'image/png'))
    const second = await avatarBeside(platform, comment.id)
    expect([second === first, await bytesAt(first!)]).toEqual([false, null])
    expect(colourAt((await bytesAt(second!))!, 128, 128)).toBe('255 255 255')
  })

  test('a provider that has no picture any more takes the old one away, and silence changes nothing', async () => {
    const user = await comeFrom(platform, ada, pictures.put(path, jpeg()))
    const address = await shownOf(platform, user)
    await comeFrom(platform, ada, undefined)
    expect(await shownOf(platform, user)).toBe(address)
    await comeFrom(platform, ada, null)
    expect([await shownOf(platform, user), await bytesAt(address!)]).toEqual([null, null])
    await comeFrom(platform, ada, pictures.put(path, jpeg()))
    expect(await shownOf(platform, user)).toBe(address)
  })

  test('a removed picture is gone at once, and no other is ever fetched', async () => {
    const user = await comeFrom(platform, ada, pictures.put(path, jpeg()))
    const asset = await platform.createAsset()
    const owner = (await platform.services.users.findById(user.id))!
    const comment = await platform.createComment({ asset, author: { user: owner, token: '' } })
    const address = await avatarBeside(platform, comment.id)
    expect(await removeAvatar(platform.as(owner), user.id)).toBeNull()
    expect([await avatarBeside(platform, comment.id), await bytesAt(address!)]).toEqual([null, null])
    await comeFrom(platform, ada, pictures.put(`${path}?2`, jpeg()))
    expect([pictures.times(`${path}?2`), await avatarBeside(platform, comment.id)]).toEqual([0, null])
    expect(await removeAvatar(platform.as(owner), user.id)).toBeNull()
  })

  test('a picture that is removed while it is read is not stored', async () => {
    let answer = () => {}
    const asked = Promise.withResolvers<void>()
    const address = pictures.put(path, response => {
      answer = () => response.writeHead(200, { 'content-type': 'image/jpeg' }).end(jpeg())
      asked.resolve()
    })
    const reading = comeFrom(platform, ada, address)
    await asked.promise
    const { providerSignIn, avatars, docstore } = platform.services
    const user = await providerSignIn.userOf({ provider: 'elsewhere', id: ada.id, displayName: ada.name })
    await avatars.remove(user, user.id)
    answer()
    await reading
    expect(await shownOf(platform, user)).toBeNull()
    expect(await docstore.collection('avatars').findOne({ id: user.id } as never)).toMatchObject({ bytes: null })
  })

  test('the same picture has an address of its own for each user, so one removal is not that of the other', async () => {
    const address = pictures.put(path, jpeg())
    const one = await comeFrom(platform, ada, address)
    const other = await comeFrom(platform, { id: 'other', name: 'Another' }, address)
    const [first, second] = [await shownOf(platform, one), await shownOf(platform, other)]
    expect(first).not.toBe(second)
    await platform.services.avatars.remove(one, one.id)
    expect([await bytesAt(first!), await bytesAt(second!)]).toEqual([null, expect.any(Buffer)])
  })

  test('a picture is in the export of its owner, and gone with the account', async () => {
    const user = await comeFrom(platform, ada, pictures.put(path, jpeg()))
    const address = await shownOf(platform, user)
    const records = []
    for await (const item of platform.services.composition.personalData.export(user.id)) records.push(item)
    const picture = records.find(({ name }) => name === 'avatar')!.record as { base64: string }
    expect(Buffer.from(picture.base64, 'base64').equals((await bytesAt(address!))!)).toBe(true)

    await platform.services.erasure.request(user, user.id)
    await platform.services.jobs.idle()
    expect([
      await bytesAt(address!),
      await platform.services.docstore.collection('avatars').countDocuments({}),
    ]).toEqual([null, 0])
  })
})
