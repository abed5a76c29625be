import type { Asset } from '@platform/plugin-sdk'
import { createTestPlatform, type TestPlatform, type TestUser } from '@platform/plugin-testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let platform: TestPlatform
let moderator: TestPlatform
let author: TestUser
const NOON = new Date('2026-03-01T12:00:00.000Z')

beforeAll(async () => {
  platform = await createTestPlatform({ now: NOON })
  moderator = platform.as(await platform.createUser({ roles: ['MODERATOR'] }))
  author = await platform.createUser()
})

afterAll(() => platform[Symbol.asyncDispose]())

const ERRORS = 'errors { translation_key ... on ValidationUserError { field_name } }'
async function change(mutation: string, variables: Record<string, unknown>, by = moderator) {
  const { data, errors } = await by.graphql(
    `mutation ($id: ID!, $input: ${mutation[0]!.toUpperCase()}${mutation.slice(1).replace('update', '')}Input!) { answer: ${mutation}(id: $id, input: $input) { ${ERRORS} } }`.replace(
      '$input: UpdateAssetSettingsInput',
      '$input: AssetSettingsInput',
    ),
    variables,
  )
  expect(errors).toEqual([])
  return data!['answer'] as { errors: { translation_key: string; field_name?: string }[] | null } | null
}
const close = (id: string, by = moderator) =>
  by.graphql(`mutation ($id: ID!) { answer: closeAsset(id: $id) { ${ERRORS} } }`, { id })
async function read(asset: Pick<Asset, 'id'>, fields: string, by = platform) {
  return (await by.graphql(`query ($id: ID!) { asset(id: $id) { ${fields} } }`, { id: asset.id })).data![
    'asset'
  ] as Record<string, any>
}
async function post(asset: Asset) {
  const { data } = await platform.as(author).graphql(
    `mutation ($input: CreateCommentInput!) {
      createComment(input: $input) { comment { status } errors { translation_key } }
    }`,
    { input: { asset_id: asset.id, body: 'What I think' } },
  )
  const { comment, errors } = data!['createComment'] as {
    comment: { status: string } | null
    errors: { translation_key: string }[] | null
  }
  return comment?.status ?? errors![0]!.translation_key
}

describe('settings of one discussion', () => {
  test("apply there and nowhere else, until null lets the site's apply again", async () => {
    const [own, other] = [await platform.createAsset(), await platform.createAsset()]
    expect(
      await change('updateAssetSettings', {
        id: own.id,
        input: {
          moderation: 'PRE',
          questionBoxEnable: true,
          questionBoxContent: 'Why?',
          questionBoxIcon: 'forum',
          premodLinksEnable: true,
        },
      }),
    ).toBeNull()
    expect(
      await read(
        own,
        'settings { moderation questionBoxEnable questionBoxContent questionBoxIcon premodLinksEnable }',
        moderator,
      ),
    ).toEqual({
      settings: {
        moderation: 'PRE',
        questionBoxEnable: true,
        questionBoxContent: 'Why?',
        questionBoxIcon: 'forum',
        premodLinksEnable: true,
      },
    })
    expect([await post(own), await post(other)]).toEqual(['PREMOD', 'NONE'])
    await change('updateAssetSettings', { id: own.id, input: { moderation: null } })
    expect(await read(own, 'settings { moderation questionBoxContent premodLinksEnable }')).toEqual({
      settings: { moderation: 'POST', questionBoxContent: 'Why?', premodLinksEnable: null },
    })
  })

  test('are refused with the name of each', async () => {
    const { id } = await platform.createAsset()
    const answer = await change('updateAssetSettings', {
      id,
      input: { questionBoxContent: 'x'.repeat(20_001), questionBoxIcon: 'x'.repeat(101), questionBoxEnable: true },
    })
    expect(answer!.errors!.map(({ field_name }) => field_name).toSorted()).toEqual([
      'questionBoxContent',
      'questionBoxIcon',
    ])
    expect(await read({ id }, 'settings { questionBoxEnable }')).toEqual({ settings: { questionBoxEnable: false } })
  })
})

test('a title has one line, and the message of a closed discussion may have several', async () => {
  const asset = await platform.createAsset()
  expect(await change('updateAsset', { id: asset.id, input: { title: 'One\0\ntwo\u0007' } })).toEqual({ errors: null })
  await change('updateAssetStatus', { id: asset.id, input: { closedMessage: 'One\0\ntwo' } })
  expect(await read(asset, 'title closedMessage')).toEqual({ title: 'One two', closedMessage: 'One\ntwo' })
})

