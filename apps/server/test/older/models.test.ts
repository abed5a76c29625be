import { createTestPlatform, type TestPlatform } from '@platform/plugin-testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RequiredPlugin, requirePlugin } from './require-plugin.ts'

/** Routes that answer with what one function of the plugin returns. */
const routesOf = (functions: string) => `
const Asset = require('models/asset')
const Comment = require('../../models/comment')
const User = require('models/user')
const Setting = require('models/setting')
const Karma = require('services/karma')
const { createClientFactory } = require('services/redis')
const secrets = require('secrets')
const Mailer = require('services/mailer')
const Context = require('graph/context')
const errors = require('errors')
const parts = {${functions}}
module.exports = {
  router(router) {
    for (const [name, run] of Object.entries(parts))
      router.get('/api/v1/old/' + name, async (req, res, next) => {
        try { res.json(await run(req)) } catch (error) { next(error) }
      })
  },
}`

const PLUGIN = routesOf(`
  async records() {
    const first = await Asset.create({ url: 'http://localhost/one', title: 'One' })
    const second = new Asset({ url: 'http://localhost/two', title: 'Two', metadata: { mine: { a: 1, b: 2 } } })
    await second.save()
    second.title = 'Second'
    second.metadata.mine.b = 3
    await Asset.updateOne({ id: second.id }, { $set: { 'metadata.mine.a': 9 } })
    await second.save()
    const stored = await Asset.findById(second.id)
    const changed = await Asset.updateMany({ url: /localhost.(one|two)$/ }, { $set: { section: 'news' } })
    const counted = await Asset.countDocuments({ section: 'news' })
    const titles = await Asset.distinct('title', { section: 'news' })
    const groups = await Asset.aggregate([{ $match: { section: 'news' } }, { $group: { _id: '$section', n: { $sum: 1 } } }])
    const gone = await Asset.deleteOne({ id: first.id })
    return { title: stored.title, mine: stored.metadata.mine, changed, counted, titles: titles.sort(), groups, gone,
      left: await Asset.countDocuments({ section: 'news' }), plain: Object.keys(stored.toObject()).includes('save') }
  },
  async queries() {
    await Asset.create([1, 2, 3].map(n => ({ url: 'http://localhost/q' + n, title: 'Q' + n, section: 'queried' })))
    const found = () => Asset.find({ section: 'queried' })
    const one = Asset.findOne({ section: 'queried' })
    return {
      last: (await found().sort('-title').limit(2).exec()).map(asset => asset.title),
      selected: await found().sort({ title: 1 }).skip(2).select('title -_id').lean(),
      without: (await found().select(['-title', '-url']).limit(1)).map(asset => [asset.title, asset.url, asset.section]),
      one: [(await one.sort('-title').lean()).title, typeof (await one).save],
      method: typeof (await Asset.findOne({ section: 'queried' }).exec()).save,
      none: await Asset.findById('none').select({ title: 1 }),
      failed: await Asset.find({ $nonsense: 1 }).exec().catch(() => 'refused'),
      caught: await Asset.findOne({ $nonsense: 1 }).catch(() => 'refused'),
    }
  },
  async users(req) {
    const user = await User.findOne({ id: req.user.id })
    user.metadata.theme = 'dark'
    await user.save()
    req.user.metadata.size = 'big'
    await req.user.save()
    const stored = await User.findOne({ id: req.user.id })
    return {
      own: [req.user.role, req.user.firstEmail, req.user.can('CREATE_COMMENT'), req.user.can('UPDATE_SETTINGS')],
      read: [user.role, user.firstEmail],
      password: [await req.user.verifyPassword('not it at all'), await user.verifyPassword('a long enough password')],
      stored: stored.metadata,
    }
  },
  async upserted() {
    const { upsertExternalUser, upsertSocialUser } = require('services/users')
    const made = await upsertExternalUser(null, 'e-1', 'elsewhere', 'Else Where')
    const known = await upsertExternalUser(null, 'e-1', 'elsewhere', 'Else Where')
    const social = await upsertSocialUser(null, 's-1', 'social', 'So Cial')
    return [made, known, social].map(user => [user.wasUpserted, user.role, user.firstEmail, user.can('CREATE_COMMENT')])
  },
  async settings() {
    const before = await Setting.findOne({ id: '1' })
    const after = await Setting.findOneAndUpdate({ id: '1' }, { $set: { organizationName: 'The Paper' } }, { new: true })
    return [typeof before.moderation, after.organizationName]
  },
  async others() {
    const client = createClientFactory()()
    await client.set('k', 'v')
    const got = await new Promise((resolve, reject) => client.get('k', (error, value) => (error ? reject(error) : resolve(value))))
    await client.set('short', 'v', 'EX', 60)
    const left = await client.pttl('short')
    const wrong = await client.set('k', 'other', 'NX').catch(error => error.message)
    const system = Context.forSystem()
    const { data } = await system.graphql('{ users(query: { limit: 1 }) { nodes { email } } }')
    const kept = await client.get('k')
    return { got, left, wrong, kept, system: system.can('UPDATE_SETTINGS'), emails: data.users.nodes.length,
      trust: Karma.isReliable('comment', { comment: { karma: -1 } }) }
  },
  async tokens(req) {
    const { jwt } = secrets
    const token = jwt.sign({ user: 'u1' }, { subject: 'unsubscribe', expiresIn: '1d' })
    const claims = await new Promise((resolve, reject) =>
      jwt.verify(token, { subject: 'unsubscribe' }, (error, found) => (error ? reject(error) : resolve(found))))
    const refused = await new Promise(resolve => jwt.verify(token, { subject: 'other' }, error => resolve(error.name)))
    let calls = 0
    const own = await new Promise(resolve => {
      const done = () => { calls++; throw new Error('of the callback') }
      try { jwt.verify(token, {}, done) } catch (error) { resolve(error.message) }
    })
    return { token, user: claims.user, refused, own, calls }
  },
  async mails(req) {
    Mailer.templates.register(__dirname + '/letter.txt', 'letter')
    Mailer.registerHelpers({ shout: text => String(text).toUpperCase() })
    await Mailer.send({ user: req.query.user, template: 'letter', locals: { name: 'Ada' }, subject: 'Hello' })
    return Mailer.send({ user: 'nobody', template: 'letter', subject: 'Hello' }).catch(error => error.translation_key)
  },
  async dates(req) {
    const { loaders } = req.context
    const page = await loaders.Comments.getByQuery({ asset_id: req.query.asset, limit: 1, sortBy: 'CREATED_AT', sortOrder: 'DESC' })
    const rest = await loaders.Comments.getByQuery({ asset_id: req.query.asset, cursor: page.nodes[0].created_at, sortBy: 'CREATED_AT', sortOrder: 'DESC' })
    return [page.nodes[0].body, rest.nodes.map(comment => comment.body)]
  },
  refused() { throw new errors.ErrCommentTooLong(20, 10) },
  errors: () => Object.keys(errors).filter(name => /^Err/.test(name)).map(name => {
    const error = new errors[name]()
    return error instanceof Error && typeof error.translation_key === 'string' && error.status >= 400
  }),
`)

