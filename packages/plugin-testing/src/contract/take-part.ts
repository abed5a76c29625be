import type { TestPlatform } from '../test-platform.ts'

/** A user who took part in the discussion of an asset. */
export interface Part {
  readonly user: { readonly id: string }
  readonly asset: { readonly id: string }
}

/** Makes a user, who posts a comment, edits it, flags another one and reads both. */
export async function takePart(platform: TestPlatform): Promise<Part> {
  const [asset, account] = [await platform.createAsset(), await platform.createUser()]
  const other = await platform.createComment({ asset })
  const seen = platform.as(account)
  const { data } = await seen.graphql(
    `mutation ($asset: ID!) {
      createComment(input: { asset_id: $asset, body: "What a user writes" }) { comment { id } }
    }`,
    { asset: asset.id },
  )
  const own = (data?.['createComment'] as { comment?: { id: string } | null } | null)?.comment
  if (own)
    await seen.graphql(
      `mutation ($id: ID!, $asset: ID!) {
        editComment(id: $id, asset_id: $asset, edit: { body: "What a user wrote" }) { errors { translation_key } }
      }`,
      { id: own.id, asset: asset.id },
    )
  await seen.graphql(
    `mutation ($id: ID!) {
      createFlag(flag: { item_id: $id, item_type: COMMENTS, reason: COMMENT_OTHER }) { errors { translation_key } }
    }`,
    { id: other.id },
  )
  await seen.graphql('query ($id: ID!) { me { id } asset(id: $id) { comments { nodes { id body } } } }', {
    id: asset.id,
  })
  await platform.mails()
  return { user: account.user, asset }
}
