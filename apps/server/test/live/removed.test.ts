import type { Asset } from '@platform/plugin-sdk'
import { expect, test } from 'vitest'
import { connect, startLive, subscribe } from './socket.ts'

const REMOVED = 'subscription ($asset: ID!) { commentRemoved(asset_id: $asset) }'

test('readers learn which comments they no longer see, and nothing of those that they never saw', async () => {
  await using live = await startLive()
  const { platform } = live
  const asset: Asset = await platform.createAsset()
  const moderator = platform.as(await platform.createUser({ roles: ['MODERATOR'] }))
  const decide = (id: string, status: string) =>
    moderator.graphql(
      'mutation ($id: ID!, $status: COMMENT_STATUS!) { setCommentStatus(id: $id, status: $status) { errors { translation_key } } }',
      { id, status },
    )
  const [shown, never, elsewhere, last] = [
    await platform.createComment({ asset }),
    await platform.createComment({ asset, status: 'PREMOD' }),
    await platform.createComment({ asset: await platform.createAsset() }),
    await platform.createComment({ asset }),
  ]
  const reader = await connect(live.url)
  await subscribe(reader, 'removed', REMOVED, { asset: asset.id })
  for (const { id } of [never, elsewhere, shown]) await decide(id, 'REJECTED')
  await decide(last.id, 'PREMOD')
  const heard = () => reader.messages.filter(({ type }) => type === 'next').map(({ payload }) => payload.data)
  await expect.poll(heard).toEqual([{ commentRemoved: shown.id }, { commentRemoved: last.id }])
  reader.socket.close()
})

test('readers learn which comments they see again after a moderator took a decision back', async () => {
  await using live = await startLive()
  const { platform } = live
  const asset: Asset = await platform.createAsset()
  const { user: moderator } = await platform.createUser({ roles: ['MODERATOR'] })
  const [held, shown, elsewhere] = [
    await platform.createComment({ asset, status: 'PREMOD' }),
    await platform.createComment({ asset }),
    await platform.createComment({ asset: await platform.createAsset() }),
  ]
  const reader = await connect(live.url)
  await subscribe(reader, 'restored', 'subscription ($asset: ID!) { commentRestored(asset_id: $asset) { id } }', {
    asset: asset.id,
  })
  for (const { id } of [held, elsewhere, shown]) {
    await platform.services.comments.setStatus(moderator, id, 'REJECTED')
    await platform.services.comments.takeBack(moderator, { id })
  }
  const heard = () => reader.messages.filter(({ type }) => type === 'next').map(({ payload }) => payload.data)
  await expect.poll(heard).toEqual([{ commentRestored: { id: shown.id } }])
  reader.socket.close()
})

test('an author learns that the own comment, which no reader saw, was rejected, and nothing of others', async () => {
  await using live = await startLive()
  const { platform } = live
  const asset: Asset = await platform.createAsset()
  const ada = await platform.createUser()
  const { user: moderator } = await platform.createUser({ roles: ['MODERATOR'] })
  const [other, own] = [
    await platform.createComment({ asset, status: 'PREMOD' }),
    await platform.createComment({ asset, status: 'PREMOD', author: ada }),
  ]
  const author = await connect(live.url, { init: { token: ada.token } })
  await subscribe(author, 'removed', REMOVED, { asset: asset.id })
  for (const { id } of [other, own]) await platform.services.comments.setStatus(moderator, id, 'REJECTED')
  const heard = () => author.messages.filter(({ type }) => type === 'next').map(({ payload }) => payload.data)
  await expect.poll(heard).toEqual([{ commentRemoved: own.id }])
  author.socket.close()
})
