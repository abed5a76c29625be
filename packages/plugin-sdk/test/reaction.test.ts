import {
  actionsTypeDefs,
  assetsTypeDefs,
  baseTypeDefs,
  commentsTypeDefs,
  mergeTypeDefs,
  settingsTypeDefs,
  tagsTypeDefs,
  usersTypeDefs,
} from '@platform/core-schema'
import { buildASTSchema, isEnumType, isObjectType } from 'graphql'
import { describe, expect, test } from 'vitest'
import {
  type Action,
  AlreadyExistsError,
  type Comment,
  type CoreContext,
  defineReaction,
  isShared,
  NotFoundError,
  type Reaction,
  type Resolver,
} from '../src/index.ts'

const core = [
  actionsTypeDefs,
  assetsTypeDefs,
  baseTypeDefs,
  commentsTypeDefs,
  settingsTypeDefs,
  tagsTypeDefs,
  usersTypeDefs,
]
const now = new Date(0)
const comment: Comment = {
  id: 'c1',
  asset_id: 'a1',
  author_id: 'u2',
  parent_id: null,
  body: 'x',
  body_history: [],
  status: 'NONE',
  status_history: [],
  reply_count: 0,
  action_counts: {},
  tags: [],
  deleted_at: null,
  metadata: {},
  created_at: now,
  updated_at: now,
}
const action: Action = {
  id: 'x1',
  action_type: 'LIKE',
  item_type: 'COMMENTS',
  item_id: 'c1',
  user_id: 'u1',
  group_id: null,
  metadata: {},
  created_at: now,
  updated_at: now,
}

interface Given {
  comment?: Comment | null
  create?: () => Promise<Action>
  deleted?: Action | null
}

/** The part of a context that a reaction uses, and what it did with it. */
function recorded({ comment: found = comment, create = async () => action, deleted = action }: Given) {
  const calls: unknown[] = []
  const context = {
    user: { id: 'u1' },
    can: () => false,
    loaders: { Comments: { get: async () => found }, Users: { getByID: async (id: string) => ({ id }) } },
    mutators: {
      Action: {
        create: async (input: object) => {
          calls.push(['create', input])
          return create()
        },
        delete: async (input: object) => {
          calls.push(['delete', input])
          return deleted
        },
      },
    },
    pubsub: {
      publish: async (event: string, payload: unknown) => {
        calls.push(['publish', event, payload])
      },
    },
  } as unknown as CoreContext
  return { calls, context }
}

function resolver({ resolvers }: Reaction, type: string, field: string): Resolver<CoreContext> {
  const fields = resolvers[type] as Record<string, Resolver<CoreContext>>
  return fields[field]!
}

const run = (field: string, input: object, context: CoreContext) =>
  resolver(defineReaction('like'), 'RootMutation', field)(undefined, { input }, context, undefined as never)

describe('the schema of reactions', () => {
  test('five of them and the core make one schema without a problem', () => {
    const names = ['respect', 'like', 'love', 'upvote', 'downvote']
    const merged = mergeTypeDefs([
      ...core.map(typeDefs => ({ owner: 'core', origin: 'core', typeDefs })),
      ...names.map(name => ({ owner: name, origin: name, typeDefs: defineReaction(name).typeDefs })),
    ])
    expect(merged.problems).toEqual([])
    const schema = buildASTSchema(merged.document, { assumeValidSDL: true })
    const sorts = schema.getType('SORT_COMMENTS_BY')
    expect(isEnumType(sorts) && sorts.getValues().map(({ name }) => name)).toEqual(
      expect.arrayContaining(['RESPECTS', 'LIKES', 'LOVES', 'UPVOTES', 'DOWNVOTES', 'CREATED_AT']),
    )
    const mutations = schema.getType('RootMutation')
    expect(isObjectType(mutations) && String(mutations.getFields()['createLikeAction']?.type)).toBe(
      'CreateLikeActionResponse!',
    )
  })

  test('names are lower-case letters; a plural of its own names the sort', () => {
    for (const name of ['', 'Like', 'thumbs up', 'like2', 'a-b', '__proto__'])
      expect(() => defineReaction(name)).toThrow(/lower-case letters only/)
    expect(() => defineReaction({ name: 'like', plural: 'LIKES' })).toThrow(/lower-case letters only/)
    const applause = defineReaction({ name: 'applaud', plural: 'applause' })
    expect(Object.keys(applause.Sort({} as CoreContext)['Comments']!)).toEqual(['applause'])
    expect(applause.typeDefs).toContain('APPLAUSE')
  })
})

