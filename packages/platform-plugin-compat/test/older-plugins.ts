/** Plugins as they were written for the predecessor, by folder and file. */
export const OLDER_PLUGINS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'talk-plugin-spam-check': {
    'index.js': `
const { readFileSync } = require('fs')
const path = require('path')
module.exports = {
  typeDefs: readFileSync(path.join(__dirname, 'server/typeDefs.graphql'), 'utf8'),
  hooks: require('./server/hooks'),
  resolvers: require('./server/resolvers'),
}`,
    'server/typeDefs.graphql': `
input CreateCommentInput {
  # Whether the author wants to be warned first.
  checkSpam: Boolean
}
type Comment {
  spam: Boolean
}`,
    'server/errors.js': `
const { TalkError } = require('errors')
class ErrSpam extends TalkError {
  constructor() {
    super('Comment is spam', { status: 400, translation_key: 'COMMENT_IS_SPAM' }, { found: process.env.TALK_SPAM_WORD })
  }
}
module.exports = { ErrSpam }`,
    'server/hooks.js': `
const _ = require('lodash')
const { ErrSpam } = require('./errors')
const word = process.env.TALK_SPAM_WORD
if (!word) throw new Error('Please set the TALK_SPAM_WORD environment variable')
module.exports = {
  RootMutation: {
    createComment: {
      pre: async (_root, { input }, { parent }, _info) => {
        const spam = input.body.includes(word) && Boolean(parent)
        if (spam && input.checkSpam) throw new ErrSpam()
        input.metadata = _.merge({}, input.metadata, { spam })
      },
    },
  },
}`,
    'server/resolvers.js': `
const { get } = require('lodash')
module.exports = { Comment: { spam: comment => get(comment, 'metadata.spam', null) } }`,
    'server/words.js': `module.exports = { word: () => process.env.TALK_SPAM_WORD }`,
  },
  'talk-plugin-applause': {
    'index.js': `
const { getReactionConfig } = require('../../plugin-api/beta/server')
module.exports = getReactionConfig('applause')`,
  },
  'talk-plugin-invitations': {
    'index.js': `
module.exports = {
  typeDefs: require('./server/typeDefs'),
  mutators: require('./server/mutators'),
  resolvers: require('./server/resolvers'),
  router: require('./server/router'),
  connect: require('./server/connect'),
}`,
    'server/typeDefs.js': `
module.exports = \`
type InviteResponse implements Response {
  token: String
  errors: [UserError!]
}
type RootMutation {
  invite(note: String!): InviteResponse
}\``,
    'server/connect.js': `
module.exports = connectors => {
  const { errors: { TalkError }, services: { Mailer }, graph } = connectors
  if (!(new connectors.errors.ErrNotFound() instanceof TalkError)) throw new Error('ErrNotFound is no TalkError')
  Mailer.templates.register(require('path').join(__dirname, 'invite.txt'), 'invite', 'txt')
  graph.subscriptions.getBroker().on('commentAdded', () => {})
}`,
    'server/invite.txt': `Hello {{ name }}`,
    'server/mutators.js': `
const { ErrNotAuthorized } = require('errors')
module.exports = ctx => ({
  User: {
    invite: async note => {
      if (!ctx.user) throw new ErrNotAuthorized()
      const { secrets, services, models } = ctx.connectors
      await models.User.update({ id: ctx.user.id }, { $set: { 'metadata.invitation': note } })
      await services.Users.sendEmail(ctx.user, { template: 'invite', subject: 'Hello', locals: { name: ctx.user.username } })
      return secrets.jwt.sign({ jti: 'invitation', user: ctx.user.id }, { expiresIn: '1d', subject: 'invitation' })
    },
  },
})`,
    'server/resolvers.js': `
module.exports = {
  RootMutation: {
    invite: async (_root, { note }, { mutators: { User } }) => ({ token: await User.invite(note) }),
  },
}`,
    'server/router.js': `
const connectors = require('graph/connectors')
module.exports = router => {
  router.post('/api/v1/invitation', async (req, res, next) => {
    try {
      const { user } = await connectors.services.Users.verifyToken(req.body.token, { subject: 'invitation' })
      const { metadata } = await connectors.models.User.findOne({ id: user })
      res.json({ note: metadata.invitation, origin: connectors.config.ROOT_URL })
    } catch (err) {
      next(err)
    }
  })
  router.post('/api/v1/invitation/callback', (req, res) => {
    connectors.secrets.jwt.verify(req.body.token, { subject: 'other' }, err => res.json({ refused: Boolean(err) }))
  })
}`,
  },
  'talk-plugin-notifications': {
    'index.js': `
let sent = []
module.exports = {
  typeDefs: 'type RootQuery { sent: [String!]! }',
  resolvers: { RootQuery: { sent: () => sent } },
  connect({ services: { Plugins }, graph: { subscriptions, Context } }) {
    const handlers = [].concat(...Plugins.get('server', 'notifications').map(({ notifications }) => notifications))
    for (const { event, category, handle, hydrate } of handlers)
      subscriptions.getBroker().on(event, async (...payload) => {
        const ctx = Context.forSystem()
        const notification = await handle(ctx, ...payload)
        if (notification) sent.push([category, ...(await hydrate(ctx, category, notification.context))].join(' '))
      })
    for (const { notificationDigests } of Plugins.get('server', 'notificationDigests'))
      sent.push(...Object.keys(notificationDigests))
  },
}`,
  },
  'talk-plugin-notifications-category-reply': {
    'index.js': `
const { get } = require('lodash')
const handle = async (ctx, comment) => {
  const { data } = await ctx.graphql('query($id: ID!) { comment(id: $id) { parent { user { id } } } }', comment)
  const userID = get(data, 'comment.parent.user.id')
  return userID && { userID, date: comment.created_at, context: comment.id }
}
const hydrate = async (ctx, _category, id) => {
  const { data } = await ctx.graphql('query($id: ID!) { comment(id: $id) { body } }', { id })
  return [data.comment.body]
}
module.exports = { notifications: [{ event: 'commentAdded', category: 'reply', handle, hydrate, digestOrder: 30 }] }`,
  },
  'talk-plugin-notifications-digest-daily': {
    'index.js': `
module.exports = { notificationDigests: { DAILY: { cronTime: '0 0 * * *', timeZone: 'America/New_York' } } }`,
  },
  'talk-plugin-members': {
    'index.js': `
const UserModel = require('../../../models/user')
const authorization = require('../../middleware/authorization')
const { word } = require('talk-plugin-spam-check/server/words')
const DataLoader = require('dataloader')
module.exports = {
  typeDefs: 'type User { initials: String }',
  loaders: () => ({
    Members: {
      initials: new DataLoader(async ids => {
        const users = await UserModel.find({ id: { $in: ids } })
        return ids.map(id => users.find(user => user.id === id).username.slice(0, 1))
      }),
    },
  }),
  resolvers: { User: { initials: ({ id }, _args, { loaders: { Members } }) => Members.initials.load(id) } },
  router(router) {
    router.get('/api/v1/members', authorization.needed('ADMIN'), (req, res, next) => {
      UserModel.find({}).then(
        users => res.json({ names: users.map(({ username }) => username), word: word() }),
        next,
      )
    })
  },
}`,
  },
}

/** A plugin that is installed as a package, and imports modules of the server by their bare path. */
export const INSTALLED: Readonly<Record<string, string>> = {
  'package.json': '{"name": "talk-plugin-badge", "version": "1.0.0", "main": "index.js"}',
  'index.js': `
const Asset = require('models/asset')
const { upsertExternalUser } = require('services/users')
module.exports = {
  typeDefs: 'type Asset { badge: String }',
  resolvers: {
    Asset: { badge: async ({ id }) => typeof upsertExternalUser + ' ' + (await Asset.findOne({ id })).id },
  },
}`,
}
