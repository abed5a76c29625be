import { type Asset, type Comment, definePlugin, type TypesOf, type User, type UserRecord } from '@platform/plugin-sdk'
import { expectTypeOf } from 'vitest'
import { z } from 'zod'
import './notifier.ts'

/** Everything in the order the documentation asks for, with what each place sees. */
export const likes = definePlugin({
  name: 'likes',
  version: '1.4.0',
  sdk: '^1.0',
  requires: { notifier: '^2.0' },
  capabilities: ['http.routes', 'pubsub.publish'],
  order: { after: ['counts'] },
  config: z.object({ max: z.number().default(1), mail: z.object({ password: z.string() }) }),
  secrets: ['mail.password'],

  typeDefs: 'type Comment { likes: Int! }',
  context: {
    likes: context => {
      expectTypeOf(context.config).toEqualTypeOf<{ max: number; mail: { password: string } }>()
      expectTypeOf(context.plugins.notifier.notify).toEqualTypeOf<(message: string) => Promise<number>>()
      return { ping: () => context.plugins.notifier.notify('ping') }
    },
  },
  loaders: context => {
    expectTypeOf(context.plugins.likes.ping).returns.resolves.toBeNumber()
    expectTypeOf(context.loaders.Notices.count).returns.resolves.toBeNumber()
    return { Likes: { count: async (id: string) => id.length + context.config.max } }
  },
  mutators: context => {
    expectTypeOf(context.loaders.Likes.count).returns.resolves.toBeNumber()
    return { Likes: { add: async (id: string) => `${await context.loaders.Likes.count(id)}` } }
  },
  resolvers: {
    Comment: {
      likes: (comment, _args, context) => {
        expectTypeOf(comment).toEqualTypeOf<Comment>()
        expectTypeOf(context).not.toBeAny()
        expectTypeOf(context.user).toEqualTypeOf<UserRecord | null>()
        expectTypeOf(context.config.max).toBeNumber()
        expectTypeOf(context.loaders.Likes.count).toExtend<(id: string) => Promise<number>>()
        expectTypeOf(context.mutators.Likes.add).toEqualTypeOf<(id: string) => Promise<string>>()
        expectTypeOf(context.mutators.Notices.clear).returns.resolves.toBeBoolean()
        expectTypeOf(context.loaders.Comments.get).returns.resolves.toEqualTypeOf<Comment | null>()
        return context.loaders.Likes.count(comment.id)
      },
    },
    RootMutation: { like: (_root, { id }: { id: string }, context) => context.mutators.Likes.add(id) },
    Asset: {
      likes: asset => {
        expectTypeOf(asset).toEqualTypeOf<Asset>()
        return 0
      },
    },
  },
  hooks: {
    Comment: {
      body: {
        post: {
          mode: 'transform',
          run: (comment, _args, context, _info, body: string | null) => {
            expectTypeOf(comment).toEqualTypeOf<Comment>()
            expectTypeOf(context.config.max).toBeNumber()
            return body
          },
        },
      },
    },
    RootMutation: {
      createComment: {
        pre: (_root, _args, context) => {
          expectTypeOf(context.plugins.likes.ping).toBeFunction()
        },
      },
    },
    Action: {
      __resolveType: {
        post: (_value, context) => {
          expectTypeOf(context.config.max).toBeNumber()
          return undefined
        },
      },
    },
  },
  Sort: context => {
    expectTypeOf(context.loaders.Likes.count).toBeFunction()
    return {
      Comments: {
        likes: {
          startCursor: (_context, _nodes, { cursor }) => cursor ?? 0,
          endCursor: (_context, nodes, { cursor }) => {
            expectTypeOf(nodes).toEqualTypeOf<readonly Comment[]>()
            return nodes.length === 0 ? null : Number(cursor ?? 0) + nodes.length
          },
          sort: (own, query, { cursor, sort }) => {
            expectTypeOf(own.config.max).toBeNumber()
            return query.skip(Number(cursor ?? 0)).sort({ 'action_counts.like': sort === 'DESC' ? -1 : 1 })
          },
        },
      },
    }
  },
  setupFunctions: {
    likeAdded: (_options, args) => ({
      likeAdded: {
        filter: (payload, context) => {
          expectTypeOf(context.config.max).toBeNumber()
          return payload.id === args.id
        },
      },
    }),
  },
  tokenUserNotFound: ({ jwt, token }) => {
    expectTypeOf(jwt).toEqualTypeOf<Readonly<Record<string, unknown>>>()
    expectTypeOf(token).toBeString()
    return null
  },
  tags: [
    {
      name: 'LIKED',
      permissions: { public: true, self: false, roles: ['ADMIN'] },
      models: ['COMMENTS'],
      created_at: new Date(0),
    },
  ],
  websockets: {
    onConnect: (params, socket) => {
      expectTypeOf(params).not.toBeAny()
      expectTypeOf(socket.upgradeReq.user).toEqualTypeOf<User | null>()
    },
  },
  schemaLevelResolveFunction: (root: unknown, _args, context) => {
    expectTypeOf(context.config.max).toBeNumber()
    return root
  },
  translations: { en: { likes: { one: 'one like' } } },
  indexes: [{ collection: 'comments', name: 'likes', keys: { 'action_counts.like': -1 } }],
  connect: connectors => {
    expectTypeOf(connectors).not.toBeAny()
  },
  connectors: { services: { Likes: {} } },
  app: app => {
    expectTypeOf(app).not.toBeAny()
    app.use((_req, res, next) => {
      expectTypeOf(res.locals).not.toBeNever()
      next()
    })
    app.koa.use((_ctx, next) => next())
  },
  init: ({ config, log, signal, defer }) => {
    expectTypeOf(config).toEqualTypeOf<{ max: number; mail: { password: string } }>()
    expectTypeOf(signal).toEqualTypeOf<AbortSignal>()
    defer(() => log.info({ max: config.max }, 'gone'))
  },
})

// Registered in its own file, as the documentation teaches: what it is must not hang on what it is.
declare module '@platform/plugin-sdk' {
  interface PluginRegistry {
    likes: typeof likes
  }
}

type Types = TypesOf<typeof likes>
expectTypeOf<Types>().not.toBeAny()
expectTypeOf<Types['name']>().toEqualTypeOf<'likes'>()
expectTypeOf<Types['configInput']>().toEqualTypeOf<{ max?: number | undefined; mail: { password: string } }>()
expectTypeOf<Types['config']>().toEqualTypeOf<{ max: number; mail: { password: string } }>()
expectTypeOf<Types['context']>().toEqualTypeOf<{ likes: { ping: () => Promise<number> } }>()
expectTypeOf<Types['loaders']>().toEqualTypeOf<{ Likes: { count: (id: string) => Promise<number> } }>()
expectTypeOf<Types['mutators']>().toEqualTypeOf<{ Likes: { add: (id: string) => Promise<string> } }>()