let older: RequiredPlugin
let platform: TestPlatform
beforeAll(async () => {
  older = await requirePlugin('old', { 'index.js': PLUGIN, 'letter.txt': 'Dear {{ name | shout }},' })
  platform = await createTestPlatform({ plugins: [older.plugin] })
})
afterAll(async () => {
  await platform[Symbol.asyncDispose]()
  await older[Symbol.asyncDispose]()
})
const ask = async (name: string, by: Pick<TestPlatform, 'http'> = platform) =>
  (await by.http(`/api/v1/old/${name}`)).json()

test('a model makes, saves, counts, groups, changes and deletes records; save stores only what changed', async () => {
  expect(await ask('records')).toEqual({
    title: 'Second',
    mine: { a: 9, b: 3 },
    changed: { matchedCount: 2, modifiedCount: 2 },
    counted: 2,
    titles: ['One', 'Second'],
    groups: [{ _id: 'news', n: 2 }],
    gone: { deletedCount: 1 },
    left: 1,
    plain: false,
  })
})

test('a query of a model sorts, limits, selects fields by their names, and gives plain objects', async () => {
  expect(await ask('queries')).toEqual({
    last: ['Q3', 'Q2'],
    selected: [{ title: 'Q3' }],
    without: [[null, null, 'queried']],
    one: ['Q3', 'undefined'],
    method: 'function',
    none: null,
    failed: 'refused',
    caught: 'refused',
  })
})

