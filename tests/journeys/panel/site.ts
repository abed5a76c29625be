import { type Asset, type Comment, definePlugin } from '@platform/plugin-sdk'
import type { TestPlatform, TestUser } from '@platform/plugin-testing'
import { loadStreamBuild, withParts } from '@platform/stream'
import { z } from 'zod'
import { DEFAULT_LIST, serverParts } from '../../../apps/server/test/client-parts/default-list.ts'
import { startVisited, type Visited } from '../../../apps/server/test/pages/browser.ts'
import { changeAsset } from '../../../apps/server/test/pages/visit.ts'
import { PASSWORD } from '../place.ts'

/** A site with something in every view of its panel. */
export interface Site {
  readonly visited: Visited
  readonly admin: TestUser
  readonly reader: TestUser
  /** A discussion with comments of every kind, and one without any. */
  readonly busy: Asset
  readonly quiet: Asset
}

const weather = definePlugin({
  name: 'canal-weather',
  version: '1.2.0',
  sdk: '^1.0',
  config: z.strictObject({
    station: z.string().describe('The station whose weather is shown.').default('Lock 14'),
    token: z.string().describe('Signs the server in at the weather service.'),
  }),
  typeDefs: 'type RootQuery { weather: String }',
  resolvers: {
    RootQuery: {
      weather: () => {
        throw new Error('the weather service does not answer')
      },
    },
  },
})
const forecast = definePlugin({
  name: 'canal-forecast',
  version: '0.3.1',
  sdk: '^1.0',
  typeDefs: 'type RootQuery { weather: Int }',
  resolvers: {},
})

/** Starts a platform with the plugins of a new checkout, one that fails and one that does not run, and fills it. */
export async function startSite(): Promise<Site> {
  const visited = await startVisited({
    plugins: [...(await serverParts(DEFAULT_LIST)), weather, forecast],
    settings: {
      'canal-weather': { config: { token: 'a token that is not shown' } },
      'canal-forecast': { onFailure: 'disable' },
    },
    streamBuild: withParts(
      await loadStreamBuild(),
      DEFAULT_LIST.client.map(({ name }) => name),
    ),
  })
  const { platform } = visited
  await platform.services.settings.update({
    organizationName: 'The Canal Chronicle',
    organizationContactEmail: 'desk@canal.example',
    premodLinksEnable: true,
    domains: { whitelist: ['localhost', 'canal.example'] },
    wordlist: { banned: ['rotten fool'], suspect: ['forbid', 'sink'] },
  })
  const admin = await platform.createUser({ username: 'towpath_desk', roles: ['ADMIN'] })
  const reader = await platform.createUser({ username: 'mira' })
  const quiet = await platform.createAsset({ url: 'http://localhost/a-new-bench' })
  await changeAsset(platform, quiet, { title: 'A new bench at the lock' })
  const site = { visited, admin, reader, quiet, busy: await writeBusy(platform, { admin, reader }) }
  await writePeople(platform, site)
  await countEarlierDays(platform, site)
  await platform.graphql('{ weather }')
  return site
}

const FLAG = 'mutation ($flag: CreateFlagInput!) { createFlag(flag: $flag) { errors { translation_key } } }'
const NOTE = 'mutation ($input: CreateUserNoteInput!) { createUserNote(input: $input) { note { id } } }'
const REJECT_NAME =
  'mutation ($id: ID!) { rejectUsername(id: $id, reason: "Boats are no enemies") { errors { translation_key } } }'
const CHANGE_NAME =
  'mutation ($id: ID!) { changeUsername(id: $id, username: "drowns_boats") { errors { translation_key } } }'
const SCHEDULE =
  'mutation ($id: ID!, $input: UpdateAssetStatusInput!) { updateAssetStatus(id: $id, input: $input) { errors { translation_key } } }'
const INVITE = 'mutation ($input: InviteUserInput!) { inviteUser(input: $input) { errors { translation_key } } }'
const EDIT =
  'mutation ($id: ID!, $asset_id: ID!, $edit: EditCommentInput!) { editComment(id: $id, asset_id: $asset_id, edit: $edit) { errors { translation_key } } }'

/** Somebody who writes much, and whose comments are reported, held and rejected. */
export const AUTHOR = 'boats_are_too_loud_for_me'
/** Words of the comment whose card is opened in the views. */
export const REPORTED = 'Everybody did'

