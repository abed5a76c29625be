import type { TestPlatform } from '@platform/plugin-testing'
import { ask, type Person, text } from './ask.ts'

interface Scene {
  readonly people: Readonly<Record<string, Person>>
  readonly assets: Readonly<Record<string, string>>
}

interface Said {
  readonly as: string
  readonly body: string
  readonly on?: string
  readonly under?: string
  readonly tags?: readonly string[]
  readonly rich?: string
}

/** Comments by name: in every status, and with all that can be done to one. */
const SAID: Readonly<Record<string, Said>> = {
  first: { as: 'rita', body: 'The first word of the main story.' },
  second: { as: 'carl', body: 'The second level answers the first.', under: 'first' },
  third: { as: 'rita', body: 'The third level answers the second.', under: 'second' },
  fourth: { as: 'stan', body: 'The staff answers the third level.', under: 'third' },
  accepted: { as: 'nora', body: 'A moderator has accepted this one.' },
  rejected: { as: 'sam', body: 'A moderator has rejected this one.' },
  banned: { as: 'sam', body: 'This says flumdiddle, which is a banned word.' },
  suspect: { as: 'una', body: 'This says whifflepoof, which is a suspect word.' },
  linked: { as: 'pat', body: 'This has a link to https://elsewhere.example/page in it.' },
  repeated: { as: 'carl', body: 'The second level answers the first.' },
  held: { as: 'una', body: 'This waits, because its discussion is moderated first.', on: 'custom' },
  edited: { as: 'rita', body: 'This was said badly at first.' },
  rich: { as: 'carl', body: 'unread', rich: 'This is <b>bold</b> and a <i>little</i> slanted.' },
  beside: { as: 'ida', body: 'The ignored person speaks beside the subject.', tags: ['OFF_TOPIC'] },
  featured: { as: 'rita', body: 'The desk has featured this one.' },
  flagged: { as: 'ida', body: 'Three people have flagged this, and one of them took it back.' },
  judged: { as: 'ida', body: 'A moderator decided about the flag on this.' },
  reacted: { as: 'rita', body: 'People have reacted to this one in every way.' },
  gone: { as: 'greg', body: 'This was said by a person whose account is gone.' },
  answered: { as: 'carl', body: 'This answers a person whose account is gone.', under: 'gone' },
  moved: { as: 'carl', body: 'This was said where two discussions became one.', on: 'merged' },
  closed: { as: 'carl', body: 'This was said before its discussion was closed.', on: 'closed' },
  elsewhere: { as: 'rita', body: 'This was said before its page was moved.', on: 'moved' },
}

/** @returns ids by name. */
export async function commentOnAll(site: TestPlatform, { people, assets }: Scene): Promise<Record<string, string>> {
  const ids: Record<string, string> = {}
  const say = async (name: string, { as, body, on = 'main', under, tags = [], rich }: Said): Promise<void> => {
    site.clock.advance(1_000)
    const { data, errors } = await people[as]!.as.graphql(
      `mutation ($input: CreateCommentInput!) {
        createComment(input: $input) { comment { id } errors { translation_key } }
      }`,
      {
        input: {
          asset_id: assets[on],
          parent_id: under ? ids[under] : null,
          body,
          tags,
          ...(rich ? { richTextBody: rich } : {}),
        },
      },
    )
    if (!data?.['createComment'].comment) throw new Error(`${name}: ${JSON.stringify([data, errors])}`)
    ids[name] = data['createComment'].comment.id
  }
  for (const [name, said] of Object.entries(SAID)) await say(name, said)
  await decide({ people, ids })
  await say('distrusted', { as: 'sam', body: 'This is said by a person whose comments were rejected.' })
  await react({ people, ids })
  const main = text(assets['main']!)
  await ask(
    people['rita']!.as,
    `editComment(id: ${text(ids['edited']!)}, asset_id: ${main}, edit: { body: "This is said better by now." })`,
    'comment { id }',
  )
  await ask(
    people['mona']!.as,
    `updateAssetStatus(id: ${text(assets['closed']!)}, input: { closedAt: "2099-01-01T12:00:01.000Z", ` +
      'closedMessage: "The story is told." })',
  )
  for (const closedAt of ['"2099-01-01T12:00:01.000Z"', 'null'])
    await ask(people['mona']!.as, `updateAssetStatus(id: ${text(assets['quiet']!)}, input: { closedAt: ${closedAt} })`)
  return ids
}

interface Posted {
  readonly people: Scene['people']
  readonly ids: Readonly<Record<string, string>>
}

/** What readers report, and what moderators decide. */
async function decide({ people, ids }: Posted): Promise<void> {
  const mona = people['mona']!.as
  const flag = async (as: string, name: string, reason: string) =>
    (
      await ask(
        people[as]!.as,
        `createFlag(flag: { item_id: ${text(ids[name]!)}, item_type: COMMENTS, reason: ${reason}, message: ` +
          '"Look at this" })',
        'flag { id }',
      )
    )['flag'].id as string
  await flag('rita', 'flagged', 'COMMENT_SPAM')
  await flag('carl', 'flagged', 'COMMENT_OFFENSIVE')
  await ask(people['nora']!.as, `deleteAction(id: ${text(await flag('nora', 'flagged', 'COMMENT_OTHER'))})`)
  const judged = [await flag('rita', 'judged', 'COMMENT_SPAM'), await flag('carl', 'judged', 'COMMENT_SPAM')]
  await ask(
    people['una']!.as,
    `createDontAgree(dontagree: { item_id: ${text(ids['flagged']!)}, item_type: COMMENTS, message: "Not so" })`,
    'dontagree { id }',
  )
  for (const [name, status] of [
    ['accepted', 'ACCEPTED'],
    ['rejected', 'REJECTED'],
    ['judged', 'REJECTED'],
  ] as const)
    await ask(mona, `setCommentStatus(id: ${text(ids[name]!)}, status: ${status})`)
  await ask(people['carl']!.as, `deleteAction(id: ${text(judged[1]!)})`)
  await ask(mona, `addTag(tag: { name: "FEATURED", id: ${text(ids['featured']!)}, item_type: COMMENTS })`)
  await ask(mona, `addTag(tag: { name: "made up at the desk", id: ${text(ids['featured']!)}, item_type: COMMENTS })`)
}

async function react({ people, ids }: Posted): Promise<void> {
  for (const [as, name] of [
    ['carl', 'Like'],
    ['ida', 'Like'],
    ['carl', 'Love'],
    ['ida', 'Respect'],
    ['carl', 'Upvote'],
    ['ida', 'Upvote'],
    ['nora', 'Downvote'],
    ['greg', 'Like'],
  ] as const) {
    await ask(
      people[as]!.as,
      `create${name}Action(input: { item_id: ${text(ids['reacted']!)} })`,
      `${name.toLowerCase()} { id }`,
    )
  }
}
