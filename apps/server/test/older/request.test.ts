import { createTestPlatform } from '@platform/plugin-testing'
import { expect, test } from 'vitest'
import { requirePlugin } from './require-plugin.ts'

const SPAM = `
const { getRedirectUri } = require('services/utils')
const factsOf = req => ({
  ip: req.ip,
  agent: req.get('User-Agent'),
  referrer: req.get('Referrer'),
  page: getRedirectUri(req),
  method: req.method,
  url: req.originalUrl,
  shown: JSON.stringify(req.headers).includes('Bearer'),
  sent: Boolean(req.headers.authorization),
})
module.exports = {
  typeDefs: 'type RootQuery { spam: String }',
  resolvers: {
    RootQuery: {
      spam: (root, args, ctx) => {
        const req = ctx.parent.parent
        return JSON.stringify({
          ...factsOf(req),
          same: req === ctx.rootParent && req === ctx.request && ctx.parent.user === ctx.user,
        })
      },
    },
  },
  router(router) {
    router.get('/api/v1/spam', (req, res) => {
      res.json({ ...factsOf(req.context.parent), same: req.context.parent === req.context.rootParent })
    })
  },
}`
const headers = {
  'user-agent': 'Reader/1.0',
  referer: 'https://paper.example/story',
  'x-pym-url': 'https://paper.example/page',
  'x-forwarded-for': '203.0.113.9',
}
const facts = {
  ip: '203.0.113.9',
  agent: 'Reader/1.0',
  referrer: 'https://paper.example/story',
  page: 'https://paper.example/page',
  shown: false,
  same: true,
}

test('the request is behind the context of a resolver and of a route', async () => {
  await using spam = await requirePlugin('spam', { 'index.js': SPAM })
  await using platform = await createTestPlatform({ plugins: [spam.plugin], env: { PLATFORM_TRUST_PROXY: 'TRUE' } })
  const ada = platform.as(await platform.createUser())
  const query = '/api/v1/graph/ql?query={spam}'
  const { data } = await (await ada.http(query, { headers })).json()
  expect(JSON.parse(data.spam)).toEqual({
    ...facts,
    method: 'GET',
    url: query,
    sent: true,
  })
  expect(await (await ada.http('/api/v1/spam?access=1', { headers })).json()).toEqual({
    ...facts,
    method: 'GET',
    url: '/api/v1/spam?access=1',
    sent: true,
  })
})

test('an answer for which the request was read is not given to another reader', async () => {
  await using spam = await requirePlugin('spam', { 'index.js': SPAM })
  await using platform = await createTestPlatform({ plugins: [spam.plugin] })
  const agentOf = async (agent: string) => {
    const answer = await platform.http('/api/v1/graph/ql?query={spam}', { headers: { 'user-agent': agent } })
    return JSON.parse((await answer.json()).data.spam).agent
  }
  expect([await agentOf('One/1'), await agentOf('Two/2')]).toEqual(['One/1', 'Two/2'])
})