describe('giving a reaction', () => {
  test('stores it under its type and publishes it to subscribers of the discussion', async () => {
    const { calls, context } = recorded({})
    expect(await run('createLikeAction', { item_id: 'c1' }, context)).toEqual({ like: action })
    expect(calls).toEqual([
      ['create', { item_id: 'c1', item_type: 'COMMENTS', action_type: 'LIKE' }],
      ['publish', 'likeActionCreated', { action, comment: { id: 'c1', asset_id: 'a1' } }],
    ])
  })
  test('again gives the existing one, and announces nothing', async () => {
    const { calls, context } = recorded({
      create: async () => {
        throw new AlreadyExistsError(action)
      },
    })
    expect(await run('createLikeAction', { item_id: 'c1' }, context)).toEqual({ like: action })
    expect(calls).toHaveLength(1)
  })
  test.each([
    ['unseen', null],
    ['deleted', { ...comment, deleted_at: now }],
  ])('to a comment that is %s is refused', async (_how, found) => {
    const { calls, context } = recorded({ comment: found })
    await expect(run('createLikeAction', { item_id: 'c1' }, context)).rejects.toBeInstanceOf(NotFoundError)
    expect(calls).toEqual([])
  })
  test('passes other failures on', async () => {
    const { context } = recorded({
      create: async () => {
        throw new TypeError('broken')
      },
    })
    await expect(run('createLikeAction', { item_id: 'c1' }, context)).rejects.toThrow('broken')
  })
})

describe('taking a reaction back', () => {
  test('asks for its own type, so that no flag is deleted by this', async () => {
    const { calls, context } = recorded({})
    expect(await run('deleteLikeAction', { id: 'x1' }, context)).toBeNull()
    expect(calls).toEqual([
      ['delete', { id: 'x1', action_type: 'LIKE' }],
      ['publish', 'likeActionDeleted', { action, comment: { id: 'c1', asset_id: 'a1' } }],
    ])
  })
  test('announces nothing when there was none', async () => {
    const { calls, context } = recorded({ deleted: null })
    expect(await run('deleteLikeAction', { id: 'x1' }, context)).toBeNull()
    expect(calls).toHaveLength(1)
  })
})

describe('what others see', () => {
  test('the user of an action is shown to that user and to callers who may search users', async () => {
    const user = resolver(defineReaction('like'), 'LikeAction', 'user')
    const { context } = recorded({})
    const ask = (by: string | null, allowed = false) =>
      user({ ...action, user_id: by }, {}, { ...context, can: () => allowed }, undefined as never)
    expect([await ask('u1'), await ask('u2'), await ask('u2', true), await ask(null, true)]).toEqual([
      { id: 'u1' },
      null,
      { id: 'u2' },
      null,
    ])
  })
  test.each(['Action', 'ActionSummary', 'AssetActionSummary'])(
    '%s is resolved to its own type only, for all callers',
    type => {
      const post = defineReaction('like').hooks[type]!['__resolveType']!.post as (value: object) => unknown
      expect([post({ action_type: 'LIKE' }), post({ action_type: 'FLAG' }), post({})]).toEqual([
        `Like${type}`,
        undefined,
        undefined,
      ])
      expect(isShared(post)).toBe(true)
    },
  )
  test('events reach subscribers of their discussion only', () => {
    const { setupFunctions } = defineReaction('like')
    for (const event of ['likeActionCreated', 'likeActionDeleted']) {
      const { filter } = setupFunctions[event]!({}, { asset_id: 'a1' })[event]!
      const about = (asset_id: string) => filter!({ action, comment: { id: 'c1', asset_id } }, {} as CoreContext)
      expect([about('a1'), about('a2')]).toEqual([true, false])
    }
  })
})

describe('sorting by a reaction', () => {
  const { Sort, indexes } = defineReaction('like')
  const method = Sort({} as CoreContext)['Comments']!['likes']!
  const context = {} as CoreContext
  const asked = (cursor: string | number | null, sort: 'ASC' | 'DESC') => {
    const steps: unknown[] = []
    const query = {
      sort(keys: Record<string, 1 | -1>) {
        steps.push(keys)
        return this
      },
      skip(count: number) {
        steps.push(count)
        return this
      },
    }
    if (method.sort(context, query, { cursor, sort, sortOrder: sort }) !== query) throw new Error('gave another query')
    return steps
  }

  test('orders by its counter, then by time, both in the direction asked for, and has that index', () => {
    const keys = { 'action_counts.like': -1, created_at: -1, id: -1 }
    expect(asked(null, 'DESC')).toEqual([keys])
    expect(asked(null, 'ASC')).toEqual([{ 'action_counts.like': 1, created_at: 1, id: 1 }])
    expect(indexes).toEqual([
      { collection: 'comments', name: 'asset_likes', keys: { asset_id: 1, parent_id: 1, ...keys } },
    ])
    expect(method.key).toBe('action_counts.like')
  })
  test('counts on from the cursor, also when it came back as a text', async () => {
    const nodes = [comment, comment]
    expect([
      await method.endCursor(context, nodes, { cursor: null }),
      await method.endCursor(context, nodes, { cursor: 10 }),
      await method.endCursor(context, nodes, { cursor: '10' }),
    ]).toEqual([2, 12, 12])
    expect([
      await method.endCursor(context, [], { cursor: 10 }),
      await method.startCursor(context, nodes, { cursor: null }),
    ]).toEqual([null, 0])
    expect(asked('10', 'DESC')[0]).toBe(10)
  })
  test.each(['-5', 'nonsense', '1e999', 0.5])('a cursor of %j starts at the beginning', cursor => {
    expect(asked(cursor, 'DESC')).toHaveLength(1)
  })
})