test('a user object has role, firstEmail, can, verifyPassword and save', async () => {
  await platform.services.users.createLocal({
    email: 'ada@test.example',
    username: 'Ada',
    password: 'a long enough password',
    confirmed: true,
  })
  const answer = await platform.http('/api/v1/auth/local', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'ada@test.example', password: 'a long enough password' }),
  })
  const { token } = await answer.json()
  const found = await (
    await platform.http('/api/v1/old/users', { headers: { authorization: `Bearer ${token}` } })
  ).json()
  expect(found).toEqual({
    own: ['COMMENTER', 'ada@test.example', true, false],
    read: ['COMMENTER', 'ada@test.example'],
    password: [false, true],
    stored: { theme: 'dark', size: 'big' },
  })
})

test('settings, the key-value store, the system context and karma are found by their old paths', async () => {
  expect(await ask('settings')).toEqual(['string', 'The Paper'])
  const { left, wrong, ...found } = await ask('others')
  expect(found).toEqual({ got: 'v', kept: 'v', system: true, emails: 1, trust: false })
  expect(left).toBeGreaterThan(50_000)
  expect(wrong).toMatch(/set\(key, value, NX\) is not understood/)
})

test('a list by time takes a Date as its cursor', async () => {
  const asset = await platform.createAsset()
  const author = platform.as(await platform.createUser())
  for (const body of ['first thing', 'second thing', 'third thing'])
    await author.graphql('mutation ($input: CreateCommentInput!) { createComment(input: $input) { comment { id } } }', {
      input: { asset_id: asset.id, body },
    })
  expect(await ask(`dates?asset=${asset.id}`)).toEqual(['third thing', ['second thing', 'first thing']])
})

test('every class of errors can be thrown with the arguments of older plugins', async () => {
  const kinds = await ask('errors')
  expect(kinds.length).toBeGreaterThan(33)
  expect(kinds.every(Boolean)).toBe(true)
  expect((await ask('refused')).error).toMatchObject({
    code: 'COMMENT_TOO_LONG',
    metadata: { length: 20, allowed: 10 },
  })
})

test('users of upsertExternalUser and upsertSocialUser have the methods of other users', async () => {
  expect(await ask('upserted')).toEqual([
    [true, 'COMMENTER', null, true],
    [false, 'COMMENTER', null, true],
    [true, 'COMMENTER', null, false],
  ])
})

test('secrets.jwt signs without a promise and verifies; no such token signs a caller in', async () => {
  const { token, ...found } = await ask('tokens')
  expect(found).toEqual({ user: 'u1', refused: 'JsonWebTokenError', own: 'of the callback', calls: 1 })
  const answer = await platform.http('/api/v1/auth', { headers: { authorization: `Bearer ${token}` } })
  expect(answer.status).toBe(401)
})

test('services/mailer sends the text of a registered template', async () => {
  const { user } = await platform.createUser({ username: 'Eve' })
  expect(await ask(`mails?user=${user.id}`)).toBe('EMAIL_REQUIRED')
  const [mail] = (await platform.mails()).slice(-1)
  expect(mail).toMatchObject({ subject: 'Hello', text: expect.stringContaining('Dear ADA,') })
})
