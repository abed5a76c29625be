import { createTestPlatform, type TestPlatform } from '@platform/plugin-testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RequiredPlugin, requirePlugin } from './require-plugin.ts'

/** Calls in the form of older drivers, each by its name. */
const PLUGIN = `
const Asset = require('models/asset')
const Setting = require('models/setting')
const User = require('models/user')
const called = []
const callback = (...args) => called.push(args)
const calls = {
  'models/asset.findOne': () => Asset.findOne({ id: 'a' }, callback),
  'models/asset.find': () => Asset.find({}, { title: 1 }, callback),
  'models/asset.findById': () => Asset.findById('a', callback),
  'models/asset.create': () => Asset.create({ url: 'http://localhost/callback' }, callback),
  'models/asset.countDocuments': () => Asset.countDocuments({}, callback),
  'models/asset.distinct': () => Asset.distinct('title', {}, callback),
  'models/asset.aggregate': () => Asset.aggregate([], callback),
  'models/asset.updateOne': () => Asset.updateOne({}, { $set: { title: 'Called' } }, callback),
  'models/asset.updateMany': () => Asset.updateMany({}, { $set: { title: 'Called' } }, callback),
  'models/asset.findOneAndUpdate': () => Asset.findOneAndUpdate({}, { title: 'Called' }, { upsert: true }, callback),
  'models/asset.deleteOne': () => Asset.deleteOne({}, callback),
  'models/user.findOne': () => User.findOne({ id: 'a' }, callback),
  'models/setting.findOne': () => Setting.findOne({}, callback),
  'models/setting.update': () => Setting.update({}, { organizationName: 'Called' }, callback),
  exec: () => Asset.find({}).exec(callback),
  save: () => new Asset({ url: 'http://localhost/callback' }).save(callback),
  'save of the caller': req => req.user.save(callback),
  'verifyPassword of the caller': req => req.user.verifyPassword('a long enough password', callback),
}
module.exports = {
  router(router) {
    router.get('/api/v1/callbacks', async (req, res) => {
      const errors = {}
      for (const [name, run] of Object.entries(calls))
        try { await run(req); errors[name] = null } catch (error) { errors[name] = error.name + ': ' + error.message }
      res.json({ errors, called, titles: await Asset.distinct('title') })
    })
  },
}`

let older: RequiredPlugin
let platform: TestPlatform
beforeAll(async () => {
  older = await requirePlugin('callbacks', { 'index.js': PLUGIN })
  platform = await createTestPlatform({ plugins: [older.plugin] })
})
afterAll(async () => {
  await platform[Symbol.asyncDispose]()
  await older[Symbol.asyncDispose]()
})

test('a call of a model with a callback is refused by its name, and changes nothing', async () => {
  await platform.createAsset()
  const user = await platform.createUser()
  const { errors, called, titles } = await (await platform.as(user).http('/api/v1/callbacks')).json()
  for (const [call, error] of Object.entries(errors)) {
    const name = call.replace(' of the caller', '')
    expect(error).toBe(
      `TypeError: ${name} takes no callback, and would never call it: await ${name}(...), or use its .then(...)`,
    )
  }
  expect(Object.keys(errors)).toHaveLength(18)
  expect(called).toEqual([])
  expect(titles).not.toContain('Called')
})
