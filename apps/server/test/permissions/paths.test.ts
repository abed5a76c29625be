import type { Asset, Comment, Tag } from '@platform/plugin-sdk'
import { createTestPlatform, type TestPlatform, type TestUser } from '@platform/plugin-testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { WithAttachment } from '#server/features/accounts/profile'
import { decide } from '../comments/operations.ts'
import { readPage } from './page.ts'
import { isRoot, objectType, type Path, pathsTo, valuesAt } from './paths.ts'

/** Paths of one request, which asks for less than a document may. */
const AT_ONCE = 15
const COLUMNS = ['anonymous', 'commenter', 'staff', 'moderator', 'administrator']
const ROWS = readPage().filter(({ place }) => /^[A-Z]\w*\.\w+$/.test(place))
const GUARDED = new Set(ROWS.filter(({ place }) => !isRoot(place)).map(({ place }) => place))
const mayRead = (place: string, column: string) =>
  ROWS.find(row => row.place === place && row.of === null)!.cells[column]!
const news: Tag = {
  name: 'NEWS',
  permissions: { public: true, self: true, roles: [] },
  models: ['ASSETS'],
  created_at: new Date(0),
}

let platform: TestPlatform
let people: Readonly<Record<string, TestUser | null>>
let asset: Asset
let comment: Comment
let rejected: Comment
let author: TestUser
let bulkRejection: { readonly id: string }
let paths: (root: string) => readonly Path[]

beforeAll(async () => {
  platform = await createTestPlatform({ plugins: [{ tags: [news] }], env: { PLATFORM_GRAPHQL_BUDGET: '1000000000' } })
  const made = await Promise.all([
    platform.createUser(),
    platform.createUser({ roles: ['STAFF'] }),
    platform.createUser({ roles: ['MODERATOR'] }),
    platform.createUser({ roles: ['ADMIN'] }),
    platform.createUser(),
    platform.createUser(),
    platform.createUser(),
  ])
  const [commenter, staff, moderator, administrator, writer, flagger, gone] = made as [
    TestUser,
    TestUser,
    TestUser,
    TestUser,
    TestUser,
    TestUser,
    TestUser,
  ]
  people = { anonymous: null, commenter, staff, moderator, administrator }
  author = writer
  asset = await platform.createAsset()
  // Every guarded field has a value: there are histories, tags, flags, an ignored user, a request for personal data, an
  // account that will be deleted and one that is deleted.
  const root = await platform.createComment({ asset, author: flagger })
  await platform.createComment({ asset, author: gone })
  comment = await platform.services.composition
    .createContext({ user: author.user })
    .mutators.Comment.create({ asset_id: asset.id, body: 'An answer to it', parent_id: root.id })
  await platform.as(flagger).graphql(
    `mutation ($id: ID!, $user: ID!) {
      createFlag(flag: { item_id: $id, item_type: COMMENTS, reason: COMMENT_SPAM }) { flag { id } }
      two: createFlag(flag: { item_id: $user, item_type: USERS, reason: USERNAME_SPAM }) {
        flag { id }
      }
      ignoreUser(id: $user) { errors { translation_key } }
    }`,
    { id: comment.id, user: author.user.id },
  )
  await platform.as(moderator).graphql(
    `mutation ($id: ID!, $asset: ID!) {
      addTag(tag: { id: $id, item_type: COMMENTS, name: "BEST" }) { errors { translation_key } }
      two: addTag(tag: { id: $asset, item_type: ASSETS, name: "NEWS" }) {
        errors { translation_key }
      }
    }`,
    { id: comment.id, asset: asset.id },
  )
  await decide(platform.as(moderator), comment.id, 'ACCEPTED')
  rejected = await platform.createComment({ asset, author: flagger })
  const decision = { status: 'REJECTED', reason: 'Off the subject' } as const
  await platform.services.comments.setStatus(moderator.user, rejected.id, decision)
  const { services } = platform
  const {
    composition: { schema },
  } = services
  await services.erasure.request(administrator.user, gone.user.id)
  await services.deletionRequests.request(author.user.id)
  await services.downloads.request(author.user, null)
  await services.settings.update({ banMessage: 'Banned.', suspensionMessage: 'Wait.' })
  bulkRejection = await services.bulkRejections.begin(moderator.user, {
    user_id: author.user.id,
    // No comment was written since then.
    since: new Date('2100-01-01'),
    reason: null,
  })
  await services.docstore
    .collection<WithAttachment>('users')
    .updateOne({ id: author.user.id }, { $set: { attaching: { email: 'waiting@test.example', password: 'a hash' } } })
  await platform.mails()
  paths = name => pathsTo(schema, objectType(schema, name), { places: GUARDED, longest: 5 })
}, 60_000)
afterAll(() => platform[Symbol.asyncDispose]())

