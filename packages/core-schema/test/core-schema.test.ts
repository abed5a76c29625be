import { buildASTSchema, isEnumType, isObjectType, lexicographicSortSchema, printSchema, validateSchema } from 'graphql'
import { describe, expect, test } from 'vitest'
import {
  COMMENT_STATUSES,
  CORE_ACTION_TYPES,
  CORE_COMMENT_SORTS,
  MODERATION_MODES,
  mergeTypeDefs,
  SORT_ORDERS,
  USER_ROLES,
  USERNAME_STATUSES,
  VISIBLE_COMMENT_STATUSES,
} from '../src/index.ts'
import { coreSources } from './core-sources.ts'

const core = mergeTypeDefs(coreSources)
const schema = buildASTSchema(core.document)

test('the core merges without problems, warnings or overrides', () => {
  expect([core.problems, core.warnings, core.overrides]).toEqual([[], [], []])
  expect(validateSchema(schema)).toEqual([])
})

test('the order of the features does not matter', () => {
  const backwards = mergeTypeDefs(coreSources.toReversed())
  expect(backwards.problems).toEqual([])
  const sdl = (merged: typeof core) => printSchema(lexicographicSortSchema(buildASTSchema(merged.document)))
  expect(sdl(backwards)).toBe(sdl(core))
})

test('the roots have the fields that clients use', () => {
  const fieldsOf = (name: string) => {
    const type = schema.getType(name)
    return isObjectType(type) ? Object.keys(type.getFields()).toSorted() : []
  }
  expect(schema.getQueryType()?.name).toBe('RootQuery')
  expect(fieldsOf('RootQuery')).toEqual(
    expect.arrayContaining(['asset', 'assets', 'comment', 'commentCount', 'comments', 'me', 'settings']),
  )
  expect(fieldsOf('RootMutation')).toEqual(
    expect.arrayContaining([
      'addTag',
      'createComment',
      'editComment',
      'removeTag',
      'setCommentStatus',
      'updateSettings',
    ]),
  )
  expect(fieldsOf('Subscription')).toEqual(expect.arrayContaining(['commentAdded', 'commentEdited']))
})

describe('contracts of clients and plugins', () => {
  test.each([
    ['User.comments', 'CommentConnection!'],
    ['User.role', 'USER_ROLES'],
    ['User.roles', '[USER_ROLES!]'],
    ['User.action_summaries', '[ActionSummary!]!'],
    ['Comment.action_summaries', '[ActionSummary]!'],
    ['Comment.actions', '[Action]'],
    ['Comment.replies', 'CommentConnection!'],
    ['CreateCommentResponse.actions', '[Action]'],
    ['FlagActionSummary.current_user', 'FlagAction'],
    ['GenericUserError.translation_key', 'String!'],
    ['RootMutation.createComment', 'CreateCommentResponse!'],
    ['RootMutation.editComment', 'EditCommentResponse!'],
    ['RootMutation.deleteOwnComment', 'DeleteOwnCommentResponse!'],
    ['RootMutation.setCommentStatus', 'SetCommentStatusResponse'],
    ['UserStatus.suspension', 'SuspensionStatus!'],
  ])('%s is %s', (coordinate, type) => {
    const [owner, field] = coordinate.split('.') as [string, string]
    const parent = schema.getType(owner)
    expect(isObjectType(parent) && String(parent.getFields()[field]?.type)).toBe(type)
  })

  test.each([
    ['CommentsQuery', 'limit: Int = 10'],
    ['CommentsQuery', 'statuses: [COMMENT_STATUS!] = [NONE, ACCEPTED]'],
    ['CommentsQuery', 'sortBy: SORT_COMMENTS_BY = CREATED_AT'],
    ['RepliesQuery', 'limit: Int = 3'],
    ['RepliesQuery', 'sortOrder: SORT_ORDER = ASC'],
    ['RepliesQuery', 'cursor: Cursor'],
    ['AssetsQuery', 'value: String = ""'],
    ['CreateCommentInput', 'tags: [String]'],
  ])('%s has %s', (input, field) => {
    const printed = printSchema(schema)
      .split(`input ${input} {`)[1]
      ?.split('\n}')[0]
      ?.split('\n')
      .map(line => line.trim())
    expect(printed).toContain(field)
  })
})

test.each([
  ['USER_ROLES', USER_ROLES],
  ['USER_STATUS_USERNAME', USERNAME_STATUSES],
  ['COMMENT_STATUS', COMMENT_STATUSES],
  ['ACTION_TYPE', CORE_ACTION_TYPES],
  ['SORT_COMMENTS_BY', CORE_COMMENT_SORTS],
  ['MODERATION_MODE', MODERATION_MODES],
  ['SORT_ORDER', SORT_ORDERS],
])('the values of %s are those of its TypeScript type', (name, values) => {
  const type = schema.getType(name)
  expect(isEnumType(type) && type.getValues().map(value => value.name)).toEqual(values)
})

test('the visible statuses are the default of every statuses argument', () => {
  const defaults = printSchema(schema).match(/statuses: \[COMMENT_STATUS!\] = \[.*?\]/g)
  expect(defaults?.length).toBe(3)
  expect(new Set(defaults)).toEqual(new Set([`statuses: [COMMENT_STATUS!] = [${VISIBLE_COMMENT_STATUSES.join(', ')}]`]))
})

test('every type of the core is reachable from a root, or implements an interface that is', () => {
  const named = printSchema(schema)
  const orphans = Object.keys(schema.getTypeMap()).filter(
    name =>
      !name.startsWith('__') &&
      !isRoot(name) &&
      !new RegExp(`(: \\[?|implements (\\w+ & )*)${name}\\b`).test(named) &&
      !implementsSomething(name),
  )
  expect(orphans).toEqual([])
})

function isRoot(name: string): boolean {
  return ['RootQuery', 'RootMutation', 'Subscription'].includes(name)
}

function implementsSomething(name: string): boolean {
  const type = schema.getType(name)
  return isObjectType(type) && type.getInterfaces().length > 0
}
