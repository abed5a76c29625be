import type { Asset, Comment } from '@platform/plugin-sdk'
import type { TestPlatform } from '@platform/plugin-testing'
import { changeAsset } from '../../../apps/server/test/pages/visit.ts'

const HOUR = 3_600_000

interface Said {
  readonly by: string
  /** The place of the comment that is answered. */
  readonly to?: number
  /** Hours before now. */
  readonly ago: number
  readonly text: string
  readonly featured?: true
}

/** The discussion in the pictures, the oldest comment first. */
const EXAMPLE: readonly Said[] = [
  {
    by: 'Ines_Albrecht',
    ago: 50,
    text: 'I grew up beside lock 14. When the barges stopped, my father said the water would be gone within ten years.\n\nForty years later my children learn to swim there. I am glad that he was wrong.',
    featured: true,
  },
  { by: 'karl_h', to: 0, ago: 47, text: 'Which lock is that? The one with the red gate?' },
  { by: 'Ines_Albrecht', to: 1, ago: 46, text: 'Yes, and the gate is still red. They paint it every spring.' },
  {
    by: 'tomas_v',
    ago: 30,
    text: 'The article says 1963, but the last load of coal was in 1966: https://canal.example/archive/1966',
  },
  {
    by: 'editors',
    to: 3,
    ago: 28,
    text: 'Thank you, you are right. We have corrected the year in the second paragraph.',
  },
  { by: 'lin', to: 4, ago: 27, text: 'That was quick.' },
  { by: 'mira', ago: 5, text: 'Does anybody know whether the path is open after the storm?' },
  { by: 'karl_h', to: 6, ago: 2, text: 'It was this morning, as far as the aqueduct.' },
  { by: 'lin', ago: 0.4, text: 'More articles like this one, please.' },
]

/** Writes the example, with the title of an article. */
export async function writeExample(platform: TestPlatform): Promise<Asset> {
  const asset = await platform.createAsset({ url: 'http://localhost/the-canal' })
  const people = new Map(
    await Promise.all(
      [...new Set(EXAMPLE.map(({ by }) => by))].map(
        async by =>
          [by, await platform.createUser({ username: by, roles: by === 'editors' ? ['STAFF'] : [] })] as const,
      ),
    ),
  )
  const editor = await platform.createUser({ username: 'desk', roles: ['ADMIN'] })
  const written: Comment[] = []
  for (const { by, to, ago, text } of EXAMPLE) {
    const parent = to === undefined ? undefined : written[to]
    const comment = await platform.createComment({
      asset,
      author: people.get(by)!,
      body: text,
      ...(parent && { parent }),
    })
    await platform.services.docstore
      .collection<Comment>('comments')
      .updateOne({ id: comment.id }, { $set: { created_at: new Date(Date.now() - ago * HOUR) } })
    written.push(comment)
  }
  for (const [at, { featured }] of EXAMPLE.entries())
    if (featured)
      await platform
        .as(editor)
        .graphql('mutation ($tag: ModifyTagInput!) { addTag(tag: $tag) { errors { translation_key } } }', {
          tag: { name: 'FEATURED', id: written[at]!.id, item_type: 'COMMENTS', asset_id: asset.id },
        })
  await changeAsset(platform, asset, { title: 'What the canal was, and what it is today' })
  return asset
}