/** A discussion with comments in every state. */
async function writeBusy(platform: TestPlatform, { admin, reader }: Pick<Site, 'admin' | 'reader'>): Promise<Asset> {
  const asset = await platform.createAsset({ url: 'http://localhost/boats-at-night' })
  await changeAsset(platform, asset, { title: 'The boats at night, and who hears them' })
  const author = await platform.createUser({ username: AUTHOR })
  const say = (by: TestUser, body: string, more: { parent?: Comment } = {}) =>
    platform.createComment({ asset, author: by, body, ...more })
  const first = await say(reader, 'Who has heard the boats last night? https://canal.example/boats')
  const { accountStatus, comments } = platform.services
  await comments.setStatus(admin.user, first.id, 'ACCEPTED')
  const neighbour = await platform.createUser({ username: 'ulrike' })
  await accountStatus.make('premoderate', admin.user, { id: neighbour.user.id })
  const rejected = await say(author, 'Sink them. I have said so before, and nobody has listened.')
  const held = await say(author, 'The timetable of the boats is at https://boats.example/timetable')
  const reply = await say(author, `${REPORTED}. Forbid them, all of them! They were as loud as a train, again.`, {
    parent: first,
  })
  await say(neighbour, 'I live beside lock 14, and I did not hear anything.', { parent: reply })
  const edited = await say(admin, 'We have asked the council. It will answer on Monday.')
  await platform
    .as(admin)
    .graphql(EDIT, { id: edited.id, asset_id: asset.id, edit: { body: 'The council will answer on Tuesday.' } })
  await comments.setStatus(admin.user, rejected.id, 'REJECTED')
  for (const [by, item_id, reason] of [
    [reader, reply.id, 'COMMENT_OFFENSIVE'],
    [admin, reply.id, 'COMMENT_OTHER'],
    [reader, held.id, 'COMMENT_SPAM'],
  ] as const)
    await platform
      .as(by)
      .graphql(FLAG, { flag: { item_id, item_type: 'COMMENTS', reason, message: 'This is no way to talk' } })
  const closedAt = new Date(Date.now() + 7 * 86_400_000)
  await platform.as(admin).graphql(SCHEDULE, { id: asset.id, input: { closedAt } })
  await platform.as(admin).graphql(NOTE, {
    input: { user_id: author.user.id, body: 'Was asked by mail to be kinder, in spring.' },
  })
  return asset
}

/** People in every state, a reported name and an invitation. */
async function writePeople(platform: TestPlatform, { admin, reader }: Pick<Site, 'admin' | 'reader'>): Promise<void> {
  const { accountStatus } = platform.services
  const [banned, suspended, rude] = await Promise.all(
    ['rosa', 'theo', 'sinks_boats'].map(username => platform.createUser({ username })),
  )
  await accountStatus.make('ban', admin.user, { id: banned!.user.id })
  await accountStatus.make('suspend', admin.user, { id: suspended!.user.id, until: new Date(Date.now() + 86_400_000) })
  await platform.createUser({ username: 'karl_h', roles: ['MODERATOR'] })
  const flag = { item_id: rude!.user.id, item_type: 'USERS', reason: 'USERNAME_OFFENSIVE', message: 'It is rude' }
  await platform.as(admin).graphql(REJECT_NAME, { id: rude!.user.id })
  await platform.as(rude!).graphql(CHANGE_NAME, { id: rude!.user.id })
  await platform.as(reader).graphql(FLAG, { flag })
  await platform.as(admin).graphql(INVITE, {
    input: { email: 'mona@canal.example', role: 'MODERATOR', password: PASSWORD },
  })
}

/** Comments of a month, as the counters of the dashboard have them. */
async function countEarlierDays(
  { services }: TestPlatform,
  { busy, quiet }: Pick<Site, 'busy' | 'quiet'>,
): Promise<void> {
  const counts = services.docstore.collection<Record<string, string | number>>('daily_counts')
  for (let ago = 1; ago <= 30; ago++) {
    const day = new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
    for (const [at, { id: asset_id }] of [busy, quiet].entries()) {
      const comments = Math.round((60 + 25 * Math.sin(ago / 2) + ((ago * 7) % 11)) / (1 + 2 * at))
      const [held, rejected] = [Math.round(comments / 6), Math.round(comments / 14)]
      const decided = held + rejected
      await counts.insertOne({
        asset_id,
        day,
        comments,
        held,
        rejected,
        decided,
        decision_seconds: decided * (300 + 20 * ago),
      })
    }
  }
}
