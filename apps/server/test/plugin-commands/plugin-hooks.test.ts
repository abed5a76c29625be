import { expect, test } from 'vitest'
import { sitesInTurn } from './site.ts'

const createSite = sitesInTurn()

const FILES = {
  'plugins.json': '{"server": ["notifications", "reply", "digest-daily"]}',
  'plugins/notifications/index.js': `const { z } = require('zod')
    const handler = z.object({ event: z.string(), category: z.string(), handle: z.any() })
    module.exports = {
      defines: {
        notifications: { schema: z.array(handler), description: 'handlers that make mails of events' },
        notificationDigests: { schema: z.record(z.string(), z.object({ cronTime: z.string() })), description: 'times' },
      },
      typeDefs: 'type RootQuery { categories: [String!]! }',
      resolvers: {
        RootQuery: {
          categories: (_root, _args, { connectors: { services: { Plugins } } }) =>
            Plugins.get('server', 'notifications').flatMap(({ plugin, notifications }) =>
              notifications.map(({ category }) => plugin.name + ' ' + category)),
        },
      },
    }`,
  'plugins/reply/index.js': `module.exports = {
    notifications: [{ event: 'commentAdded', category: 'reply', handle() {} }],
  }`,
  'plugins/digest-daily/index.js': `module.exports = { notificationDigests: { DAILY: { cronTime: '0 0 * * *' } } }`,
}

test('inspect shows which plugin defines a hook for other plugins, and which plugins have it', async () => {
  await using site = await createSite(FILES)
  const doctor = await site.platform(['plugins', 'doctor', '--json'])
  expect([doctor.code, doctor.json().findings]).toEqual([0, []])
  const { pluginHooks } = (await site.platform(['plugins', 'inspect', 'notifications', '--json'])).json()
  expect(pluginHooks).toEqual({
    defines: [
      { name: 'notifications', description: 'handlers that make mails of events', givenBy: ['reply'] },
      { name: 'notificationDigests', description: 'times', givenBy: ['digest-daily'] },
    ],
    gives: [],
  })
  expect((await site.platform(['plugins', 'inspect', 'reply'])).out).toMatch(
    /^hooks between plugins\n {2}gives notifications, defined by notifications$/m,
  )
}, 60_000)

test('doctor names the unlisted plugin that defines a hook, and the place of a wrong value', async () => {
  const findingsOf = async (files: Readonly<Record<string, string>>) => {
    await using site = await createSite({ ...FILES, ...files })
    const { findings } = (await site.platform(['plugins', 'doctor', '--json'])).json()
    return findings.map(({ code, cause, fix }: any) => [code, cause.split('\n')[0], fix])
  }
  expect(await findingsOf({ 'plugins.json': '{"server": ["reply"]}' })).toEqual([
    [
      'PLUGIN_HOOK_INVALID',
      'reply notifications: no listed plugin defines this hook',
      'list notifications, which defines it and is not listed',
    ],
  ])
  const wrong = 'module.exports = { notifications: [{ event: 7, category: "reply", handle() {} }] }'
  expect(await findingsOf({ 'plugins/reply/index.js': wrong })).toEqual([
    [
      'PLUGIN_HOOK_INVALID',
      'reply notifications: 0.event: Invalid input: expected string, received number',
      'correct notifications in plugins/reply/index.js to what notifications expects',
    ],
  ])
}, 60_000)
