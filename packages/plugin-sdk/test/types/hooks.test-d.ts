import {
  type Comment,
  type CoreLoaders,
  definePlugin,
  defineReaction,
  type HookObject,
  type ModerationInput,
  NotAuthorizedError,
  needed,
  type Plugin,
  type SortMethod,
  shared,
  type User,
  type UserRecord,
} from '@platform/plugin-sdk'
import express, { type RequestHandler, type Router } from 'express'
import { GraphQLScalarType } from 'graphql'
import type { Strategy } from 'passport'
import { expectTypeOf } from 'vitest'

declare const ordinaryMiddleware: RequestHandler
declare const packagedStrategy: Strategy

export const routes = definePlugin({
  name: 'routes',
  sdk: '^1.0',
  loaders: () => ({ People: { all: async () => [{ name: 'Ada' }] } }),
  router: router => {
    router.get('/api/v1/people/:id', needed('ADMIN'), async (req, res) => {
      // The types of passport, which this file imports, add their own user to every request.
      expectTypeOf(req.user).toExtend<User | null>()
      expectTypeOf(req.user).not.toBeAny()
      expectTypeOf(req.jwt).toEqualTypeOf<Readonly<Record<string, unknown>> | null>()
      expectTypeOf(req.params).toEqualTypeOf<Record<string, string>>()
      expectTypeOf(req.context.loaders.People.all).returns.resolves.toEqualTypeOf<{ name: string }[]>()
      res.json({ people: await req.context.loaders.People.all() })
    })
    router.post('/api/v1/people', express.json(), ordinaryMiddleware, (req, res) => res.status(200).json(req.body))
    router.use('/api/v1/more', express.Router())
    router.use((_error: unknown, _req: unknown, _res: unknown, next: () => void) => next())
    router.koa.get('/api/v1/koa', needed('STAFF'), ctx => {
      expectTypeOf(ctx.state.user).toEqualTypeOf<UserRecord | null>()
      expectTypeOf(ctx.state.context.loaders.People.all).toBeFunction()
      ctx.body = { name: ctx.state.user?.username }
    })
    expectTypeOf(router).toExtend<Router>()
    // @ts-expect-error there is no such role
    needed('KING')
    // @ts-expect-error handlers are functions
    router.get('/api/v1/wrong', { handle: true })
  },
  authStrategies: strategies => {
    strategies.use(packagedStrategy)
    strategies.use('own', {
      name: 'own',
      authenticate(request) {
        expectTypeOf(request.query).not.toBeAny()
        if (!request.query['code']) return this.redirect('https://provider.example')
        return this.success({ id: '1' })
      },
    })
    // @ts-expect-error a strategy authenticates
    strategies.use('none', { name: 'none' })
  },
})

// Other hooks of a wrong shape.
// @ts-expect-error definitions are a text
definePlugin({ name: 'a', sdk: '^1.0', typeDefs: ['type A { b: Int }'] })
// @ts-expect-error loaders are made per context, by a function
definePlugin({ name: 'a', sdk: '^1.0', loaders: { People: {} } })
// @ts-expect-error a field is resolved by a function
definePlugin({ name: 'a', sdk: '^1.0', resolvers: { Comment: { shout: 'loud' } } })
// @ts-expect-error a hook has pre and post only
definePlugin({ name: 'a', sdk: '^1.0', hooks: { Comment: { body: { before: () => 1 } } } })
// @ts-expect-error no such hook; resolvers is meant
definePlugin({ name: 'a', sdk: '^1.0', resolver: {} })
// @ts-expect-error what finds a user gives a user
definePlugin({ name: 'a', sdk: '^1.0', tokenUserNotFound: async () => ({ id: '1' }) })
// @ts-expect-error a tag has models
definePlugin({ name: 'a', sdk: '^1.0', tags: [{ name: 'A', permissions: {}, created_at: new Date(0) }] })
// @ts-expect-error body is null once a comment was deleted
definePlugin({ name: 'a', sdk: '^1.0', resolvers: { Comment: { shout: comment => comment.body.toUpperCase() } } })
// @ts-expect-error a cursor may come back as a text, and adding to it would append
export const appending: SortMethod['endCursor'] = (_context, nodes, { cursor }) => (cursor ?? 0) + nodes.length
// @ts-expect-error all three functions are needed
export const partial: SortMethod = { startCursor: () => 0, endCursor: () => 0 }
export const filterOnly = definePlugin({
  name: 'a',
  sdk: '^1.0',
  // @ts-expect-error a filter says yes or no
  setupFunctions: { added: () => ({ added: { filter: () => 'yes' } }) },
})