/** The callers who may not read a place, and the administrator, whose answers show that there is a value to hide. */
const callersOf = (place: string) => COLUMNS.filter(each => each === 'administrator' || !mayRead(place, each))

/** The values that a caller got along a path but may not read. Values of the caller's own account are allowed. */
function leaksTo(column: string, { name, place, fields }: Path, data: unknown): string[] {
  const own = (id: string | null) => id !== null && id === people[column]?.user.id
  return mayRead(place, column)
    ? []
    : valuesAt(data, fields).flatMap(({ id, value }) => (value === null || own(id) ? [] : [`${column}: ${name}`]))
}

test('no path of up to five fields leads a caller to a value that the caller may not read [R06]', async () => {
  const given: Readonly<Record<string, string>> = {
    asset: `(id: "${asset.id}")`,
    comment: `(id: "${comment.id}")`,
    commentsById: `(ids: ["${comment.id}", "${rejected.id}"])`,
    user: `(id: "${author.user.id}")`,
    publicProfile: `(id: "${author.user.id}")`,
    userNotes: `(user_id: "${author.user.id}")`,
    bulkRejection: `(id: "${bulkRejection.id}")`,
    testWordlist: '(body: "An answer")',
    mergePreview: `(from: "${asset.id}", into: "${asset.id}")`,
    statistics: '(query: { from: "2000-01-01", to: "2000-01-02" })',
    unreadComments: `(asset_id: "${asset.id}", since: "2000-01-01")`,
    comments: '(query: {})',
    users: '(query: {})',
    assets: '(query: {})',
  }
  const [leaks, reached, shown] = [[] as string[], new Set<string>(), new Set<string>()]
  for (const column of COLUMNS) {
    const asked = paths('RootQuery').filter(({ place }) => callersOf(place).includes(column))
    for (let from = 0; from < asked.length; from += AT_ONCE) {
      const some = asked.slice(from, from + AT_ONCE)
      const document = some.map((path, i) => `p${i}: ${path.selection(given[path.fields[0]!] ?? '')}`).join('\n')
      const { data, status } = await platform.as(people[column]!).graphql<Record<string, unknown>>(`{ ${document} }`)
      expect([document, status, typeof data]).toEqual([document, 200, 'object'])
      expect(data, document).not.toBeNull()
      for (const [i, path] of some.entries()) {
        const answer = { [path.fields[0]!]: data?.[`p${i}`] }
        leaks.push(...leaksTo(column, path, answer))
        const values = valuesAt(answer, path.fields)
        if (values.length > 0) reached.add(path.name)
        if (column === 'administrator' && values.some(({ value }) => value !== null)) shown.add(path.place)
      }
    }
  }
  expect(leaks).toEqual([])
  // Every guarded field had a value to hide.
  expect([...GUARDED].filter(place => !shown.has(place))).toEqual([])
  expect(reached.size).toBeGreaterThan(200)
}, 240_000)

test('no path from an event leads a caller to a value that the caller may not read [R06]', async () => {
  const { events } = platform.services
  const [leaks, heard] = [[] as string[], new Set<string>()]
  for (const path of paths('Subscription')) {
    const [field] = path.fields as [string]
    const about = field.startsWith('user')
      ? { given: `(user_id: "${author.user.id}")`, event: { id: author.user.id, previousUsername: 'before' } }
      : field.startsWith('asset')
        ? { given: `(asset_id: "${asset.id}")`, event: { id: asset.id, asset_id: asset.id } }
        : { given: `(asset_id: "${asset.id}")`, event: comment }
    for (const column of callersOf(path.place).filter(each => mayRead(`Subscription.${field}`, each))) {
      const given = field === 'settingsUpdated' || field === 'userCreated' ? '' : about.given
      const results = await platform.as(people[column]!).subscribe(`subscription { ${path.selection(given)} }`)
      // Readers see a comment again by the event that a decision was taken back.
      await events.publish(field === 'commentRestored' ? 'commentReset' : field, about.event)
      const { data } =
        field.startsWith('user') && !['moderator', 'administrator'].includes(column)
          ? { data: null }
          : (await results.next()).value
      await results.return!()
      if (valuesAt(data, path.fields).length > 0) heard.add(field)
      leaks.push(...leaksTo(column, path, data))
    }
  }
  expect(leaks).toEqual([])
  expect([...heard]).toEqual(expect.arrayContaining(['commentAdded', 'commentEdited', 'commentFlagged']))
}, 240_000)
