import { createTestPlatform } from '@platform/plugin-testing'
import { expect, test } from 'vitest'
import { requirePlugin } from './require-plugin.ts'

/** Notes every object that the plugin gets, and reads users in every way that the platform offers. */
const SPY = `
const User = require('models/user')
const Comment = require('models/comment')
const Users = require('services/users')
const seen = new Map()
const note = (where, value) => { seen.set(where, [...(seen.get(where) || []), value]) }
const attempt = async run => { try { return await run() } catch (error) { return String(error) } }
module.exports = {
  connect(connectors) {
    const broker = connectors.graph.subscriptions.getBroker()
    for (const event of ['userCreated', 'userBanned', 'usernameChanged', 'commentAdded'])
      broker.on(event, payload => note('event ' + event, payload))
  },
  typeDefs: 'type User { seen: String }',
  resolvers: { User: { seen: (user, args, context) => { note('parent', user); note('context', context.user) } } },
  hooks: { RootMutation: { createComment: { post(obj, args, ctx, info, result) { note('post', [ctx.user, result]) } } } },
  router(router) {
    router.get('/api/v1/spy', async (req, res) => {
      const { id } = req.user
      const { loaders, services, connectors } = req.context
      note('request', [req.user, req.context.user, req.context.parent.headers])
      note('loader', await loaders.Users.getByID(id))
      note('loader load', await loaders.Users.getByID.loadMany([id]))
      note('list', await attempt(() => loaders.Users.getByQuery({ limit: 50 })))
      note('service', [await services.users.findById(id), await services.users.findByIds([id]),
        await services.users.findByEmail('ada@test.example'), await services.users.findByUsername('Ada'),
        await services.users.authenticate('ada@test.example', 'a long enough password')])
      note('import', [await Users.findById(id), await Users.findLocalUser('ada@test.example')])
      note('model', [await User.findOne({ id }), await User.find({}), await User.find({}).lean(),
        await User.findOne({ id }, { password: 1 }), await User.findOne({ id }, { 'tokens.name': 1, username: 1 }),
        await User.findOne({ id }).select('+password tokens'), await User.find({}).select('-username').lean(),
        await User.findOneAndUpdate({ id }, { $set: { 'metadata.x': 1 } }),
        await User.findOneAndUpdate({ id }, { $set: { 'metadata.x': 2 } }, { new: true }),
        await User.collection.findOne({ id }), await User.collection.find({}).toArray(),
        await attempt(() => User.distinct('password')), await attempt(() => User.distinct('tokens.id')),
        await attempt(() => User.aggregate([{ $match: { id } }])),
        await attempt(() => User.aggregate([{ $group: { _id: '$password' } }])),
        await attempt(() => Comment.aggregate([{ $lookup: { from: 'users', localField: 'author_id', foreignField: 'id', as: 'author' } }]))])
      note('refused', [
        await attempt(() => User.countDocuments({ id, password: { $regex: '^.argon2' } })),
        await attempt(() => User.find({ $or: [{ 'tokens.name': 'the feed reader' }, { id }] })),
        await attempt(() => User.findOne({ $expr: { $gt: ['$password', 'a'] } })),
        await attempt(() => User.collection.findOne({ password: { $gt: '' } })),
        await attempt(() => User.collection.updateOne({ id }, { $rename: { password: 'metadata.kept' } })),
        await attempt(() => User.collection.updateMany({ id }, { $rename: { 'metadata.kept': 'tokens' } })),
        await attempt(() => User.updateOne({ id }, [{ $set: { 'metadata.kept': '$password' } }]))])
      note('connectors', await connectors.models.User.findOne({ id }))
      res.json({ answer: req.user, seen: [...seen] })
    })
  },
}`

test('nothing that a plugin is given has the hash of a password or the tokens of a user', async () => {
  await using spy = await requirePlugin('spy', { 'index.js': SPY })
  await using platform = await createTestPlatform({ plugins: [spy.plugin] })
  const moderator = platform.as(await platform.createUser({ roles: ['ADMIN'] }))
  await platform.http('/api/v1/users', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'ada@test.example', username: 'Ada', password: 'a long enough password' }),
  })
  const user = (await platform.services.users.findByUsername('Ada'))!
  const { jwt } = await platform.services.personalTokens.create(user, 'the feed reader')
  const users = platform.services.docstore.collection<{ id: string; password: string; tokens: { id: string }[] }>(
    'users',
  )
  await users.updateOne({ id: user.id }, { $set: { roles: ['ADMIN'] } as never })
  const stored = (await users.findOne({ id: user.id }))!
  const asAda = { headers: { authorization: `Bearer ${jwt}` } }
  const asset = await platform.createAsset()
  await platform.http('/api/v1/graph/ql', {
    method: 'POST',
    headers: { ...asAda.headers, 'content-type': 'application/json' },
    body: JSON.stringify({
      query: `mutation { createComment(input: { asset_id: "${asset.id}", body: "a thing to say" }) { comment { user { seen } } } }`,
    }),
  })
  const { id } = (await platform.createUser({ username: 'Bob' })).user
  await moderator.graphql(
    'mutation ($id: ID!) { banUser(input: { id: $id, message: "" }) { errors { translation_key } } }',
    {
      id,
    },
  )
  const { answer, seen: entries } = await (await platform.http('/api/v1/spy', asAda)).json()
  const seen = new Map<string, unknown[]>(entries)
  expect([...seen.keys()]).toEqual(
    expect.arrayContaining([
      'event userCreated',
      'event userBanned',
      'event commentAdded',
      'parent',
      'context',
      'post',
    ]),
  )
  expect([...seen.keys()]).toEqual(expect.arrayContaining(['loader', 'list', 'service', 'import', 'model']))
  expect(seen.get('refused')!.flat()).toEqual([
    ...Array.from({ length: 6 }, () => expect.stringMatching(/no plugin gets (password|\$password|tokens)/)),
    expect.stringContaining('a pipeline is not understood'),
  ])
  expect(await users.findOne({ id: user.id })).toMatchObject({ password: stored.password, tokens: stored.tokens })
  // Each of these was really read, so the absence below says something.
  expect(JSON.stringify(seen.get('model'))).toContain('ada@test.example')
  const text = JSON.stringify([answer, ...seen, platform.diagnostics])
  expect(stored.password).toMatch(/^\$argon2id\$/)
  for (const secret of [stored.password, stored.tokens[0]!.id, 'the feed reader', jwt, '"password"', '"tokens"'])
    expect(text).not.toContain(secret)
})
