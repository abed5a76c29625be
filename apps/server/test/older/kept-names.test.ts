import { createTestPlatform } from '@platform/plugin-testing'
import { expect, test } from 'vitest'
import { IMPLIED_RULES } from '../../src/composition/implied-rules.ts'
import { named } from '../compose/named.ts'
import { requirePlugin } from './require-plugin.ts'

const PROFILE_DATA = {
  'index.js': `
module.exports = {
  typeDefs: require('fs').readFileSync(require('path').join(__dirname, 'server', 'typeDefs.graphql'), 'utf8'),
  resolvers: require('./server/resolvers'),
  mutators: require('./server/mutators'),
  router: require('./server/router'),
}`,
  'server/typeDefs.graphql': `
type User {
  # The day on which the user last asked.
  lastAccountDownload: Date
  scheduledDeletionDate: Date
}
type RequestDownloadLinkResponse implements Response { errors: [UserError!] }
type RequestAccountDeletionResponse implements Response { scheduledDeletionDate: Date errors: [UserError!] }
type CancelAccountDeletionResponse implements Response { errors: [UserError!] }
type DownloadUserResponse implements Response { archiveURL: String! errors: [UserError!] }
type RootMutation {
  requestDownloadLink: RequestDownloadLinkResponse
  requestAccountDeletion: RequestAccountDeletionResponse
  cancelAccountDeletion: CancelAccountDeletionResponse
  downloadUser(id: ID!): DownloadUserResponse!
}`,
  'server/resolvers.js': `
const dateOf = name => user => user.metadata[name] || null
module.exports = {
  RootMutation: {
    requestDownloadLink: async (root, args, { mutators: { User } }) => { await User.requestDownloadLink() },
    requestAccountDeletion: async (root, args, { mutators: { User } }) => ({
      scheduledDeletionDate: (await User.requestAccountDeletion()).metadata.scheduledDeletionDate,
    }),
    cancelAccountDeletion: async (root, args, { mutators: { User } }) => { await User.cancelAccountDeletion() },
    downloadUser: async (root, { id }, { mutators: { User } }) => ({ archiveURL: await User.download(id) }),
  },
  User: {
    lastAccountDownload: dateOf('lastAccountDownload'),
    scheduledDeletionDate: dateOf('scheduledDeletionDate'),
  },
}`,
  'server/mutators.js': `
const stamp = (ctx, change) =>
  ctx.connectors.models.User.findOneAndUpdate({ id: ctx.user.id }, { $set: change }, { new: true })
module.exports = ctx => ({
  User: {
    requestDownloadLink: () => stamp(ctx, { 'metadata.lastAccountDownload': new Date(0) }),
    requestAccountDeletion: () => stamp(ctx, { 'metadata.scheduledDeletionDate': new Date(1) }),
    cancelAccountDeletion: () => stamp(ctx, { 'metadata.scheduledDeletionDate': null }),
    download: async id => 'https://plugin.example/' + id,
  },
})`,
  'server/router.js': `
module.exports = router => {
  router.get('/account/download', (req, res) => res.send('the page of the plugin'))
  router.post('/api/v1/account/download', (req, res) => res.json({ from: 'the plugin' }))
}`,
}
test('a listed plugin keeps the names that were its own with the predecessor, without allow', async () => {
  await using own = await requirePlugin('platform-plugin-profile-data', PROFILE_DATA)
  await using platform = await createTestPlatform({ plugins: [own.plugin] })
  const [admin, ada] = [await platform.createUser({ roles: ['ADMIN'] }), await platform.createUser()]
  const asked = await platform.as(ada).graphql(`mutation {
    requestDownloadLink { errors { translation_key } }
    requestAccountDeletion { scheduledDeletionDate errors { translation_key } }
  }`)
  expect(asked.data!['requestAccountDeletion'].scheduledDeletionDate).toBe(new Date(1).toISOString())
  const { data } = await platform.as(ada).graphql('{ me { lastAccountDownload scheduledDeletionDate deletionAt } }')
  expect(data!['me']).toEqual({
    lastAccountDownload: new Date(0).toISOString(),
    scheduledDeletionDate: new Date(1).toISOString(),
    deletionAt: null,
  })
  const forUser = `mutation { downloadUser(id: "${ada.user.id}") { archiveURL errors { translation_key } } }`
  expect((await platform.as(admin).graphql(forUser)).data!['downloadUser'].archiveURL).toBe(
    `https://plugin.example/${ada.user.id}`,
  )
  expect(await (await platform.http('/account/download')).text()).toBe('the page of the plugin')
  expect((await platform.http('/account/data/download', { headers: { accept: 'text/html' } })).status).toBe(200)
})

test('the permissions of the core still apply to a field that a plugin keeps [R02]', async () => {
  await using own = await requirePlugin('platform-plugin-profile-data', PROFILE_DATA)
  await using platform = await createTestPlatform({ plugins: [own.plugin] })
  const ada = await platform.createUser()
  const refused = await platform.as(ada).graphql(`mutation {
    downloadUser(id: "${ada.user.id}") { errors { translation_key } }
  }`)
  expect(refused.data!['downloadUser'].errors).toEqual([{ translation_key: 'NOT_AUTHORIZED' }])
})

test('any other name of the core is a conflict, and so is one such name of two plugins', async () => {
  const resolves = (type: string, field: string) => ({ resolvers: { [type]: { [field]: () => null } } })
  const refusal = (plugins: readonly ReturnType<typeof named>[]) =>
    createTestPlatform({ plugins }).then(
      () => null,
      (error: unknown) => String(error),
    )
  expect(await refusal([named('taker', resolves('User', 'deletionAt'))])).toContain('User.deletionAt')
  const both = [
    named('one', resolves('User', 'lastAccountDownload')),
    named('two', resolves('User', 'lastAccountDownload')),
  ]
  expect(await refusal(both)).toContain('User.lastAccountDownload')
})

test('each name that a plugin keeps is one that the core has', async () => {
  await using platform = await createTestPlatform()
  const { schema } = platform.services.composition
  const names = IMPLIED_RULES.map(({ rule }) => rule.split('.override:') as [string, string])
  const mutators = platform.services.composition.createContext().mutators.User as object
  const missing = names.filter(([kind, name]) => {
    const [group = '', member = ''] = name.split('.')
    if (kind === 'mutator') return !(member in mutators)
    const type = schema.getType(group)
    return !(type && 'getFields' in type && member in type.getFields())
  })
  expect(missing).toEqual([])
})