describe('closing', () => {
  test('closed is closed at the given moment, and open again when the moment is removed [R11]', async () => {
    const asset = await platform.createAsset()
    const closedAt = new Date(NOON.getTime() + 60_000).toISOString()
    expect(
      await change('updateAssetStatus', { id: asset.id, input: { closedAt, closedMessage: 'Thank you all' } }),
    ).toBeNull()
    expect([
      await post(asset),
      await read(asset, 'isClosed closedAt closedMessage settings { closedMessage }'),
    ]).toEqual([
      'NONE',
      { isClosed: false, closedAt, closedMessage: 'Thank you all', settings: { closedMessage: 'Thank you all' } },
    ])
    platform.clock.advance(60_000)
    expect([await post(asset), await read(asset, 'isClosed')]).toEqual(['COMMENTING_CLOSED', { isClosed: true }])
    await change('updateAssetStatus', { id: asset.id, input: { closedAt: null } })
    expect([await post(asset), await read(asset, 'isClosed closedMessage')]).toEqual([
      'NONE',
      { isClosed: false, closedMessage: 'Thank you all' },
    ])
  })

  test('now, and again, keeps the first moment', async () => {
    const asset = await platform.createAsset()
    await close(asset.id)
    const { closedAt } = await read(asset, 'closedAt')
    platform.clock.advance(5_000)
    expect((await close(asset.id)).data).toEqual({ answer: null })
    expect(await read(asset, 'closedAt isClosed')).toEqual({ closedAt, isClosed: true })
  })

  test("by the site's settings is set when a discussion is opened", async () => {
    const { settings } = platform.services
    await settings.update({ autoCloseStream: true, closedTimeout: 3_600 })
    const asset = await platform.createAsset()
    await settings.update({ autoCloseStream: null, closedTimeout: null })
    expect(new Date((await read(asset, 'closedAt'))['closedAt'] as string).getTime()).toBe(
      platform.clock.now().getTime() + 3_600_000,
    )
  })

  test('at a time that is none is refused [N13]', async () => {
    const { id } = await platform.createAsset()
    expect((await change('updateAssetStatus', { id, input: { closedAt: '0001-01-01' } }))!.errors).toMatchObject([
      { translation_key: 'BAD_USER_INPUT', field_name: 'closedAt' },
    ])
    for (const closedAt of ['abc', '2026-13-01', 5])
      expect(
        (
          await moderator.graphql(
            `mutation ($id: ID!, $input: UpdateAssetStatusInput!) {
              updateAssetStatus(id: $id, input: $input) { errors { translation_key } }
            }`,
            { id, input: { closedAt } },
          )
        ).errors[0]?.code,
      ).toBe('BAD_USER_INPUT')
  })
})

describe('what is known about a page', () => {
  const update = (id: string, input: object, by = moderator) =>
    by.graphql(
      `mutation ($id: ID!, $input: UpdateAssetInput!) {
        updateAsset(id: $id, input: $input) {
          asset { url title author description section image }
          ${ERRORS}
        }
      }`,
      { id, input },
    )

  test('can be set, and forgotten with null', async () => {
    const asset = await platform.createAsset()
    const facts = {
      title: 'On bees',
      author: 'Ada',
      description: 'What bees do.',
      section: 'Science',
      image: 'https://example.com/bee.jpg',
    }
    expect((await update(asset.id, facts)).data!['updateAsset']).toEqual({
      asset: { url: asset.url, ...facts },
      errors: null,
    })
    expect((await update(asset.id, { author: null, image: '' })).data!['updateAsset']).toMatchObject({
      asset: { title: 'On bees', author: null, image: null },
    })
  })

  test('includes where it is now, on a permitted domain, of no other page', async () => {
    const [asset, other] = [await platform.createAsset(), await platform.createAsset()]
    expect((await update(asset.id, { url: 'http://LOCALHOST/moved#part' })).data!['updateAsset']).toMatchObject({
      asset: { url: 'http://localhost/moved' },
    })
    expect((await platform.graphql('{ asset(url: "http://localhost/moved") { id } }')).data).toEqual({
      asset: { id: asset.id },
    })
    for (const [url, code] of [
      [other.url, 'ASSET_URL_ALREADY_EXISTS'],
      ['http://evil.example/', 'INVALID_ASSET_URL'],
      ['nothing', 'INVALID_ASSET_URL'],
    ]) {
      expect((await update(asset.id, { url })).data!['updateAsset']).toMatchObject({
        asset: null,
        errors: [{ translation_key: code }],
      })
    }
  })

  test('a picture that is no web address is refused, and so is a title without end [S11]', async () => {
    const { id } = await platform.createAsset()
    expect(
      (await update(id, { image: 'javascript:alert(1)', title: 'x'.repeat(501) })).data!['updateAsset'],
    ).toMatchObject({ asset: null, errors: [{ field_name: 'title' }, { field_name: 'image' }] })
  })
})

test.each(['updateAssetSettings', 'updateAssetStatus', 'updateAsset'])('%s is for moderators [R02]', async mutation => {
  const { id } = await platform.createAsset()
  for (const by of [platform, platform.as(author), platform.as(await platform.createUser({ roles: ['STAFF'] }))]) {
    expect((await change(mutation, { id, input: {} }, by))!.errors).toMatchObject([
      { translation_key: 'NOT_AUTHORIZED' },
    ])
  }
  expect((await change(mutation, { id: 'nobody', input: {} }))!.errors).toMatchObject([
    { translation_key: 'NOT_FOUND' },
  ])
})

test('closeAsset is for moderators [R02]', async () => {
  const asset = await platform.createAsset()
  for (const by of [platform, platform.as(author)])
    expect((await close(asset.id, by)).data).toMatchObject({
      answer: { errors: [{ translation_key: 'NOT_AUTHORIZED' }] },
    })
  expect((await close('nobody')).data).toMatchObject({ answer: { errors: [{ translation_key: 'NOT_FOUND' }] } })
  expect(await read(asset, 'isClosed')).toEqual({ isClosed: false })
})

test('of two changes at once none is lost: every address leads there, and all words find it', async () => {
  const { assets } = platform.services
  const asset = await platform.createAsset({ url: 'http://localhost/at-once' })
  const addresses = ['one', 'two', 'three'].map(name => `http://localhost/at-once/${name}`)
  await Promise.all([
    ...addresses.map(url => assets.update(asset.id, { url })),
    assets.update(asset.id, { title: 'Zebrafish' }),
    assets.update(asset.id, { section: 'Oceanology' }),
  ])
  const found = await Promise.all([asset.url, ...addresses].map(url => assets.findByUrl(url)))
  expect(found.map(each => each?.id)).toEqual(Array.from({ length: 4 }, () => asset.id))
  for (const value of ['zebrafish', 'oceanology']) {
    const { nodes } = await assets.list({ value, page: { limit: 5, cursor: null, direction: -1 } })
    expect(nodes.map(({ id }) => id)).toEqual([asset.id])
  }
})