// Sort inside of context, as older plugins have it, is no part of what a plugin gives to others.
export const oldSort = definePlugin({
  name: 'old-sort',
  sdk: '^1.0',
  context: {
    Sort: () => ({
      Comments: { loud: { startCursor: () => 0, endCursor: () => null, sort: (_context, query) => query } },
    }),
    loud: ({ user }) => ({ name: user?.username }),
  },
  resolvers: {
    Comment: {
      loud: (_comment, _args, { plugins }) => {
        expectTypeOf(plugins).toEqualTypeOf<{ loud: { name: string | undefined } }>()
        return plugins.loud.name
      },
    },
  },
})

// Parts that are made elsewhere.
export const respect = definePlugin({ name: 'respect', sdk: '^1.0', ...defineReaction('respect'), tags: [] })
export const marked = definePlugin({
  name: 'marked',
  sdk: '^1.0',
  resolvers: {
    Comment: {
      shout: shared(comment => {
        expectTypeOf(comment).toEqualTypeOf<Comment>()
        return comment.body?.toUpperCase()
      }),
    },
    Mood: new GraphQLScalarType({ name: 'Mood' }),
  },
  hooks: {
    Comment: {
      body: {
        post: shared({
          mode: 'transform',
          run: (comment, _args, _context, _info, body: string) => {
            expectTypeOf(comment).toEqualTypeOf<Comment>()
            return body.trim()
          },
        }),
      },
    },
    Action: {
      __resolveType: {
        post: shared((action: { action_type: string }) => (action.action_type === 'MOOD' ? 'MoodAction' : undefined)),
      },
    },
  },
})
export const notShared = definePlugin({
  name: 'not-shared',
  sdk: '^1.0',
  // @ts-expect-error what is shared does not depend on the caller
  resolvers: { Comment: { mine: shared((comment, _args, context) => comment.author_id === context.user?.id) } },
})

// Plain hook objects, and lists that hold both.
export const plain = {
  resolvers: {
    Comment: {
      author: (_comment, _args, { loaders }) => {
        expectTypeOf(loaders.Users).toExtend<CoreLoaders['Users']>()
        return loaders.Users.getByID('1')
      },
    },
  },
  hooks: {
    RootMutation: {
      createComment: {
        pre: (_root, _args, { user }) => {
          if (!user) throw new NotAuthorizedError()
        },
      },
    },
  },
} satisfies HookObject
export const wrapped = definePlugin({ name: 'wrapped', sdk: '^1.0', ...plain })
const loose: HookObject = {
  loaders: ({ plugins }) => ({ A: { b: () => plugins['notifier'].notify('x') } }),
  context: { a: () => ({}) },
}
export const wrappedLoose = definePlugin({ name: 'wrapped-loose', sdk: '^1.0', ...loose })
export const both: readonly (HookObject | Plugin)[] = [plain, routes, marked, respect]

export const calm = definePlugin({
  name: 'calm',
  sdk: '^1.0',
  moderation: [
    {
      name: 'calm.text',
      before: 'premod',
      judgesBy: [],
      run: ({ body }) => (body === '' ? { status: 'PREMOD' } : undefined),
    },
    {
      name: 'calm.gate',
      after: 'assetClosed',
      gate: true,
      judgesBy: ['author.trust', 'settings.wordlist', 'settings.metadata.calm'],
      run({ settings }) {
        if (settings['calm']) throw new NotAuthorizedError()
      },
    },
    {
      name: 'calm.wrong',
      before: 'premod',
      // @ts-expect-error there is no such input
      judgesBy: ['settings.wordlists'],
      run: () => undefined,
    },
    // @ts-expect-error inputs are a list
    { name: 'calm.odd', before: 'premod', judgesBy: 'author.roles', run: () => undefined },
  ],
})
expectTypeOf<'author.status'>().toExtend<ModerationInput>()
expectTypeOf<'settings.metadata.calm'>().toExtend<ModerationInput>()
expectTypeOf<string>().not.toExtend<ModerationInput>()
